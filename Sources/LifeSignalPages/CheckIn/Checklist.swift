import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The three steps after which a missed check-in reaches someone. It goes once all are done.
struct Checklist: HTML {
  let responders: [ContactData]
  /// Asked to be responders, and not yet answered.
  let asked: [ContactData]
  /// Nil until the person has chosen or confirmed one.
  let plan: CheckInPlan?
  let isReached: Bool
  let ask: Handler<Void>
  let choose: Handler<Void>
  let allow: Handler<Void>

  var isDone: Bool { isAsked && plan != nil && isReached }

  private var isAsked: Bool { !responders.isEmpty || !asked.isEmpty }

  var body: some HTML {
    section(id: "checklist", .class("checklist"), .aria("label", Phrase("First steps"))) {
      ol(.class("card list plain")) {
        Step(
          id: "checklist-ask", title: "Ask someone to watch over you",
          detail: "Until then no one is contacted.", done: whoWatches, verb: "Ask", glyph: .share,
          look: .primary, tap: ask)
        Step(
          id: "checklist-plan", title: "Choose how often",
          detail: "You start with once a day.", done: plan.map(Self.words),
          verb: "Choose", glyph: .clock, look: .soft, tap: choose)
        Step(
          id: "checklist-notifications", title: "Allow notifications",
          detail: "So we can remind you in time.",
          done: isReached ? "We can remind you in time" : nil,
          verb: "Allow", glyph: .bell, look: .soft, tap: allow)
      }
    }
  }

  private static func words(_ plan: CheckInPlan) -> Phrase {
    switch plan {
    case .interval(86_400): "You check in once a day"
    case .interval(let seconds): "You check in at least every \(Countdown.interval(seconds))"
    case .times(let times): "You check in at \(times.timesText) · \(times.daysWords)"
    }
  }

  private var whoWatches: Phrase? {
    if let first = responders.first {
      return responders.count == 1
        ? "\(first.firstName) watches over you" : "\(first.firstName) and others watch over you"
    }
    return asked.first.map { "You asked \($0.firstName). We’re waiting for an answer." }
  }
}

/// One step: what to do and its button, or what was done.
private struct Step: HTML {
  let id: String
  let title: Phrase
  let detail: Phrase
  /// Nil while it is not done.
  let done: Phrase?
  let verb: Phrase
  let glyph: Glyph
  let look: ButtonLook
  let tap: Handler<Void>

  var body: some HTML {
    li(id: id, .class("step"), .class("done", when: done != nil)) {
      span(.class("tick")) { if done != nil { Icon(.check, .small) } }
      if let done {
        span(.class("grow")) {
          span(.class("visually-hidden")) { "Done:" as Phrase }
          " "
          done
        }
      } else {
        span(.class("grow")) {
          strong { title }
          small { detail }
        }
        Button("\(id)-open", verb, look, .small, icon: glyph, name: title, tap: tap)
      }
    }
  }
}
