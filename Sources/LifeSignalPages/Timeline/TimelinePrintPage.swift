package import ComposableHTML
import Foundation
package import LifeSignalModel

/// The timeline on paper: a document of its own, that needs no script and no other page.
package struct TimelinePrintPage: HTML {
  let export: TimelineExport
  let zone: Zone
  let language: Language
  let asset: (String) -> String

  package init(
    export: TimelineExport, zone: Zone, language: Language, asset: @escaping (String) -> String
  ) {
    self.export = export
    self.zone = zone
    self.language = language
    self.asset = asset
  }

  package var body: some HTML {
    HTMLDocument {
      html(.lang(language.tag), .dir(language.direction)) {
        head {
          meta(.charset("utf-8"))
          title { "Timeline" }
          meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
          meta(.name("color-scheme"), .content("light"))
          link(.rel(.stylesheet), .href(asset("timeline-print.css")))
          link(.rel(.icon), .href(asset("icon.svg")), .type(.svgImage))
        }
        ComposableHTML.body {
          main(id: "timeline-page") {
            heading
            seal
            entries
            footer(.class("fine")) {
              p {
                "Anybody can examine the downloaded timeline with any SHA-256 tool; how is part of the handbook."
              }
            }
          }
        }
      }
    }
  }

  private var heading: some HTML {
    header {
      p(.class("back")) {
        a(id: "timeline-back", .href("/profile/timeline")) { "Back to LifeSignal" }
      }
      h1 { "Timeline" }
      p(.class("who")) { export.name }
      p {
        "Written \(wall(export.exportedAt)). All times are those of \(zone.identifier)."
      }
    }
  }

  private var seal: some HTML {
    section(id: "timeline-seal", .class("seal"), .class("broken", when: !export.verdict.isIntact)) {
      p {
        b { export.verdict.isIntact ? "Verified" : "Something was changed" }
      }
      if let fault = export.verdict.firstBreak {
        p { "Entry \(String(fault.sequence)) is not what was written, or is missing." }
      }
      p { "Last seal, entry \(String(export.head.sequence)):" }
      p { code { export.head.hash } }
      if export.anchor.sequence > 0 {
        p {
          "Entries up to \(String(export.anchor.sequence)) were removed because their time was over."
        }
      }
      if export.isShortened { p { "There are more entries than fit in this document." } }
    }
  }

  private var entries: some HTML {
    table(id: "timeline-entries") {
      thead {
        tr {
          th(.scope(.column)) { "No." }
          th(.scope(.column)) { "Time" }
          th(.scope(.column)) { "What happened" }
          th(.scope(.column)) { "Seal" }
        }
      }
      tbody { ForEach(export.entries) { row($0) } }
    }
  }

  private func row(_ entry: TimelineEntryData) -> some HTML {
    let words = TimelineWords(entry)
    return tr(id: "entry-\(entry.sequence)") {
      td { String(entry.sequence) }
      td(.class("time")) { wall(entry.at) }
      td {
        b { words.title }
        ForEach(words.lines) { line in p { line } }
        ForEach(words.instants) { instant in
          p {
            instant.words
            ": \(wall(instant.at))"
          }
        }
      }
      td { code { String(entry.hash.prefix(16)) } }
    }
  }

  /// `2026-01-05 08:00`
  private func wall(_ date: Date) -> String {
    zone.wall(at: date).replacing("T", with: " ")
  }
}
