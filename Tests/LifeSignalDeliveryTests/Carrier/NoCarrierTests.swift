import LifeSignalDelivery
import LifeSignalEngine
import Testing

@Suite struct `A way that is not set up` {
  @Test func `refuses for good, so that the next one follows`() async {
    await #expect(throws: CourierFailure.rejected("voice: not set up")) {
      try await NoCarrier(of: "voice").deliver(CourierUnderTest.voice.message(1))
    }
  }
}
