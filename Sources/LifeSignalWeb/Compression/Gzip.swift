import CZlib
import NIOCore

/// The gzip format (RFC 1952), by the system's zlib.
enum Gzip {
  /// How hard zlib tries: for data made for one answer, and for data that is kept.
  enum Effort: Int32, Sendable {
    case once = 5
    case kept = 9
  }

  /// The bytes as one gzip member.
  ///
  /// - Parameter filler: letters of the member's file name, 0–255. They say nothing and are skipped by
  ///   every reader; they only make the length of two equal contents differ.
  /// - Returns: nil when zlib has no memory.
  static func compressed(
    _ bytes: ByteBuffer, effort: Effort, filler: Int = 0
  ) -> ByteBuffer? {
    var stream = z_stream()
    // 16 selects gzip's header and trailer around a window of 2^15 bytes.
    let began = deflateInit2_(
      &stream, effort.rawValue, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(clamping: MemoryLayout<z_stream>.size))
    guard began == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var name = [UInt8](repeating: UInt8(ascii: "-"), count: min(max(filler, 0), 255)) + [0]
    return name.withUnsafeMutableBufferPointer { name in
      var header = gz_header()
      // Written while `deflate` runs below: both outlive it.
      return withUnsafeMutablePointer(to: &header) { header in
        if filler > 0 {
          header.pointee.name = name.baseAddress
          deflateSetHeader(&stream, header)
        }
        return finish(&stream, bytes)
      }
    }
  }

  private static func finish(_ stream: inout z_stream, _ bytes: ByteBuffer) -> ByteBuffer? {
    // The bound holds for the whole input in one call, the header included.
    let most = Int(clamping: deflateBound(&stream, UInt(clamping: bytes.readableBytes)))
    var output = ByteBufferAllocator().buffer(capacity: most)
    let isDone = bytes.withUnsafeReadableBytes { input in
      output.writeWithUnsafeMutableBytes(minimumWritableBytes: most) { room in
        // zlib reads its input only; the pointer's type is older than `const`.
        stream.next_in = UnsafeMutablePointer(
          mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = room.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(clamping: most)
        guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return 0 }
        return most - Int(clamping: stream.avail_out)
      } > 0
    }
    return isDone ? output : nil
  }
}
