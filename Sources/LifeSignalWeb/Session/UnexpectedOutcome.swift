/// An outcome the door does not give for this command; a bug, told to the log by its name only.
struct UnexpectedOutcome: Error {}
