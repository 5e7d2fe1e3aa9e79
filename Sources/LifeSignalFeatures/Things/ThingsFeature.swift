public import Composable
import Foundation
public import LifeSignalModel

/// Devices that check in for me: the list, which of their signals count, and their addresses.
@Reducer
public struct ThingsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var list: ThingList = .init()
    public var hasLoaded: Bool = false
    public var isBusy: Bool = false
    /// The device that is being added or changed.
    public var editor: Editor?
    /// A new address; shown until the person dismisses it, and never again.
    public var key: ThingKey?
    /// Whether ``key`` is, or will be, that of the person's own link.
    public var isKeyOfLink: Bool = false
    /// Whether the browser could copy the address of ``key``; nil until it has tried.
    public var isCopied: Bool?
    /// The device whose removal waits for confirmation.
    public var removing: ThingData?
    /// The device whose new address waits for confirmation.
    public var rotating: ThingData?
    /// Scheme and host under which the browser reaches us; empty until it has reported them.
    public var origin: String = ""
    /// Where the browser is.
    public var browserZone: Zone?
    public var error: UserFacingError?

    public init() {}

    /// The person's own link, which is separate from the devices.
    public var link: ThingData? { list.things.first { $0.settings.kind == .link } }

    /// Everything but the link.
    public var things: [ThingData] { list.things.filter { $0.settings.kind != .link } }

    /// The whole address of ``key``.
    public var address: String? { key.map { origin + $0.path } }
  }

  /// A device as it is being typed.
  public struct Editor: Equatable, Sendable {
    /// Nil for a new one.
    public var id: Thing.ID?
    public var settings: ThingSettings

    public init(id: Thing.ID? = nil, settings: ThingSettings) {
      self.id = id
      self.settings = settings
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case thingsResponse(Result<ThingList, UserFacingError>)
    case thingsChanged(ThingList)
    /// The browser's report on itself.
    case placeReported(origin: String, zone: String)

    case addButtonTapped
    case linkButtonTapped
    case thingTapped(Thing.ID)
    case nameChanged(String)
    case kindChosen(ThingKind)
    case countsToggled
    /// "HH:MM"; anything else is no time.
    case beforeChanged(String)
    case isOnToggled
    case saveButtonTapped
    case editorCancelled
    case added(Result<ThingKey, UserFacingError>)
    case edited(Result<Empty, UserFacingError>)
    case rotateButtonTapped
    case rotateConfirmed
    case rotateCancelled
    case keyDismissed
    /// The browser's report on copying the address.
    case copied(Bool)
    case copyNoticeDismissed
    case removeButtonTapped
    case removeConfirmed
    case removeCancelled
    case matchChosen(EvidenceRule.Match)
    case ruleResponse(Result<Empty, UserFacingError>)

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
    case changes
  }

  @Dependency(\.thingClient) var thingClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .merge(
          .request(Action.thingsResponse, cancelled: .requestCancelled) { [thingClient] in
            try await thingClient.getThings()
          }
          .cancellable(id: CancellationID.load, cancelInFlight: true),
          .follow({ [thingClient] in thingClient.thingsStream() }, send: Action.thingsChanged)
            .cancellable(id: CancellationID.changes, cancelInFlight: true))

      case .thingsResponse(.success(let list)), .thingsChanged(let list):
        state.hasLoaded = true
        state.list = list
        return .none

      case .placeReported(let origin, let zone):
        state.origin = origin
        state.browserZone = Zone(zone)
        return .none

      case .addButtonTapped:
        state.editor = Editor(settings: ThingSettings(name: "", kind: .plug))
        return .none

      case .thingTapped(let id):
        state.editor = state.list.things.first { $0.id == id }
          .map { Editor(id: $0.id, settings: $0.settings) }
        return .none

      case .nameChanged(let name):
        state.editor?.settings.name = name
        return .none

      case .kindChosen(let kind):
        state.editor?.settings.kind = kind
        return .none

      case .countsToggled:
        state.editor?.settings.counts.toggle()
        return .none

      case .beforeChanged(let text):
        state.editor?.settings.before = TimeOfDay(text)
        return .none

      case .isOnToggled:
        state.editor?.settings.isOn.toggle()
        return .none

      case .editorCancelled:
        state.editor = nil
        return .none

      case .linkButtonTapped, .saveButtonTapped, .rotateConfirmed, .removeConfirmed, .matchChosen:
        return change(&state, action)

      case .added(.success(let key)):
        state.isBusy = false
        state.editor = nil
        state.key = key
        return .none

      case .edited(.success):
        state.isBusy = false
        state.editor = nil
        return .none

      case .keyDismissed:
        state.key = nil
        state.isCopied = nil
        return .none

      case .copied(let isCopied):
        guard state.key != nil else { return .none }
        state.isCopied = isCopied
        return .none

      case .copyNoticeDismissed:
        state.isCopied = nil
        return .none

      case .removeButtonTapped:
        state.removing = state.list.things.first { $0.id == state.editor?.id }
        return .none

      case .rotateButtonTapped:
        state.rotating = state.list.things.first { $0.id == state.editor?.id }
        return .none

      case .rotateCancelled:
        state.rotating = nil
        return .none

      case .removeCancelled:
        state.removing = nil
        return .none

      case .ruleResponse(.success), .requestCancelled:
        state.isBusy = false
        return .none

      case .thingsResponse(.failure(let error)), .added(.failure(let error)),
        .edited(.failure(let error)), .ruleResponse(.failure(let error)):
        state.isBusy = false
        state.error = error
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

  /// One question at a time.
  private func change(_ state: inout State, _ action: Action) -> Effect<Action> {
    guard !state.isBusy else { return .none }
    switch action {
    case .linkButtonTapped:
      state.isBusy = true
      state.isKeyOfLink = true
      return .request(Action.added, cancelled: .requestCancelled) { [thingClient] in
        // Shown nowhere: the app names a link in the viewer's language.
        try await thingClient.add(ThingSettings(name: "Check-in link", kind: .link))  // no words
      }

    case .saveButtonTapped:
      guard let editor = state.editor else { return .none }
      state.isBusy = true
      state.isKeyOfLink = false
      // A time of day is meant by the clocks of the owner's place. The zone is saved first: if
      // other devices already depend on it, that requires re-authentication, and without it nothing
      // is changed; if none does, the zone has no effect yet. Saved after the device, it would
      // leave the device with the wrong clocks if it failed.
      let rule = zoneRule(state, editor.settings)
      guard let id = editor.id else {
        return .request(Action.added, cancelled: .requestCancelled) { [thingClient] in
          if let rule { try await thingClient.setRule(rule) }
          return try await thingClient.add(editor.settings)
        }
      }
      return .request(Action.edited, cancelled: .requestCancelled) { [thingClient] in
        if let rule { try await thingClient.setRule(rule) }
        try await thingClient.edit(id, editor.settings)
        return Empty()
      }

    case .rotateConfirmed:
      guard let thing = state.rotating else { return .none }
      state.rotating = nil
      state.isBusy = true
      state.isKeyOfLink = thing.settings.kind == .link
      return .request(Action.added, cancelled: .requestCancelled) { [thingClient] in
        try await thingClient.rotate(thing.id)
      }

    case .removeConfirmed:
      guard let id = state.removing?.id else { return .none }
      state.removing = nil
      state.isBusy = true
      return .request(Action.edited, cancelled: .requestCancelled) { [thingClient] in
        try await thingClient.remove(id)
        return Empty()
      }

    case .matchChosen(let match):
      guard match != state.list.rule.match else { return .none }
      state.isBusy = true
      let rule = EvidenceRule(
        match: match, zone: state.browserZone ?? state.list.rule.zone)
      return .request(Action.ruleResponse, cancelled: .requestCancelled) { [thingClient] in
        try await thingClient.setRule(rule)
        return Empty()
      }

    default: return .none
    }
  }

  private func zoneRule(_ state: State, _ settings: ThingSettings) -> EvidenceRule? {
    guard settings.before != nil, let zone = state.browserZone, zone != state.list.rule.zone
    else { return nil }
    return EvidenceRule(match: state.list.rule.match, zone: zone)
  }
}
