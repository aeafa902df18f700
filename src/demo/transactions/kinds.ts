import { cryptoCreate } from './crypto-create.ts';
import { cryptoTransfer } from './crypto-transfer.ts';
import type { Kind } from './kind.ts';
import {
  consensusCreateTopic,
  consensusDeleteTopic,
  consensusSubmitMessage,
  consensusUpdateTopic,
} from './topics.ts';

/** Every transaction type that the demo network knows, with its share in the default mix. */
export const KINDS: readonly Kind[] = [
  cryptoTransfer,
  consensusSubmitMessage,
  cryptoCreate,
  consensusCreateTopic,
  consensusUpdateTopic,
  consensusDeleteTopic,
];

const BY_FIELD = new Map(KINDS.map((kind) => [kind.field, kind]));
const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

/** By the data field of `TransactionBody`. */
export function kindOf(field: string): Kind {
  const kind = BY_FIELD.get(field);
  if (kind === undefined) throw new Error(`the demo network knows no transaction with ${field}`);
  return kind;
}

/** By the ledger's name of the type; undefined when there is none. */
export function kindNamed(name: string): Kind | undefined {
  return BY_NAME.get(name);
}
