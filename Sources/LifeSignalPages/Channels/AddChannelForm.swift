import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Another channel: its address, and the code that was sent there.
struct AddChannelForm: HTML {
  let adding: ChannelsFeature.Adding
  let offered: [ChannelKind]
  let send: ActionSender<ChannelsFeature.Action>

  var body: some HTML {
    PageSection("channels-adding", "Add a contact method") {
      Card(padded: true) {
        if adding.verificationID == nil { address } else { code }
      }
    }
  }

  private var address: some HTML {
    form(id: "channel-address-form", .class("form"), .noValidate()) {
      Field("channel-kind", "Contact method") {
        Choice(
          id: "channel-kind", look: .field,
          options: offered.map {
            Choice.Option(value: $0.rawValue, words: TimelineWords.way([$0]))
          },
          selection: adding.kind.rawValue,
          choose: send { .kindChosen(ChannelKind(rawValue: $0)) })
      }
      Field(
        "channel-address", adding.kind.addressName,
        hint: "Nothing but a code is sent there until you have entered it.",
        problem: adding.problem
      ) {
        input(
          id: "channel-address", .class("input"), .type(adding.kind.isOfNumbers ? .tel : .text),
          .value(adding.address), .autocomplete(adding.kind.isOfNumbers ? .tel : .off),
          .autocapitalize(.none), .spellcheck(false),
          .when(adding.problem != nil, .aria("invalid", true)),
          .when(adding.problem != nil, .aria("describedby", "channel-address-problem"))
        )
        .on(.input, send { .addressChanged($0) })
      }
      SubmitButton(
        id: "channel-send", words: adding.isSending ? "Sending…" : "Send a code",
        isDisabled: !adding.canSend)
      cancel
    }
    .on(.submit, send(.sendCodeTapped))
  }

  private var code: some HTML {
    form(id: "channel-code-form", .class("form"), .noValidate()) {
      Field(
        "channel-code", "Verification code",
        hint: "Enter the verification code sent to \(adding.address)", problem: adding.problem
      ) {
        TextInput(
          id: "channel-code", kind: .oneTimeCode, value: adding.code, placeholder: "XXX-XXX",
          maxLength: 7, isInvalid: adding.problem != nil, change: send { .codeChanged($0) })
      }
      SubmitButton(
        id: "channel-verify", words: adding.isSending ? "Verifying…" : "Verify code",
        isDisabled: !adding.canVerify)
      Button(
        "channel-again", "Resend code", .quiet, disabled: adding.isSending,
        tap: send(.sendCodeTapped))
      cancel
    }
    .on(.submit, send(.verifyCodeTapped))
  }

  private var cancel: some HTML {
    Button("channel-cancel", "Cancel", .quiet, tap: send(.addingCancelled))
  }
}

extension ChannelKind {
  fileprivate var isOfNumbers: Bool { self == .sms || self == .voice }

  /// The name of the address to type.
  fileprivate var addressName: Phrase {
    switch self {
    case .sms, .voice: "Phone number"
    case .email: "E-mail address"
    case .ntfy: "Topic"
    case .matrix: "Room ID"
    case .telegram: "Chat ID"
    default: "Web address"
    }
  }
}
