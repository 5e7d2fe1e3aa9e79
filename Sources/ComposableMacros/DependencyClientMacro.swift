import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes a client's initialiser, in which endpoints left out report themselves by name, and a
/// method with argument labels for every endpoint that names its arguments.
enum DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(node: node, message: Complaint("@DependencyClient applies to structs only."))
      ])
    }
    let client = declaration.name.text
    let access = declaration.modifiers.access
    let properties = try ClientProperty.all(of: declaration)
    let parameters = try properties.map { try $0.parameter(of: client) }
    let assignments = properties.map { "  self.\($0.name) = \($0.name)" }
    var initializer = "\(access)init(\n  "
    initializer += parameters.joined(separator: ",\n  ")
    initializer += "\n) {\n" + assignments.joined(separator: "\n") + "\n}"
    return [DeclSyntax(stringLiteral: initializer)]
      + properties.compactMap { $0.method(access: access) }.map { DeclSyntax(stringLiteral: $0) }
  }
}

private struct ClientProperty {
  let name: String
  let type: String
  let function: FunctionTypeSyntax?
  let fallback: String?
  let node: Syntax

  static func all(of declaration: StructDeclSyntax) throws -> [ClientProperty] {
    try declaration.memberBlock.members.compactMap { member in
      guard let property = member.decl.as(VariableDeclSyntax.self),
        !property.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }),
        let binding = property.bindings.first, binding.accessorBlock == nil
      else { return nil }
      guard let type = binding.typeAnnotation?.type else {
        throw DiagnosticsError(diagnostics: [
          Diagnostic(
            node: property, message: Complaint("A dependency client's properties need a type."))
        ])
      }
      return ClientProperty(
        name: binding.pattern.trimmedDescription, type: type.trimmedDescription,
        function: type.as(AttributedTypeSyntax.self)?.baseType.as(FunctionTypeSyntax.self)
          ?? type.as(FunctionTypeSyntax.self),
        fallback: binding.initializer?.value.trimmedDescription, node: Syntax(property))
    }
  }

  private var isThrowing: Bool { function?.effectSpecifiers?.throwsClause != nil }
  private var isAsync: Bool { function?.effectSpecifiers?.asyncSpecifier != nil }
  private var call: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }
  private var returnsNothing: Bool {
    ["Void", "()", "Swift.Void"].contains(function?.returnClause.type.trimmedDescription ?? "")
  }

  /// The initialiser's parameter with its default.
  func parameter(of client: String) throws -> String {
    guard let function else {
      return "\(name): \(type)" + (fallback.map { " = \($0)" } ?? "")
    }
    let count = function.parameters.count
    let names = (0..<count).map { "argument\($0)" }
    let endpoint = "\"\(client).\(name)\""
    var body = "Composable._reportUnimplemented(\(endpoint))"
    var head = count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ") + " in"
    if let fallback {
      if count > 0 { head = names.joined(separator: ", ") + " in" }
      body += "\n      let fallback: \(type) = \(fallback)"
      body += "\n      return \(call)fallback(\(names.joined(separator: ", ")))"
    } else if isThrowing {
      body += "\n      throw Composable.UnimplementedEndpoint(\(endpoint))"
    } else if !returnsNothing {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(
          node: node,
          message: Complaint(
            "Give \"\(name)\" a default closure: it cannot throw and has to return something."))
      ])
    }
    return "\(name): @escaping \(type) = { \(head)\n      \(body)\n    }"
  }

  /// The endpoint as a method, if its closure type names any argument.
  func method(access: String) -> String? {
    guard let function else { return nil }
    let labels = function.parameters.map { parameter -> String? in
      let name = (parameter.secondName ?? parameter.firstName)?.text
      return name == "_" ? nil : name
    }
    guard labels.contains(where: { $0 != nil }) else { return nil }
    var parameters: [String] = []
    var arguments: [String] = []
    for (index, parameter) in function.parameters.enumerated() {
      let type = parameter.type.trimmedDescription
      let name = labels[index] ?? "argument\(index)"
      parameters.append((labels[index] == nil ? "_ \(name)" : name) + ": \(type)")
      arguments.append(type.hasPrefix("inout ") ? "&\(name)" : name)
    }
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let result = function.returnClause.trimmedDescription
    return """
      \(access)func \(name)(\(parameters.joined(separator: ", ")))\(effects) \(result) {
        \(call)self.\(name)(\(arguments.joined(separator: ", ")))
      }
      """
  }
}
