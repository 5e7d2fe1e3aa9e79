import Composable
import LifeSignalModel

/// Adding a channel: an address, a code to it, and entering the code.
extension ChannelsFeature {
  func add(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .addTapped:
      guard let kind = state.list?.offered.first else { return .none }
      state.adding = Adding(kind: kind)
      return .none

    case .verifyTapped(let id):
      guard let channel = state.list?.channels.first(where: { $0.id == id }) else { return .none }
      state.adding = Adding(kind: channel.kind, address: channel.address)
      return .send(.sendCodeTapped)

    case .kindChosen(let kind):
      guard state.adding?.kind != kind else { return .none }
      state.adding = Adding(kind: kind)
      return .none

    case .addressChanged(let text):
      state.adding?.address = text
      state.adding?.problem = nil
      return .none

    case .sendCodeTapped:
      guard let adding = state.adding, adding.canSend else { return .none }
      state.adding?.isSending = true
      state.adding?.problem = nil
      return .request(Action.sendCodeResponse, cancelled: .requestCancelled) { [channelClient] in
        try await channelClient.sendChannelCode(adding.kind, adding.address)
      }
      .cancellable(id: CancellationID.code, cancelInFlight: true)

    case .sendCodeResponse(.success(let id)):
      state.adding?.isSending = false
      state.adding?.verificationID = id
      state.adding?.code = ""
      return .none

    case .codeChanged(let text):
      let digits = text.filter { $0.isASCII && $0.isNumber }.prefix(AuthFeature.codeLength)
      state.adding?.code =
        digits.count > 3 ? "\(digits.prefix(3))-\(digits.dropFirst(3))" : String(digits)
      state.adding?.problem = nil
      return .none

    case .verifyCodeTapped:
      guard let adding = state.adding, adding.canVerify, let id = adding.verificationID else {
        return .none
      }
      state.adding?.isSending = true
      return .request(Action.verifyResponse, cancelled: .requestCancelled) { [channelClient] in
        try await channelClient.verifyChannel(adding.code, id)
        return Empty()
      }
      .cancellable(id: CancellationID.code, cancelInFlight: true)

    case .verifyResponse(.success):
      state.adding = nil
      return .none

    case .sendCodeResponse(.failure(let error)), .verifyResponse(.failure(let error)):
      state.adding?.isSending = false
      state.adding?.problem = error.message
      return .none

    case .addingCancelled:
      state.adding = nil
      return .cancel(id: CancellationID.code)

    default:
      return .none
    }
  }
}
