import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// One of my channels, and the actions for it.
struct ChannelCard: HTML {
  let channel: ChannelData
  let isFirst: Bool
  let isLast: Bool
  let hasQuietHours: Bool
  let isDisabled: Bool
  let send: ActionSender<ChannelsFeature.Action>

  private var id: String { "channel-\(channel.id)" }

  var body: some HTML {
    Card {
      div(id: id, .class("channel")) {
        head
        div(.class("channel-foot")) {
          StatusLine(status) { words }
          if let test = channel.test {
            p(id: "\(id)-test", .class("hint"), .announce(test.stage.words)) { test.stage.words }
          }
          if hasQuietHours, channel.state == .on { quiet }
          buttons
        }
      }
    }
  }

  @HTMLBuilder private var head: some HTML {
    if channel.state == .on || channel.state == .off {
      SwitchRow(
        id: "\(id)-on", words: TimelineWords.way([channel.kind]),
        detail: Phrase(verbatim: channel.address), isOn: channel.state == .on,
        isDisabled: isDisabled, tap: send(.switchTapped(channel.id, isOn: channel.state == .off)))
    } else {
      div(.class("pair")) {
        div(.class("grow")) {
          strong { TimelineWords.way([channel.kind]) }
          small { channel.address }
        }
      }
    }
  }

  private var quiet: some HTML {
    Field("\(id)-quiet", "In quiet hours") {
      Choice(
        id: "\(id)-quiet", look: .field,
        options: Channel.Quiet.allCases.map { Choice.Option(value: $0.rawValue, words: $0.words) },
        selection: channel.quiet.rawValue,
        choose: send { [id = channel.id] in
          Channel.Quiet(rawValue: $0).map { .quietChosen(id, $0) }
        })
    }
  }

  private var buttons: some HTML {
    div(.class("buttons")) {
      if channel.state == .unverified || channel.state == .dead {
        Button(
          "\(id)-verify", "Send a code", .soft, .small, disabled: isDisabled,
          name: "Send a code: \(channel.name)", tap: send(.verifyTapped(channel.id)))
      }
      if channel.canBeTested {
        Button(
          "\(id)-try", "Send a test", .quiet, .small, disabled: isDisabled,
          name: "Send a test: \(channel.name)", tap: send(.testTapped(channel.id)))
      }
      if !isFirst {
        Button(
          "\(id)-up", "Earlier", .quiet, .small, disabled: isDisabled,
          name: "Earlier: \(channel.name)", tap: send(.moveTapped(channel.id, .earlier)))
      }
      if !isLast {
        Button(
          "\(id)-down", "Later", .quiet, .small, disabled: isDisabled,
          name: "Later: \(channel.name)", tap: send(.moveTapped(channel.id, .later)))
      }
      Button(
        "\(id)-remove", "Remove", .quiet, .small, disabled: isDisabled,
        name: "Remove \(channel.name)", tap: send(.removeTapped(channel.id)))
    }
  }

  private var status: Status {
    switch channel.state {
    case .on: channel.isAble ? .fine : .late
    case .unverified: .asking
    case .off: .neutral
    case .dead: .late
    }
  }

  private var words: Phrase {
    switch channel.state {
    case .on: channel.isAble ? "Messages come here" : "Cannot be used here at present"
    case .unverified: "Waiting for the code"
    case .off: "Switched off"
    case .dead: "Switched off: messages did not arrive"
    }
  }
}

extension Channel.Quiet {
  fileprivate var words: Phrase {
    switch self {
    case .ignored: "Everything comes through"
    case .notices: "Only alerts come through"
    case .everything: "Block everything, even alerts"
    }
  }
}

extension ChannelData.Test.Stage {
  fileprivate var words: Phrase {
    switch self {
    case .queued: "Test: on its way"
    case .accepted: "Test sent"
    case .shown: "Test: shown"
    case .opened: "Test: opened"
    case .failed: "Test: did not arrive"
    }
  }
}
