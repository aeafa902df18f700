import type { proto } from '@tain/protos/hapi';
import type { KeySpec } from '../ledger/entities.ts';
import { Execution, keyOf, type Signers } from '../ledger/execution.ts';
import { accountId, timestamp } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { accountNumber, contractNumber } from '../ledger/named.ts';
import { oneKey } from '../ledger/new-account.ts';
import { Status } from '../ledger/status.ts';
import { isValidKey } from '../ledger/valid-key.ts';

/** A scheduled transaction whose required signatures are determined as if it were executed now. */

interface Scheduled {
  readonly field: string;
  readonly body: proto.ISchedulableTransactionBody;
  readonly payer: number;
  readonly creator: number;
  readonly validStart: bigint;
}

/**
 * Returns the keys that a contract transaction needs besides the payer's. Such transactions run code, so they are not
 * executed as a trial.
 */
function contractKeys(x: Execution, body: proto.ISchedulableTransactionBody): KeySpec[] {
  const { contractCreateInstance, contractUpdateInstance, contractDeleteInstance } = body;
  const changed = contractNumber(x, (contractUpdateInstance ?? contractDeleteInstance)?.contractID);
  const adminKeys = [contractCreateInstance?.adminKey, contractUpdateInstance?.adminKey];
  const added = adminKeys.map((key) => (isValidKey(key) ? specOf(x.ledger.keys, key) : null));
  const heir = x.ledger.accounts.get(accountNumber(contractDeleteInstance?.transferAccountID));
  const agrees = heir?.receiverSigRequired ? heir.key : null;
  return [x.ledger.accounts.get(changed)?.key ?? null, ...added, agrees].filter((key) => key !== null);
}

/** A key that nothing can sign for: of an account without a key, or of a hollow account whose key is unknown. */
const NO_SIGNER: KeySpec = { refs: [], form: 'list', threshold: 0 };

function payerKey({ ledger }: Execution, payer: number): KeySpec {
  const { hollow, hollowKey } = ledger.accounts.need(payer);
  if (hollow) return hollowKey === 0 ? NO_SIGNER : oneKey(hollowKey);
  return keyOf(ledger, payer) ?? NO_SIGNER;
}

/** Statuses of a required signer that does not exist. */
const UNKNOWN: ReadonlySet<Status> = new Set([
  Status.INVALID_ACCOUNT_ID,
  Status.INVALID_TOKEN_ID,
  Status.INVALID_TOPIC_ID,
  Status.INVALID_FILE_ID,
  Status.INVALID_TRANSFER_ACCOUNT_ID,
  Status.INVALID_AUTORENEW_ACCOUNT,
  Status.INVALID_ALLOWANCE_OWNER_ID,
]);

/** An execution in which every signature is valid, and which records the required ones. */
class Trial extends Execution {
  readonly required: KeySpec[] = [];

  override signedBy(keys: KeySpec | null): boolean {
    if (keys !== null) this.required.push(keys);
    return true;
  }
}

/**
 * Returns the requirements of a scheduled transaction: its rules run as if all signatures were present, and their
 * effects are undone. Null when they name an entity that does not exist.
 */
export function keysRequiredBy(x: Execution, scheduled: Scheduled): KeySpec[] | null {
  const { ledger, rules, at } = x;
  const { field, body, payer, creator, validStart } = scheduled;
  const needs = [payerKey(x, payer)];
  if (field.startsWith('contract')) return [...needs, ...contractKeys(x, body)];
  const transactionID = {
    accountID: accountId(creator),
    transactionValidStart: timestamp(validStart),
    scheduled: true,
  };
  const { transactionFee, memo, maxCustomFees, ...data } = body;
  const required: KeySpec[] = [];
  const input = {
    rules,
    field,
    body: { transactionID, ...data },
    at,
    payer,
    signers: recordingSigners(required),
  };
  const trial = new Trial(ledger, input);
  let keys: proto.IKey[] = [];
  let status: Status = Status.UNKNOWN;
  const messages = ledger.topicMessages.length;
  const end = ledger.journal.begin();
  try {
    const result = rules.typeOf(field).apply(trial);
    status = typeof result === 'number' ? result : Status.UNKNOWN;
    keys = [...trial.required, ...required].map((spec) => keyMessage(ledger.keys, spec));
  } finally {
    end(false);
    ledger.topicMessages.length = messages;
  }
  if (UNKNOWN.has(status)) return null;
  // The key of a hollow account is required only if it is known.
  if (status === Status.INVALID_SIGNATURE) needs.push(NO_SIGNER);
  // Keys that the trial stored were undone with it, so they are stored again.
  return [...needs, ...keys.map((key) => specOf(ledger.keys, key)).filter((spec) => spec !== null)];
}

/** Signers that accept every key; single keys that rules look up are recorded, too. */
function recordingSigners(required: KeySpec[]): Signers {
  return {
    has: (ref) => {
      required.push(oneKey(ref));
      return true;
    },
    size: 0,
    [Symbol.iterator]: () => [][Symbol.iterator](),
  };
}
