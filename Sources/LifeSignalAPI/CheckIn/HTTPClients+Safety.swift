import Foundation
public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var checkIn: CheckInClient {
    CheckInClient(self) {
      try await connection.call(
        APITable.checkIn, CheckInRequest(), key: connection.makeKey()
      ).at
    }
  }
}
