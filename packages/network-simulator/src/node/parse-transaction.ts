import { observeUnknownFields } from '@tain/protos/decoding';
import { proto } from '@tain/protos/hapi';
import { numOf } from '../ledger/ids.ts';
import { TREASURY } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';
import { delimited } from '../ledger/wire.ts';

/** A sent transaction, decoded. */
export interface SentTransaction {
  readonly body: proto.ITransactionBody;
  /** Data field of the body. */
  readonly field: string;
  readonly bodyBytes: Uint8Array;
  readonly pairs: readonly proto.ISignaturePair[];
  /** Serialized `SignedTransaction`. */
  readonly signedBytes: Uint8Array;
}

/**
 * Maximum size of a transaction in bytes. One around an Ethereum transaction may be larger (HIP-1086), as may one of a
 * governance account (HIP-1300, `governanceTransactions.accountsRange` of the consensus node).
 */
const MAX_BYTES = 6_144;
const MAX_JUMBO_BYTES = 133_120;

/** Fields of a body other than its data. */
const FRAME_FIELDS = new Set([
  'transactionID',
  'nodeAccountID',
  'transactionFee',
  'transactionValidDuration',
  'generateRecord',
  'memo',
  'batchKey',
  'maxCustomFees',
  'highVolume',
]);

/** Parses a serialized `Transaction`. Returns the network's error code for malformed bytes. Never throws. */
export function parseTransaction(bytes: Uint8Array): SentTransaction | Status {
  if (bytes.length > MAX_JUMBO_BYTES) return Status.TRANSACTION_OVERSIZE;
  const outer = parseStrictly(proto.Transaction, bytes, Status.INVALID_TRANSACTION);
  if (typeof outer === 'number') return outer;
  const isWhole = (outer.signedTransactionBytes?.length ?? 0) > 0;
  const isOld = (outer.bodyBytes?.length ?? 0) > 0;
  // Older clients put body and signatures into the transaction itself. The oldest form does not contain the signed
  // bytes.
  if (isWhole && (isOld || outer.sigMap)) return Status.INVALID_TRANSACTION;
  if (!isWhole && !isOld) return Status.INVALID_TRANSACTION_BODY;
  const signedBytes = isWhole ? (outer.signedTransactionBytes ?? new Uint8Array()) : signedOf(outer);
  const parsed = parseSigned(signedBytes);
  if (typeof parsed === 'number') return parsed;
  if (isGovernance(parsed.body.transactionID?.accountID)) return parsed;
  const jumbo = parsed.body.ethereumTransaction?.ethereumData?.length ?? 0;
  return bytes.length - jumbo > MAX_BYTES ? Status.TRANSACTION_OVERSIZE : parsed;
}

/** Returns whether a payer is the treasury or one of the accounts 0.0.42 to 0.0.799. */
function isGovernance(payer: proto.IAccountID | null | undefined): boolean {
  const num = numOf(payer?.accountNum);
  return num === TREASURY || (num >= 42 && num <= 799);
}

/** Decodes a serialized `SignedTransaction`, such as an inner transaction of a batch. Never throws. */
export function parseSigned(signedBytes: Uint8Array): SentTransaction | Status {
  const signed = parseStrictly(proto.SignedTransaction, signedBytes, Status.INVALID_TRANSACTION);
  if (typeof signed === 'number') return signed;
  const bodyBytes = signed.bodyBytes ?? new Uint8Array();
  if (bodyBytes.length === 0) return Status.INVALID_TRANSACTION_BODY;
  const body = parseStrictly(proto.TransactionBody, bodyBytes, Status.INVALID_TRANSACTION_BODY);
  if (typeof body === 'number') return body;
  const fields = Object.entries(body).flatMap(([field, value]) =>
    value === null || FRAME_FIELDS.has(field) ? [] : [field],
  );
  const [field] = fields;
  if (field === undefined || fields.length > 1) return Status.INVALID_TRANSACTION_BODY;
  return { body, field, bodyBytes, pairs: signed.sigMap?.sigPair ?? [], signedBytes };
}

interface Message<T> {
  decode(bytes: Uint8Array): T;
}

/** Decodes a message strictly: unknown fields are errors, as on the network. */
function parseStrictly<T>(message: Message<T>, bytes: Uint8Array, otherwise: Status): T | Status {
  let isKnown = true;
  const before = observeUnknownFields(() => {
    isKnown = false;
  });
  try {
    const parsed = message.decode(bytes);
    return isKnown ? parsed : Status.TRANSACTION_HAS_UNKNOWN_FIELDS;
  } catch {
    // The bytes are not a message, or are nested too deeply.
    return otherwise;
  } finally {
    observeUnknownFields(before);
  }
}

function signedOf({ bodyBytes, sigMap }: proto.ITransaction): Uint8Array {
  const body = delimited(1, bodyBytes ?? new Uint8Array());
  return sigMap ? Buffer.concat([body, delimited(2, proto.SignatureMap.encode(sigMap).finish())]) : body;
}
