/// An outcome the door never returns for this command; a bug, logged by its name only.
package struct UnexpectedOutcome: Error {
  package init() {}
}
