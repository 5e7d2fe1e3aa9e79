import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

@Suite struct EntropyTests {
  @Test func `codes have six digits, leading zeros included`() {
    #expect(Entropy { [UInt8](repeating: 0, count: $0) }.code() == "000000")
    let codes = (0..<2_000).map { _ in Entropy.system.code() }
    #expect(codes.allSatisfy { $0.count == 6 && Int($0) != nil })
    #expect(Set(codes).count > 1_900)
  }

  @Test func `tokens carry 256 bits in text that fits a cookie`() {
    let token = Entropy.system.text(bytes: 32)
    #expect(token.count == 43)
    #expect(token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
  }

  @Test func `receipts of rows written together stand together, and none can be guessed`() {
    let rows = (0..<200).map { Delivery.ID(383_067_235_192_668_000 + Int64($0)) }
    let tokens = rows.map { Entropy.system.receiptToken(of: $0) }
    #expect(tokens.sorted() == tokens)
    #expect(Set(tokens.map { $0.suffix(22) }).count == tokens.count)
    #expect(
      tokens.joined().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    )
  }

  @Test func `fractions stay below one`() {
    let highest = Entropy { [UInt8](repeating: 255, count: $0) }
    #expect(highest.fraction() < 1)
    #expect(Entropy { [UInt8](repeating: 0, count: $0) }.fraction() == 0)
  }

  @Test func `codes of people are random UUIDs`() {
    let code = Entropy.system.qrCode()
    #expect(QRCodeID(scanned: code.rawValue) == code)
    #expect(Array(code.rawValue)[14] == "4")
  }

  @Test func `hashes are equal only when every byte is`() {
    let hash = CredentialHash.token("a")
    let secrets = NoSecrets()
    #expect(secrets.areEqual(hash, CredentialHash.token("a")))
    #expect(!secrets.areEqual(hash, CredentialHash.token("b")))
    #expect(!secrets.areEqual(hash, hash.dropLast()))
    #expect(!secrets.areEqual(hash, Data()))
  }

  @Test func `a code's hash needs the key, the request and the number`() {
    let make = { (code: String, id: OneTimeCode.ID, number: String, key: String) in
      CredentialHash.code(code, of: id, phoneNumber: number, key: Data(key.utf8))
    }
    let hash = make("123456", "r", "+1", "k")
    #expect(hash == make("123456", "r", "+1", "k"))
    #expect(hash != make("123457", "r", "+1", "k"))
    #expect(hash != make("123456", "s", "+1", "k"))
    #expect(hash != make("123456", "r", "+2", "k"))
    #expect(hash != make("123456", "r", "+1", "l"))
  }
}
