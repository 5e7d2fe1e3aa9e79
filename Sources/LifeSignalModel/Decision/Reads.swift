/// Reads of one consistent state, from which commands take their facts and pages their content.
///
/// Lists are complete unless a limit is given, newest first unless another order is named. Every
/// read throws ``LedgerError``.
public protocol Reads:
  RecordReads,
  PersonReads,
  ChannelReads,
  ContactReads,
  CheckInReads,
  CheckInCodeReads,
  AlertReads,
  DeliveryReads,
  TimelineReads
{}
