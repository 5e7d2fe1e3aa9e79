import HTTPTypes
import Hummingbird

extension CallbackForm {
  /// A carrier's own id of a message or call.
  /// - Throws: 400 when there is none.
  func id(_ name: String) throws -> String {
    guard let id = self[name], (1...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { throw HTTPError(.badRequest) }
    return id
  }
}
