import Foundation

/// An HTTP request with placeholders, which are filled for each message.
///
/// A placeholder is `{name}`, or `{name|html}` for a value that becomes text within HTML. Each
/// value is escaped once for its place: values are not searched for placeholders, and no value ends
/// the string, line, field or part of an address that contains it.
struct RequestTemplate: Equatable, Sendable {
  indirect enum Value: Equatable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Value])
    case object([String: Value])
  }

  enum Body: Equatable, Sendable {
    case json(Value)
    case form([Field])
    case text(String)
  }

  struct Field: Equatable, Sendable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The request to send.
  struct Filled: Equatable, Sendable {
    var method: String
    var url: String
    var headers: [Field]
    var body: Data
  }

  /// A placeholder without a value, or one that does not end.
  struct UnknownGap: Error, Equatable {
    var name: String
  }

  var method = "POST"
  /// Placeholders may be whole segments of the path and values of the query.
  var url: String
  var headers: [Field] = []
  var body: Body

  /// - Throws: ``UnknownGap``.
  func filled(with values: [String: String]) throws -> Filled {
    let body: Data
    let type: String
    switch self.body {
    case .json(let value):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      body = try encoder.encode(try value.filled(with: values))
      type = "application/json"
    case .form(let fields):
      var form = CarrierForm()
      for field in fields {
        form.add(field.name, try Gaps.fill(field.value, with: values) { $0 })
      }
      body = Data(form.encoded.utf8)
      type = "application/x-www-form-urlencoded"
    case .text(let text):
      body = Data(try Gaps.fill(text, with: values) { $0 }.utf8)
      type = "text/plain; charset=utf-8"
    }
    let headers = try headers.map {
      Field($0.name, try Gaps.fill($0.value, with: values, escaped: Gaps.forHeader))
    }
    return Filled(
      method: method, url: try Gaps.fill(url, with: values, escaped: Gaps.forAddress),
      headers: [Field("Content-Type", type)] + headers, body: body)
  }
}

extension RequestTemplate.Value: Encodable {
  fileprivate func filled(with values: [String: String]) throws -> Self {
    switch self {
    case .text(let text): .text(try Gaps.fill(text, with: values) { $0 })
    case .number, .flag: self
    case .list(let list): .list(try list.map { try $0.filled(with: values) })
    case .object(let object): .object(try object.mapValues { try $0.filled(with: values) })
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
