import Testing

@testable import LifeSignalAPI

struct APIVersionTests {
  @Test func `a path names its version`() {
    #expect(APIVersion.v1.path == "/api/v1")
  }
}
