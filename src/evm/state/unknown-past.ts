import { printEntityId } from '../../kernel/entity-id.ts';

/** What cannot be known because the history that is kept begins too late. The message may be shown to a client. */
export class UnknownPast extends Error {
  override readonly name = 'UnknownPast';
}

/** Of the balance of an account that is older than what is stored. */
export function unknownBalance(account: bigint): UnknownPast {
  return new UnknownPast(
    `Account ${printEntityId(account)} began before the history that is kept here: its balance is not known`,
  );
}
