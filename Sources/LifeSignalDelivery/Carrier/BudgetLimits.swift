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
  /// For alarms to one number, whoever pays for them: nobody's quarrel uses up what others may need.
  public var alarmsPerNumber: Int

  /// Twenty texts of three parts, or sixty calls.
  public static let standardAlarmsPerNumber = 60

  public init(
    perDay: Int, perPrefix: Int, codes: Int, alarms: Int,
    alarmsPerNumber: Int = BudgetLimits.standardAlarmsPerNumber
  ) {
    self.perDay = perDay
    self.perPrefix = perPrefix
    self.codes = codes
    self.alarms = alarms
    self.alarmsPerNumber = alarmsPerNumber
  }

  /// Of the codes, a quarter, for people who are signed in and confirm that it is they: strangers, who
  /// can have as many networks as they like, cannot use it up.
  var ownCodes: Int { codes / 4 }

  var strangersCodes: Int { codes - ownCodes }

  /// Codes for the numbers of one country, two thirds of all that strangers can ask for: who makes a
  /// server send codes to expensive numbers (SMS pumping) uses up no more than this, and people
  /// elsewhere can still sign in.
  var codesPerPrefix: Int { strangersCodes - strangersCodes / 3 }
}
