import Foundation
import Testing

@Suite struct `The command line` {
  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = ServerProcess.binary
    process.arguments = arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func `without arguments it explains itself`() throws {
    let (status, output) = try run([])
    #expect(status == 0)
    #expect(output.contains("USAGE: lifesignal"))
    #expect(output.contains("serve"))
  }

  @Test(arguments: [
    (["--port", "99999"], "http.port"),
    (["--host", "0.0.0.0"], "TLS"),
    (["--certificate", "/nonexistent.pem"], "tls.privateKey"),
    (["--configuration", "/nonexistent.json"], "/nonexistent.json"),
    (["--certificate", "/etc/hostname", "--private-key", "/etc/hostname"], "tls.certificate"),
    (["--database", "/proc/none/x.sqlite"], "database.path"),
  ])
  func `a setting that cannot work stops the start and is named`(
    arguments: [String], word: String
  ) throws {
    let (status, output) = try run(["serve"] + arguments)
    #expect(status == 78)
    #expect(output.hasPrefix("lifesignal: "))
    #expect(output.contains(word))
  }

  @Test func `half an account for texts stops the start, and its secret is not said`() throws {
    let half = ["LIFESIGNAL_CARRIER_TOKEN": "0123456789abcdef"]
    let (status, output) = try run(["serve"], environment: half)
    #expect(status == 78)
    #expect(
      output == "lifesignal: carrier.token is set, so carrier.account must be set as well.\n")
  }
}
