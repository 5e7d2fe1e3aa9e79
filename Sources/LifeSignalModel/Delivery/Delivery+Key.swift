extension Delivery {
  /// The idempotency key as a carrier gets it. One that was spoilt so that no header takes it is replaced by
  /// the key it was made with: the message would never leave otherwise.
  public var carriedKey: String {
    let bytes = idempotencyKey.utf8
    let isGood = (1...200).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    return isGood ? idempotencyKey : "lifesignal-\(id)"
  }
}
