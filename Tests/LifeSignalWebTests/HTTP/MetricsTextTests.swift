import LifeSignalEngine
import LifeSignalWeb
import Testing

@Suite struct MetricsTextTests {
  private let house: TestHouse

  init() throws { house = try TestHouse() }

  @Test func `Figures of other rooms stand together by name`() async throws {
    let figures = [
      OperatorFigure("lifesignal_a", "A.", labels: ["of": "1"], 1),
      OperatorFigure("lifesignal_b_total", "B.", 2),
      OperatorFigure("lifesignal_a", "A.", labels: ["of": "2"], 3),
    ]
    let families = try await house.engine.metrics(health: .ready, adding: figures)
    #expect(
      MetricsText(families).text.hasSuffix(
        """
        # HELP lifesignal_a A.
        # TYPE lifesignal_a gauge
        lifesignal_a{of="1"} 1.0
        lifesignal_a{of="2"} 3.0
        # HELP lifesignal_b_total B.
        # TYPE lifesignal_b_total counter
        lifesignal_b_total 2.0

        """))
  }

  @Test func `Every line is a comment, or a name with its labels and a number`() async throws {
    let families = try await house.engine.metrics(health: .ready)
    let lines = MetricsText(families).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count > 20)
    for line in lines {
      let parts = line.split(separator: " ")
      #expect(parts.count == 2 && Double(parts[1]) != nil)
    }
  }

  @Test func `A histogram counts each duration in every bucket at or above it`() {
    var durations = Histogram()
    for seconds in [0.05, 0.1, 2, 1_000] { durations.note(seconds) }
    var family = MetricFamily("lifesignal_a_seconds", .histogram, "A.")
    family.add(durations, ["of": "1"])
    #expect(
      MetricsText([family]).text == """
        # HELP lifesignal_a_seconds A.
        # TYPE lifesignal_a_seconds histogram
        lifesignal_a_seconds_bucket{le="0.1",of="1"} 2.0
        lifesignal_a_seconds_bucket{le="0.5",of="1"} 2.0
        lifesignal_a_seconds_bucket{le="1.0",of="1"} 2.0
        lifesignal_a_seconds_bucket{le="3.0",of="1"} 3.0
        lifesignal_a_seconds_bucket{le="10.0",of="1"} 3.0
        lifesignal_a_seconds_bucket{le="60.0",of="1"} 3.0
        lifesignal_a_seconds_bucket{le="300.0",of="1"} 3.0
        lifesignal_a_seconds_bucket{le="+Inf",of="1"} 4.0
        lifesignal_a_seconds_sum{of="1"} 1002.15
        lifesignal_a_seconds_count{of="1"} 4.0

        """)
  }

  @Test func `Labels are escaped`() {
    var family = MetricFamily("lifesignal_a", .gauge, "A.")
    family.add(1, ["of": "a\"b\\c\nd"])
    #expect(MetricsText([family]).text.hasSuffix(#"lifesignal_a{of="a\"b\\c\nd"} 1.0"# + "\n"))
  }
}
