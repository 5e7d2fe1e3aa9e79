import Testing

@testable import LifeSignalServer

@Suite struct `How many connections there may be` {
  private func limits(
    files: Int, _ connections: Settings.Connections = .init(), isBehindProxy: Bool = false
  ) throws -> ConnectionLimits {
    try ConnectionLimits(
      files: files, cores: 2,
      settings: Settings(isBehindProxy: isBehindProxy, connections: connections))
  }

  @Test(arguments: [(192, 88), (512, 384), (1_024, 768), (65_536, 64_000)])
  func `files are kept back for the loops, the couriers and the database`(files: Int, total: Int)
    throws
  {
    #expect(try limits(files: files).total == total)
  }

  @Test func `no address takes the room of all others`() throws {
    #expect(try limits(files: 512).perAddress == 96)
    #expect(try limits(files: 65_536).perAddress == 1_000)
    #expect(try limits(files: 65_536, .init(perAddress: 5_000)).perAddress == 5_000)
  }

  @Test func `behind a proxy only its own connections are not limited by address`() throws {
    let limits = try limits(files: 512, isBehindProxy: true)
    #expect(limits.perAddress == limits.total)
    #expect(limits.requestsPerAddress == 96)
  }

  @Test func `too few files are refused with what would be enough`() {
    #expect {
      try limits(files: 100)
    } throws: {
      "\($0)".contains("100 files") && "\($0)".contains("136")
    }
  }

  @Test func `more connections than the files allow are refused by the name of the setting`() {
    #expect {
      try limits(files: 512, .init(total: 400))
    } throws: {
      "\($0)".contains("http.connections") && "\($0)".contains("384")
    }
  }
}
