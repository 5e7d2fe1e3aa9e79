/// The most that may be spent in one day (UTC), in the carrier's units: segments of text, or calls.
public struct BudgetLimits: Equatable, Sendable {
  /// For everything that is neither an alert nor a code.
  public var perDay: Int
  /// The part of that for the numbers of one country.
  public var perPrefix: Int
  /// For one-time codes alone. Anyone may request one, so their cost must not reduce any other
  /// share.
  public var codes: Int
  /// For alerts alone, in all countries.
  public var alarms: Int
  /// For alerts to one number, of all people together.
  public var alarmsPerNumber: Int
  /// For the alerts of one person to one number: a person who raises one alert after another uses up
  /// their own part and leaves the rest to the other people this responder watches over. The first message
  /// of each alert is sent beyond it, and is then counted here alone.
  public var alarmsPerOwner: Int

  /// Four people can use up their parts before a fifth has only the first message of each alert.
  public static let standardAlarmsPerNumber = 120
  /// Ten texts of three parts, or thirty calls.
  public static let standardAlarmsPerOwner = 30

  public init(
    perDay: Int, perPrefix: Int, codes: Int, alarms: Int,
    alarmsPerNumber: Int = BudgetLimits.standardAlarmsPerNumber,
    alarmsPerOwner: Int = BudgetLimits.standardAlarmsPerOwner
  ) {
    self.perDay = perDay
    self.perPrefix = perPrefix
    self.codes = codes
    self.alarms = alarms
    self.alarmsPerNumber = alarmsPerNumber
    self.alarmsPerOwner = alarmsPerOwner
  }

  /// A quarter of the codes, for signed-in people who re-authenticate: strangers, who can have any
  /// number of networks, cannot use it up.
  var ownCodes: Int { codes / 4 }

  /// Another quarter, for members who sign in: strangers cannot keep them out.
  var membersCodes: Int { codes / 4 }

  var strangersCodes: Int { codes - ownCodes - membersCodes }

  /// Codes for the numbers of one country, two thirds of all that strangers can request: an
  /// attacker who makes a server send codes to expensive numbers (SMS pumping) uses up no more than
  /// this, and people elsewhere can still sign in.
  var codesPerPrefix: Int { strangersCodes - strangersCodes / 3 }
}
