import Testing

@Suite struct SeededGeneratorTests {
  /// The first values of seed 0, as the authors' reference implementation gives them.
  @Test func `it gives the published values`() {
    var generator = SeededGenerator(seed: 0)
    #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
    #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(generator.next() == 0x06C4_5D18_8009_454F)
  }
}
