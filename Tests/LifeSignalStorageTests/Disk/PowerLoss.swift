import Foundation

/// The contents of a disk after a power cut, derived from its record of events.
///
/// Everything that was synced is there. Each write since a file's last sync is there, is missing, or is
/// there in part, in sectors of 512 bytes and in any order: a disk may reorder writes. A deleted file is
/// gone immediately.
struct PowerLoss {
  private static let sector = 512

  private struct File {
    var synced: Data
    var waiting: [DiskEvent] = []
  }

  private var files: [String: File]

  /// - Parameter before: what was on the disk, and synced, when the book began.
  init(before: [String: Data]) { files = before.mapValues { File(synced: $0) } }

  /// Goes on by one entry of the book.
  mutating func pass(_ event: DiskEvent) {
    switch event {
    case .write(let name, _, _), .truncate(let name, _):
      files[name, default: File(synced: Data())].waiting.append(event)
    case .sync(let name):
      guard var file = files[name] else { return }
      for event in file.waiting { Self.carryOut(event, on: &file.synced) }
      file.waiting = []
      files[name] = file
    case .delete(let name):
      files[name] = nil
    case .acknowledged:
      break
    }
  }

  /// The files as one power cut of many possible ones leaves them. Seed 0 keeps nothing that was not
  /// synced, seed 1 keeps all of it.
  func contents(seed: UInt64) -> [String: Data] {
    var chance = SplitMix(state: seed)
    // Sorted: one seed is one outcome.
    var result: [String: Data] = [:]
    for name in files.keys.sorted() {
      guard let file = files[name] else { continue }
      var data = file.synced
      for event in file.waiting where seed > 0 {
        switch seed == 1 ? 0 : chance.next() % 4 {
        case 0, 1: Self.carryOut(event, on: &data)
        case 2: Self.tear(event, on: &data, &chance)
        default: break
        }
      }
      result[name] = data
    }
    return result
  }

  private static func carryOut(_ event: DiskEvent, on data: inout Data) {
    switch event {
    case .write(_, let offset, let bytes): put(bytes, at: offset, in: &data)
    case .truncate(_, let size): data = data.prefix(size)
    default: break
    }
  }

  /// Some of the sectors of a write; a truncation is whole or not at all.
  private static func tear(_ event: DiskEvent, on data: inout Data, _ chance: inout SplitMix) {
    guard case .write(_, let offset, let bytes) = event else { return }
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + sector - (offset + start) % sector)
      if chance.next() % 2 == 0 {
        put(
          bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)], at: offset + start,
          in: &data)
      }
      start = end
    }
  }

  private static func put(_ bytes: Data, at offset: Int, in data: inout Data) {
    if data.count < offset + bytes.count {
      data.append(Data(count: offset + bytes.count - data.count))
    }
    data.replaceSubrange(
      (data.startIndex + offset)..<(data.startIndex + offset + bytes.count), with: bytes)
  }
}

/// A small generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
