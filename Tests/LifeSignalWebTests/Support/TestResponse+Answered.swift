import HTTPTypes
import HummingbirdTesting
import LifeSignalWeb

extension TestResponse {
  /// The headers but for the request's own id, which no two answers share.
  var answered: HTTPFields {
    var headers = headers
    headers[.requestID] = nil
    return headers
  }
}
