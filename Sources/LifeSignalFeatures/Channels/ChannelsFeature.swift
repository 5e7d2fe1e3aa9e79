public import Composable
public import LifeSignalModel

/// How I am reached: my channels, their order, quiet hours, and how reliably an alert arrives.
@Reducer
public struct ChannelsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The server's state; nil until it is known.
    public var list: ChannelList?
    public var isLoading: Bool = false
    /// Whether a change is on its way.
    public var isSaving: Bool = false
    /// Chosen, and not in ``list`` yet.
    public var savingHours: NextHours?
    /// Chosen while another change was under way; saved after it.
    public var nextHours: NextHours?
    /// The channel to remove.
    public var removing: ChannelData?
    /// The way that is being added.
    public var adding: Adding?
    public var error: UserFacingError?

    public init() {}

    /// The person's last choice.
    public var quietHours: QuietHours? {
      if let chosen = nextHours ?? savingHours { return chosen.hours }
      return list?.quietHours
    }
  }

  /// Quiet hours that are to be.
  public enum NextHours: Equatable, Sendable {
    case off
    case on(QuietHours)

    init(_ hours: QuietHours?) { self = hours.map { .on($0) } ?? .off }

    var hours: QuietHours? { if case .on(let hours) = self { hours } else { nil } }
  }

  /// An address, and the code that was sent there.
  public struct Adding: Equatable, Sendable {
    public var kind: ChannelKind
    /// As typed.
    public var address: String
    /// Nil until a code has been sent.
    public var verificationID: String?
    public var code: String = ""
    public var isSending: Bool = false
    public var problem: Phrase?

    public init(kind: ChannelKind, address: String = "") {
      self.kind = kind
      self.address = address
    }

    public var canSend: Bool { !isSending && address.contains { !$0.isWhitespace } }
    public var canVerify: Bool {
      !isSending && verificationID != nil
        && code.filter(\.isNumber).count == AuthFeature.codeLength
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case listResponse(Result<ChannelList, UserFacingError>)
    /// The server's list changed.
    case listUpdated(ChannelList)

    case moveTapped(Channel.ID, Channel.Direction)
    case switchTapped(Channel.ID, isOn: Bool)
    case quietChosen(Channel.ID, Channel.Quiet)
    case testTapped(Channel.ID)
    case removeTapped(Channel.ID)
    case removeConfirmed
    case removeCancelled

    /// When switched on, they begin with usual hours of sleep, by the clocks of this zone.
    case quietHoursSwitched(isOn: Bool, Zone)
    /// "22:00", as a field for times sends it.
    case quietFromChanged(String)
    case quietUntilChanged(String)
    case savedResponse(Result<Empty, UserFacingError>)

    case addTapped
    /// Opens the code entry again, for a channel that waits for one.
    case verifyTapped(Channel.ID)
    case kindChosen(ChannelKind)
    case addressChanged(String)
    case sendCodeTapped
    case sendCodeResponse(Result<String, UserFacingError>)
    case codeChanged(String)
    case verifyCodeTapped
    case verifyResponse(Result<Empty, UserFacingError>)
    case addingCancelled

    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case load
    case follow
    case code
  }

  @Dependency(\.channelClient) var channelClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard state.list == nil, !state.isLoading else { return .none }
        state.isLoading = true
        return .merge(
          .request(Action.listResponse, cancelled: .requestCancelled) { [channelClient] in
            try await channelClient.getChannels()
          }
          .cancellable(id: CancellationID.load, cancelInFlight: true),
          .follow({ [channelClient] in channelClient.channelsStream() }, send: Action.listUpdated)
            .cancellable(id: CancellationID.follow, cancelInFlight: true))

      case .listResponse(.success(let list)), .listUpdated(let list):
        state.isLoading = false
        state.list = list
        if !state.isSaving || list.quietHours == state.savingHours?.hours {
          state.savingHours = nil
        }
        return .none

      case .listResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .moveTapped, .switchTapped, .quietChosen, .testTapped, .removeTapped, .removeConfirmed,
        .removeCancelled, .quietHoursSwitched, .quietFromChanged, .quietUntilChanged,
        .savedResponse:
        return change(&state, action)

      case .addTapped, .verifyTapped, .kindChosen, .addressChanged, .sendCodeTapped,
        .sendCodeResponse, .codeChanged, .verifyCodeTapped, .verifyResponse, .addingCancelled:
        return add(&state, action)

      case .requestCancelled:
        state.isLoading = false
        state.isSaving = false
        state.savingHours = nil
        state.nextHours = nil
        state.adding?.isSending = false
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        return .none

      case .delegate:
        return .none
      }
    }
  }
}
