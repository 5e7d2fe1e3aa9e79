import LifeSignalWeb
import Testing

@Suite struct `Client addresses` {
  @Test func `two hosts of one IPv6 household count as one`() {
    #expect(
      ClientAddress(text: "2001:db8:1:2::1") == ClientAddress(text: "2001:db8:1:2:ffff:1:2:3"))
    #expect(ClientAddress(text: "2001:db8:1:2::1") != ClientAddress(text: "2001:db8:1:3::1"))
  }

  @Test func `an IPv4 address seen through an IPv6 socket is the same address`() {
    #expect(ClientAddress(text: "::ffff:192.0.2.7") == .ipv4("192.0.2.7"))
  }

  @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"])
  func `loopback is recognised in every spelling`(text: String) {
    #expect(ClientAddress(text: text).isLoopback)
  }

  @Test(arguments: ["192.0.2.7", "2001:db8::1", "", "localhost", "127.0.0.1.evil.example"])
  func `nothing else is taken for loopback`(text: String) {
    #expect(!ClientAddress(text: text).isLoopback)
  }
}
