public import LifeSignalModel

extension SmallWorld {
  /// A new sheet of `p`'s, whose silent group tells `told`, or both responders.
  public func printCodes(telling told: [Person.ID]? = nil) async throws -> NewCheckInSheet {
    let sheet = try await perform(MakeCheckInCodes(told: told ?? [r1, r2]), by: p)
    try await settle()
    courier.forget()
    return sheet
  }
}

extension NewCheckInSheet {
  /// The twenty codes that only check in.
  public var ordinary: [String] {
    groups.enumerated().filter { $0.offset != silentGroup }.flatMap(\.element)
  }

  /// The five that call for help.
  public var silent: [String] { groups[silentGroup] }
}
