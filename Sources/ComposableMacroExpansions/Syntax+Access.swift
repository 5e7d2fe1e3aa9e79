import SwiftDiagnostics
import SwiftSyntax

extension DeclModifierListSyntax {
  /// The access of members that a macro adds: the type's own, `private` widened to `fileprivate`.
  var access: String {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      case .keyword(.private), .keyword(.fileprivate): return "fileprivate "
      default: continue
      }
    }
    return ""
  }
}

extension AttributeListSyntax {
  /// Whether an attribute is there under its name, with or without its module's.
  func contains(named name: String) -> Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return false }
      let text = attribute.attributeName.trimmedDescription
      return text == name || text.hasSuffix(".\(name)") || text.hasPrefix("\(name)<")
    }
  }
}

/// A macro's message about code that it cannot expand.
struct Complaint: DiagnosticMessage {
  let message: String
  let diagnosticID: MessageID
  let severity = DiagnosticSeverity.error

  init(_ message: String) {
    self.message = message
    diagnosticID = MessageID(domain: "ComposableMacros", id: message)
  }
}

/// The offer of a fix-it.
struct Remedy: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String) {
    self.message = message
    fixItID = MessageID(domain: "ComposableMacros", id: message)
  }
}
