import Foundation

// What libFuzzer calls (https://llvm.org/docs/LibFuzzer.html). Compiled by `scripts/fuzz` together with
// Tests/LifeSignalWebTests/Fuzz/ForeignBytes.swift, and with nothing else.

/// Named by `FUZZ_PARSER`.
private let parser: ForeignBytes = {
  let name = ProcessInfo.processInfo.environment["FUZZ_PARSER"] ?? ""
  guard let parser = ForeignBytes(rawValue: name) else { fatalError("FUZZ_PARSER: no \(name)") }
  return parser
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try parser.check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  } catch {
    // Stops the process: libFuzzer keeps the bytes.
    fatalError("\(parser): \(error)")
  }
  return 0
}
