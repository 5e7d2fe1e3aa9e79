/// Makes a member without a code, for demos and operators. Answers with the member; a number that
/// has one already changes nothing.
public struct Enrol: Command {
  public var phoneNumber: String
  public var region: Region

  public init(phoneNumber: String, region: Region) {
    self.phoneNumber = phoneNumber
    self.region = region
  }

  public static let terms = Terms.ordinary

  /// The person who has this number.
  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws -> Person?
  {
    try PhoneNumber(phoneNumber, region: region).flatMap {
      try reads.person(phoneNumber: $0.e164)
    }
  }

  public func decide(
    _ existing: Person?, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<Person.ID> {
    try AuthRules.enrol(
      phoneNumber: phoneNumber, region: region, existing: existing,
      qrCode: moment.secrets.entropy.qrCode(), channels: moment.channels.signUp, moment: moment)
  }
}
