import Foundation
import LifeSignalModel

extension MemoryTransaction {
  func request(_ name: Data, of person: Person.ID) -> KeptRequest? {
    tables.requests.first { $0.name == name && $0.person == person }
  }

  func begin(_ request: KeptRequest) {
    tables.requests.removeAll { $0.name == request.name && $0.person == request.person }
    tables.requests.append(request)
  }

  func finish(_ request: KeptRequest, at: Date) -> Bool {
    change(&tables.requests, { $0.isAttempt(request) }) { $0.doneAt = $0.doneAt ?? at }
  }

  func keep(_ answer: Data, of request: KeptRequest) -> Bool {
    change(&tables.requests, { $0.isAttempt(request) }) { $0.answer = answer }
  }

  func forget(_ request: KeptRequest) -> Bool {
    let count = tables.requests.count
    tables.requests.removeAll { $0.isAttempt(request) && $0.doneAt == nil }
    return tables.requests.count < count
  }

  func sweepRequests(before: Date, limit: Int) -> Int {
    let old = tables.requests.filter { $0.startedAt < before }
      .sorted { $0.startedAt < $1.startedAt }.prefix(limit)
    tables.requests.removeAll { old.contains($0) }
    return old.count
  }
}

extension KeptRequest {
  fileprivate func isAttempt(_ other: KeptRequest) -> Bool {
    person == other.person && name == other.name && startedAt == other.startedAt
  }
}
