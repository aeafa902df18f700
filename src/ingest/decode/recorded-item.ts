import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import type { ItemSource } from './items.ts';
import { rawMessage } from './raw-field.ts';
import type { RawItem } from './raw-record-file.ts';
import { readSignedTransaction } from './signed-transaction.ts';

/** Field numbers of the result of a contract execution in a record. */
const CALL_RESULT = 7;
const CREATE_RESULT = 8;

/** Splits a transaction and its record from a record file. Throws `MalformedError` when it has no body. */
export function readRecordedItem(raw: RawItem): ItemSource {
  return new RecordedItem(raw);
}

/** An item of a record file. Returns its bytes without encoding them, and decodes the outcome on request. */
class RecordedItem implements ItemSource {
  readonly bodyBytes: Buffer;
  readonly signatureBytes: Buffer | null;
  readonly blockFacts = null;
  readonly #raw: RawItem;

  constructor(raw: RawItem) {
    const { bodyBytes, signatureBytes } = readTransaction(raw.transaction);
    this.bodyBytes = bodyBytes;
    this.signatureBytes = signatureBytes;
    this.#raw = raw;
  }

  transactionBytes(): Buffer {
    return this.#raw.transaction;
  }

  record(): proto.ITransactionRecord {
    return proto.TransactionRecord.decode(this.#raw.record);
  }

  recordBytes(): Buffer {
    return this.#raw.record;
  }

  resultBytes(): Buffer | null {
    const { record } = this.#raw;
    return rawMessage(record, CREATE_RESULT) ?? rawMessage(record, CALL_RESULT);
  }
}

interface TransactionParts {
  readonly bodyBytes: Buffer;
  /** Bytes of a `SignatureMap`; null: there is none. */
  readonly signatureBytes: Buffer | null;
}

/** Reads body and signatures of a transaction from the fields that the formats have used for them, newest first. */
function readTransaction(bytes: Buffer): TransactionParts {
  let body: Buffer | null = null;
  let signatures: Buffer | null = null;
  let bodyBytes: Buffer | null = null;
  let signedBytes: Buffer | null = null;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) body = reader.content('the body');
    else if (reader.field === 3) signatures = reader.content('the signatures');
    else if (reader.field === 4) bodyBytes = reader.content('the body bytes');
    else if (reader.field === 5) signedBytes = reader.content('the signed transaction');
    else reader.skip();
  }
  if (signedBytes && signedBytes.length > 0) return readSignedTransaction(signedBytes);
  const content = bodyBytes && bodyBytes.length > 0 ? bodyBytes : body;
  if (!content) throw new MalformedError('it has no body');
  return { bodyBytes: content, signatureBytes: signatures };
}
