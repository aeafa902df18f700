/** What cannot be known because the history that is kept begins too late. The message may be shown to a client. */
export class UnknownPast extends Error {
  override readonly name = 'UnknownPast';
}
