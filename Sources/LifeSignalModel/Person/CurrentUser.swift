extension Endpoints {
  static let profileQueries: [any Query.Type] = [CurrentUser.self]
}

/// The member as they see themselves: profile, settings, check-ins, status and the own alerts.
public struct CurrentUser: FollowedQuery, BriefQuery {
  public init() {}

  public static let topics: ChangeSet = [.user, .checkIns, .alert, .sessions]
  public static let route = Route.get("/user", summary: "Reads the own record.", for: .token(.read))

  /// - Throws: ``Refusal/personNotFound``.
  public func answer(to me: Member, from reads: some Reads, at moment: Moment) throws -> UserData {
    let (person, watch) = try reads.promise(of: me.id)
    return UserData(
      person, watch: watch, manualAlert: try reads.openAlert(of: me.id, kind: .manual),
      travel: try reads.openTravel(of: me.id), alarms: try reads.alarms(of: me.id, for: me.id))
  }
}
