public import Composable
public import LifeSignalModel

/// The signed-in person's own channels: how they are reached.
@DependencyClient
public struct ChannelClient: Sendable {
  public var getChannels: @Sendable () async throws -> ChannelList
  /// The same, now and after every change.
  public var channelsStream: @Sendable () -> Updates<ChannelList> = { .finished }
  /// Sends a code to an address as it was typed.
  /// - Returns: the id under which the code is verified.
  public var sendChannelCode:
    @Sendable (_ kind: ChannelKind, _ address: String) async throws -> String
  /// From then on messages go there.
  public var verifyChannel:
    @Sendable (_ code: String, _ verificationID: String) async throws -> Void
  public var moveChannel: @Sendable (_ id: Channel.ID, _ to: Channel.Direction) async throws -> Void
  public var setChannelOn: @Sendable (_ id: Channel.ID, _ isOn: Bool) async throws -> Void
  public var removeChannel: @Sendable (_ id: Channel.ID) async throws -> Void
  public var setChannelQuiet:
    @Sendable (_ id: Channel.ID, _ quiet: Channel.Quiet) async throws -> Void
  /// Nil for none.
  public var setQuietHours: @Sendable (_ hours: QuietHours?) async throws -> Void
  /// A message to this channel alone.
  public var testChannel: @Sendable (_ id: Channel.ID) async throws -> Void
}

extension ChannelClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      getChannels: { try await performer.answer(GetChannels()) },
      channelsStream: { performer.answers(to: GetChannels()) },
      sendChannelCode: {
        try await performer.perform(RequestChannelCode(kind: $0, address: $1)).verificationID
          .rawValue
      },
      verifyChannel: {
        try await performer.perform(
          VerifyChannel(code: $0, verificationID: OneTimeCode.ID(rawValue: $1)))
      },
      moveChannel: { try await performer.perform(MoveChannel(id: $0, direction: $1)) },
      setChannelOn: { try await performer.perform(SetChannelOn(id: $0, isOn: $1)) },
      removeChannel: { try await performer.perform(RemoveChannel(id: $0)) },
      setChannelQuiet: { try await performer.perform(SetChannelQuiet(id: $0, quiet: $1)) },
      setQuietHours: { try await performer.perform(SetQuietHours(hours: $0)) },
      testChannel: { try await performer.perform(TestChannel(id: $0)) })
  }
}

extension ChannelClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = ChannelClient()
}

extension DependencyValues {
  public var channelClient: ChannelClient {
    get { self[ChannelClient.self] }
    set { self[ChannelClient.self] = newValue }
  }
}
