import LifeSignalModel
import Testing

@Suite struct EndpointsTests {
  @Test func `Every endpoint and query of the sources is in the list, once`() throws {
    let declared = try names(of: /struct (\w+): (?:Endpoint|\w*Query)\b/)
    let listed =
      Endpoints.commands.map { "\($0)" } + Endpoints.queries.map { "\($0)" }
    #expect(declared.count > 50)
    #expect(declared.sorted() == listed.sorted())
  }
}
