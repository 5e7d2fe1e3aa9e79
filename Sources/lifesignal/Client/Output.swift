import Foundation
import LifeSignalAPI
import LifeSignalModel

/// On standard output: the result, and nothing else.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// On standard error: messages for people beside the result.
func complain(_ text: String) {
  FileHandle.standardError.write(Data("lifesignal: \(text)\n".utf8))
}

/// The same JSON as on the wire, on one line.
func sayJSON(_ value: some Encodable) throws {
  say(String(decoding: try APIJSON.encode(value), as: UTF8.self))
}

/// Prompts on standard error and reads a line; nil at the end of input.
func ask(_ question: String) -> String? {
  FileHandle.standardError.write(Data((question + " ").utf8))
  return readLine()?.trimmingCharacters(in: .whitespaces)
}

/// Rows under each other, columns beside each other; two blanks between them.
struct TextTable {
  var rows: [[String]]

  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] + 2 - cell.count)
      }
      .joined()
    }
    .joined(separator: "\n")
  }
}

extension String {
  /// Without characters that a terminal would interpret: names and notes are other people's words.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map {
          $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            ? "\u{FFFD}" : $0
        }))
  }
}

extension Date {
  /// On this machine's clock: "2026-11-22 14:03".
  var local: String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd HH:mm"
    return format.string(from: self)
  }
}
