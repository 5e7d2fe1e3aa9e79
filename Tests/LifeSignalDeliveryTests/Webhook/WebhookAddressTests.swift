import Testing

@testable import LifeSignalDelivery

@Suite struct `The address of a webhook` {
  @Test(
    arguments: [
      ("https://example.com/hook?x=1", "example.com", 443),
      ("HTTPS://Example.COM./", "example.com", 443),
      ("https://a-b.example.co.uk:8443/p", "a-b.example.co.uk", 8443),
      ("https://1.1.1.1/", "1.1.1.1", 443),
      ("https://[2606:4700::1111]/x", "2606:4700::1111", 443),
      ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443),
    ])
  func `that may be used`(text: String, host: String, port: Int) throws {
    let address = try WebhookAddress(text, policy: WebhookPolicy())
    #expect(address.host == host && address.port == port)
    // What the client will look up is what was checked.
    #expect(address.url.contains("://\(host.contains(":") ? "[\(host)]" : host)"))
  }

  @Test(
    arguments: [
      ("http://example.com/", .schemeNotAllowed), ("ftp://example.com/", .schemeNotAllowed),
      ("file:///etc/passwd", .notAnAddress), ("gopher://example.com/", .schemeNotAllowed),
      ("javascript:alert(1)", .notAnAddress), ("", .notAnAddress), ("example.com", .notAnAddress),
      ("https://", .notAnAddress), ("https://exam ple.com/", .notAnAddress),
      ("https://example.com\\@127.0.0.1/", .notAnAddress),
      ("https://example.com/\r\nHost: x", .notAnAddress), ("https://ex%61mple.com/", .notAnAddress),
      ("https://example.com/#part", .notAnAddress), ("https://.example.com/", .notAnAddress),
      ("https://a..b/", .notAnAddress), ("https://bücher.example/", .notAnAddress),
      ("https://[fe80::1%25eth0]/", .notAnAddress),
      ("https://me@example.com/", .holdsCredentials),
      ("https://me:secret@example.com/", .holdsCredentials),
      ("https://@example.com/", .holdsCredentials),
      ("https://example.com:22/", .portNotAllowed), ("https://example.com:80/", .portNotAllowed),
      ("https://example.com:99999/", .portNotAllowed), ("https://example.com:0/", .portNotAllowed),
      ("https://2130706433/", .ambiguousHost), ("https://0x7f000001/", .ambiguousHost),
      ("https://0x7f.0.0.1/", .ambiguousHost), ("https://0177.0.0.1/", .ambiguousHost),
      ("https://127.1/", .ambiguousHost), ("https://127.0.0.01/", .ambiguousHost),
      ("https://017700000001/", .ambiguousHost), ("https://1.2.3.4.5/", .ambiguousHost),
      ("https://127.0.0.0x1/", .ambiguousHost), ("https://256.1.1.1/", .ambiguousHost),
      ("https://127.0.0.1/", .networkNotAllowed(.loopback)),
      ("https://127.0.0.1./", .networkNotAllowed(.loopback)),
      ("https://[::1]/", .networkNotAllowed(.loopback)),
      ("https://10.0.0.1/", .networkNotAllowed(.private)),
      ("https://169.254.169.254/latest/meta-data", .networkNotAllowed(.linkLocal)),
      ("https://[::ffff:10.0.0.1]/", .networkNotAllowed(.embedded)),
      ("https://[::ffff:8.8.8.8]/", .networkNotAllowed(.embedded)),
      ("https://[64:ff9b::7f00:1]/", .networkNotAllowed(.embedded)),
      ("https://0.0.0.0/", .networkNotAllowed(.unspecified)),
      ("https://[::]/", .networkNotAllowed(.unspecified)),
    ] as [(String, WebhookRefusal)])
  func `that must be refused`(text: String, refusal: WebhookRefusal) {
    #expect(throws: refusal) { try WebhookAddress(text, policy: WebhookPolicy()) }
  }

  @Test func `a long one is refused`() {
    let long = "https://example.com/" + String(repeating: "a", count: 2_000)
    #expect(throws: WebhookRefusal.notAnAddress) {
      try WebhookAddress(long, policy: WebhookPolicy())
    }
  }

  @Test func `at home there are private ones`() throws {
    let home = WebhookPolicy(allowsPrivateNetworks: true)
    for text in [
      "http://192.168.1.5:8123/api", "http://localhost:9/", "http://[fd00::1]/",
      "https://100.64.0.1/", "http://127.0.0.1:8080/",
    ] {
      _ = try WebhookAddress(text, policy: home)
    }
    for (text, refusal) in [
      ("http://169.254.169.254/", .networkNotAllowed(.linkLocal)),
      ("http://[::ffff:192.168.1.5]/", .networkNotAllowed(.embedded)),
      ("http://224.0.0.1/", .networkNotAllowed(.multicast)),
      ("http://2130706433/", .ambiguousHost), ("ftp://192.168.1.5/", .schemeNotAllowed),
      ("http://me@192.168.1.5/", .holdsCredentials),
    ] as [(String, WebhookRefusal)] {
      #expect(throws: refusal) { try WebhookAddress(text, policy: home) }
    }
  }

  /// The first and the last address of every range, and the ones beside it.
  @Test(
    arguments: [
      ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", .open),
      ("9.255.255.255", .open), ("10.0.0.0", .private), ("10.255.255.255", .private),
      ("11.0.0.0", .open), ("100.63.255.255", .open), ("100.64.0.0", .private),
      ("100.127.255.255", .private), ("100.128.0.0", .open), ("126.255.255.255", .open),
      ("127.0.0.0", .loopback), ("127.255.255.255", .loopback), ("128.0.0.0", .open),
      ("169.253.255.255", .open), ("169.254.0.0", .linkLocal), ("169.254.255.255", .linkLocal),
      ("169.255.0.0", .open), ("172.15.255.255", .open), ("172.16.0.0", .private),
      ("172.31.255.255", .private), ("172.32.0.0", .open), ("192.0.0.170", .reserved),
      ("192.0.1.0", .open), ("192.0.2.1", .reserved), ("192.88.99.1", .embedded),
      ("192.167.255.255", .open), ("192.168.0.0", .private), ("192.168.255.255", .private),
      ("192.169.0.0", .open), ("198.17.255.255", .open), ("198.18.0.0", .reserved),
      ("198.19.255.255", .reserved), ("198.20.0.0", .open), ("198.51.100.7", .reserved),
      ("203.0.113.7", .reserved), ("223.255.255.255", .open), ("224.0.0.0", .multicast),
      ("239.255.255.255", .multicast), ("240.0.0.0", .reserved), ("255.255.255.255", .reserved),
      ("::", .unspecified), ("::1", .loopback), ("::2", .embedded), ("::127.0.0.1", .embedded),
      ("::ffff:1.1.1.1", .embedded), ("64:ff9b::1.1.1.1", .embedded),
      ("64:ff9b:1::1", .embedded), ("100::1", .reserved), ("1fff::1", .reserved),
      ("2000::1", .open), ("2001::1", .embedded), ("2001:10::1", .reserved),
      ("2001:1ff:ffff::1", .reserved), ("2001:200::1", .open), ("2001:db8::1", .reserved),
      ("2002:7f00:1::", .embedded), ("2003::1", .open), ("2606:4700:4700::1111", .open),
      ("3ffe::1", .open), ("3fff::1", .reserved), ("3fff:fff::1", .reserved),
      ("3fff:1000::1", .open), ("4000::1", .reserved), ("fbff::1", .reserved),
      ("fc00::1", .private), ("fdff::1", .private), ("fe80::1", .linkLocal),
      ("febf::1", .linkLocal), ("fec0::1", .private), ("ff02::1", .multicast),
    ] as [(String, IPAddress.Network)])
  func `an address belongs to a network`(text: String, network: IPAddress.Network) throws {
    let address = try #require(IPAddress(text))
    #expect(address.network == network)
    #expect(IPAddress("\(address)") == address)
  }

  @Test(arguments: [
    "", "1", "127.1", "0177.0.0.1", "01.2.3.4", "1.2.3.256", "x", "1.2.3.4 ", ":::",
  ])
  func `other spellings are refused`(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
