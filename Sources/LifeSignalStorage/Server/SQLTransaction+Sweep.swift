import Foundation
import LifeSignalEngine

extension SQLTransaction {
  func sweep(_ kind: SweptRows, before: Date, limit: Int) throws -> Int {
    switch kind {
    case .leftovers: try sweepLeftovers(before: before, limit: limit)
    case .activities: try sweepActivities(before: before, limit: limit)
    case .retiredQRCodes: try sweepRetiredQRCodes(before: before, limit: limit)
    case .requests: try sweepRequests(before: before, limit: limit)
    case .automaticCheckIns: try sweepCheckIns(before: before, limit: limit)
    case .checkIns: try sweepAllCheckIns(before: before, limit: limit)
    case .history: try sweepHistory(before: before, limit: limit)
    }
  }
}
