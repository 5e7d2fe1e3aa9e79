import SwiftDiagnostics
import SwiftSyntax

/// One case of an enum as the macros need it.
struct EnumCase {
  struct Value {
    let label: String?
    let type: String
    /// Written behind `=`.
    let fallback: String?
  }
  let name: String
  let values: [Value]
  /// The condition for the case to exist: `#if` around its declaration.
  var condition: String?
  let node: Syntax
  let attributes: AttributeListSyntax

  var bareName: String { name.filter { $0 != "`" } }

  static func all(of declaration: EnumDeclSyntax) -> [EnumCase] {
    all(in: declaration.memberBlock.members, of: declaration.name.text, under: nil)
  }

  private static func all(
    in members: MemberBlockItemListSyntax, of root: String, under condition: String?
  ) -> [EnumCase] {
    members.flatMap { member -> [EnumCase] in
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        return all(in: block, of: root, under: condition)
      }
      guard let line = member.decl.as(EnumCaseDeclSyntax.self) else { return [] }
      return line.elements.map {
        EnumCase($0, line.attributes, of: root, condition: condition)
      }
    }
  }

  /// Each clause holds where its own condition does and none before it.
  private static func all(
    in block: IfConfigDeclSyntax, of root: String, under outer: String?
  ) -> [EnumCase] {
    var failed: [String] = outer.map { ["(\($0))"] } ?? []
    return block.clauses.flatMap { clause -> [EnumCase] in
      let own = clause.condition.map { "(\($0.trimmedDescription))" }
      let condition = (failed + (own.map { [$0] } ?? [])).joined(separator: " && ")
      if let own { failed.append("!\(own)") }
      guard case .decls(let members)? = clause.elements else { return [] }
      return all(in: members, of: root, under: condition)
    }
  }

  private init(
    _ element: EnumCaseElementSyntax, _ attributes: AttributeListSyntax, of root: String,
    condition: String?
  ) {
    name = element.name.text
    values = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName?.text
      return Value(
        label: label == "_" ? nil : label,
        type: NamedSelf(root).rewrite(parameter.type).trimmedDescription,
        fallback: parameter.defaultValue?.value.trimmedDescription)
    }
    self.condition = condition
    node = Syntax(element)
    self.attributes = attributes
  }

  /// `text`, where the case is there.
  func conditional(_ text: String) -> String {
    guard let condition else { return text }
    return "#if \(condition)\n\(text)#endif\n"
  }
}

/// Spells out `Self`: inside a nested type it would mean another.
private final class NamedSelf: SyntaxRewriter {
  private let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    guard token.tokenKind == .keyword(.Self) else { return token }
    return token.with(\.tokenKind, .identifier(name))
  }
}
