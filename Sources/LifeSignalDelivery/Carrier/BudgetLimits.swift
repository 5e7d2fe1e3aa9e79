/// What may be spent in one day (UTC), in what the carrier counts: segments of text, or calls.
public struct BudgetLimits: Equatable, Sendable {
  /// For everything that is neither an alarm nor a code.
  public var perDay: Int
  /// Of that, for the numbers of one country.
  public var perPrefix: Int
  /// For one-time codes alone. Anybody may ask for one, so what they cost must be nobody else's.
  public var codes: Int
  /// For alarms alone, whatever their country.
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

  /// Of the codes, a quarter, for people who are signed in and confirm that it is they: strangers, who
  /// can have as many networks as they like, cannot use it up.
  var ownCodes: Int { codes / 4 }

  /// Another quarter, for members who sign in: strangers cannot keep them out.
  var membersCodes: Int { codes / 4 }

  var strangersCodes: Int { codes - ownCodes - membersCodes }

  /// Codes for the numbers of one country, two thirds of all that strangers can ask for: who makes a
  /// server send codes to expensive numbers (SMS pumping) uses up no more than this, and people
  /// elsewhere can still sign in.
  var codesPerPrefix: Int { strangersCodes - strangersCodes / 3 }
}
