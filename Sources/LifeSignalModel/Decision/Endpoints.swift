/// The commands and queries of the HTTP API that are values.
public enum Endpoints {
  public static let commands: [any Endpoint.Type] =
    [
      RenamePasskey.self, RemovePasskey.self,
    ] + checkIns + checkInSettings + profile + push + escalationPlan + contacts + travel + alerts
    + alarms + pings + notifications + things + accessTokens + checkInCodes + channels + sessions
    + proof + deletion + channelCodes + phoneChange + signIn + invitations

  public static let queries: [any Query.Type] =
    [
      GetPasskeys.self
    ] + profileQueries + checkInSettingsQueries + checkInHistoryQueries + contactQueries
    + travelQueries + alertQueries + escalationPlanQueries + pingQueries + notificationQueries
    + thingQueries
    + accessTokenQueries + checkInCodeQueries + channelQueries + invitationQueries
}
