import { printEntityId } from '@tain/ledger/entity-id';

/** Thrown for state before the retained history. The message may be shown to a client. */
export class UnknownPast extends Error {
  override readonly name = 'UnknownPast';
}

/** Returns the error for the balance of an account older than the stored history. */
export function unknownBalance(account: bigint): UnknownPast {
  return new UnknownPast(
    `Account ${printEntityId(account)} is older than the retained history: its balance is unknown`,
  );
}
