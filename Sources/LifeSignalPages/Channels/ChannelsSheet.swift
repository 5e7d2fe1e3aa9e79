import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// How I am reached, in which order, and when not.
struct ChannelsSheet: HTML {
  let state: ChannelsFeature.State
  /// The person's own: quiet hours that are switched on follow its clocks.
  let zone: Zone
  let send: ActionSender<ChannelsFeature.Action>

  var body: some HTML {
    Sheet(
      "channels-sheet", .full,
      header: SheetHeader(
        "How we reach you",
        end: .init(id: "channels-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if let list = state.list {
        ReadinessCard(readiness: list.readiness)
        order(list)
        adding(list)
        quiet
      } else {
        Loading(words: "Loading")
      }
    }
    if let channel = state.removing {
      Dialog.question(
        "channels-question", "Remove \(channel.name)?", "Messages no longer go there.",
        confirm: "Remove", isDestructive: true, onConfirm: send(.removeConfirmed),
        onCancel: send(.removeCancelled))
    } else {
      ErrorAlert(id: "channels-error", error: state.error, dismiss: send(.setError(nil)))
    }
  }

  private func order(_ list: ChannelList) -> some HTML {
    PageSection("channels-order", "In this order") {
      ForEach(list.channels) { channel in
        ChannelCard(
          channel: channel, isFirst: channel.id == list.channels.first?.id,
          isLast: channel.id == list.channels.last?.id, hasQuietHours: list.quietHours != nil,
          isDisabled: state.isSaving, send: send)
      }
      Caption("One after the other, until you have seen an alert. All browsers get it together.")
    }
  }

  @HTMLBuilder private func adding(_ list: ChannelList) -> some HTML {
    if let adding = state.adding {
      AddChannelForm(adding: adding, offered: list.offered, send: send)
    } else if !list.offered.isEmpty {
      Button(
        "channels-add", "Add a contact method", .soft, .wide, icon: .plus, tap: send(.addTapped))
    }
  }

  private var quiet: some HTML {
    PageSection("channels-quiet", "Quiet hours") {
      Card {
        SwitchRow(
          id: "channels-quiet-on", words: "Quiet hours",
          detail: "Only urgent messages come through. Everything else waits.",
          isOn: state.quietHours != nil,
          tap: send(.quietHoursSwitched(isOn: state.quietHours == nil, zone)))
      }
      if let hours = state.quietHours {
        div(.class("add-line")) {
          Field("channels-quiet-from", "From") {
            input(
              id: "channels-quiet-from", .class("input"), .type(.time),
              .value(hours.from.description)
            )
            .on(.change, send { .quietFromChanged($0) })
          }
          Field("channels-quiet-until", "Until") {
            input(
              id: "channels-quiet-until", .class("input"), .type(.time),
              .value(hours.until.description)
            )
            .on(.change, send { .quietUntilChanged($0) })
          }
        }
        Caption(
          """
          Times in \(hours.zone.identifier). Urgent reminders still come.
          """)
      }
    }
  }
}

/// One number, and the one action to take.
private struct ReadinessCard: HTML {
  let readiness: Readiness

  var body: some HTML {
    PageSection("channels-readiness", "Readiness") {
      Card(padded: true) {
        div(.class("readiness")) {
          ReadinessGauge(readiness: readiness)
          p(id: "channels-weakest", .class("readiness-words")) { readiness.words }
        }
      }
      Caption("Once a week we silently test that messages reach you.")
      if let drilledAt = readiness.drilledAt {
        p(.class("caption")) { Sentence("Last drill: {0}", LocalTime(drilledAt, .day)) }
      }
    }
  }
}

extension ChannelData {
  /// Its kind and its address.
  var name: Phrase { "\(TimelineWords.way([kind])) (\(address))" }
}
