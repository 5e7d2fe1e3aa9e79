/// An outcome the door never returns for this command; a bug, logged by its name only.
struct UnexpectedOutcome: Error {}
