import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored property of a dependency client: an endpoint if its type is a closure, else a value.
struct ClientProperty {
  let name: String
  private let type: TypeSyntax
  private let function: FunctionTypeSyntax?
  private let fallback: String?
  private let binding: PatternBindingSyntax

  static func all(
    of declaration: StructDeclSyntax
  ) -> (properties: [ClientProperty], diagnostics: [Diagnostic]) {
    var properties: [ClientProperty] = []
    var diagnostics: [Diagnostic] = []
    for member in declaration.memberBlock.members {
      guard let line = member.decl.as(VariableDeclSyntax.self), line.isStored else { continue }
      // `var a, b: Int` names the type once, after the last.
      var type: TypeSyntax?
      var found: [ClientProperty] = []
      for binding in line.bindings.reversed() {
        if binding.accessorBlock?.computes == true { continue }
        type = binding.typeAnnotation?.type ?? type
        if line.isConstant && binding.initializer != nil { continue }
        guard let type else {
          diagnostics.append(
            Diagnostic(
              node: binding, message: Complaint("A dependency client's properties need a type.")))
          continue
        }
        found.append(ClientProperty(binding, type: type))
      }
      properties += found.reversed()
    }
    return (properties, diagnostics)
  }

  private init(_ binding: PatternBindingSyntax, type: TypeSyntax) {
    name = binding.pattern.trimmedDescription
    self.type = type
    function =
      type.as(AttributedTypeSyntax.self)?.baseType.as(FunctionTypeSyntax.self)
      ?? type.as(FunctionTypeSyntax.self)
    fallback = binding.initializer?.value.trimmedDescription
    self.binding = binding
  }

  private var throwsClause: ThrowsClauseSyntax? { function?.effectSpecifiers?.throwsClause }
  private var isAsync: Bool { function?.effectSpecifiers?.asyncSpecifier != nil }
  private var call: String {
    (throwsClause == nil ? "" : "try ") + (isAsync ? "await " : "")
  }
  /// Whether the endpoint may throw the library's own error.
  private var throwsAnything: Bool {
    guard let throwsClause else { return false }
    guard let type = throwsClause.type?.trimmedDescription else { return true }
    return ["any Error", "any Swift.Error"].contains(type)
  }
  private var returnsNothing: Bool {
    ["Void", "()", "Swift.Void"].contains(function?.returnClause.type.trimmedDescription ?? "")
  }

  /// The initialiser's parameter with its default.
  func parameter(of client: String) -> String {
    guard let function else {
      let isOptional = type.is(OptionalTypeSyntax.self)
      let value = fallback ?? (isOptional ? "nil" : nil)
      return "\(name): \(type.trimmed)" + (value.map { " = \($0)" } ?? "")
    }
    let count = function.parameters.count
    let names = (0..<count).map { "argument\($0)" }
    let endpoint = "\"\(client).\(bareName)\""
    var body = "Composable._reportUnimplemented(\(endpoint))"
    var head = count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ") + " in"
    if let fallback {
      if count > 0 { head = names.joined(separator: ", ") + " in" }
      let arguments = zip(names, function.parameters).map { name, parameter in
        parameter.isInout ? "&\(name)" : name
      }
      body += "\n      let fallback: \(type.trimmed) = \(fallback)"
      body += "\n      return \(call)fallback(\(arguments.joined(separator: ", ")))"
    } else if throwsAnything {
      body += "\n      throw Composable.UnimplementedEndpoint(\(endpoint))"
    }
    return "\(name): @escaping \(type.trimmed) = { \(head)\n      \(body)\n    }"
  }

  /// The problem of an endpoint that cannot continue after its report.
  var missingDefault: Diagnostic? {
    guard let function, fallback == nil, !throwsAnything, !returnsNothing else { return nil }
    let reason =
      throwsClause == nil
      ? "it cannot throw and has to return something." : "it cannot throw the library's error."
    let arguments = Array(repeating: "_", count: function.parameters.count)
    let head = arguments.isEmpty ? "" : arguments.joined(separator: ", ") + " in "
    let placeholder = "<#\(function.returnClause.type.trimmedDescription)#>"
    var closed = binding.trimmed
    closed.typeAnnotation = closed.typeAnnotation?.trimmed
    closed.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax("{ \(raw: head)\(raw: placeholder) }"))
    var fixIts: [FixIt] = [.replacing(binding, by: closed, "Add a default closure")]
    if throwsClause == nil {
      var throwing = function.trimmed
      throwing.effectSpecifiers = TypeEffectSpecifiersSyntax(
        asyncSpecifier: isAsync ? .keyword(.async, trailingTrivia: .space) : nil,
        throwsClause: ThrowsClauseSyntax(
          throwsSpecifier: .keyword(.throws, trailingTrivia: .space), leftParen: nil,
          type: TypeSyntax?.none,
          rightParen: nil))
      fixIts.append(.replacing(function, by: throwing, "Let it throw"))
    }
    return Diagnostic(
      node: binding,
      message: Complaint("Give \"\(name)\" a default closure: \(reason)"), fixIts: fixIts)
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
      let name = labels[index] ?? "argument\(index)"
      var type = parameter.type.trimmedDescription
      if parameter.type.isFunction { type = "@escaping \(type)" }
      parameters.append((labels[index] == nil ? "_ \(name)" : name) + ": \(type)")
      arguments.append(parameter.isInout ? "&\(name)" : name)
    }
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let result = function.returnClause.trimmedDescription
    return """
      \(access)nonisolated func \(name)(\(parameters.joined(separator: ", ")))\(effects) \(result) {
        \(call)self.\(name)(\(arguments.joined(separator: ", ")))
      }
      """
  }

  private var bareName: String { name.filter { $0 != "`" } }
}

extension VariableDeclSyntax {
  fileprivate var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
  /// Whether an instance holds it; a lazy one has its value without the initialiser.
  fileprivate var isStored: Bool {
    !modifiers.contains { [.keyword(.static), .keyword(.lazy)].contains($0.name.tokenKind) }
  }
}

extension AccessorBlockSyntax {
  /// Observers leave a property stored, everything else computes it.
  fileprivate var computes: Bool {
    guard case .accessors(let list) = accessors else { return true }
    return list.contains {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

extension TupleTypeElementSyntax {
  fileprivate var isInout: Bool {
    type.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }
}

extension TypeSyntax {
  /// Whether the type is a closure's: such a parameter has to be marked as escaping.
  fileprivate var isFunction: Bool {
    if self.is(FunctionTypeSyntax.self) { return true }
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return false }
    return attributed.baseType.is(FunctionTypeSyntax.self)
      && !attributed.attributes.contains(named: "escaping")
  }
}
