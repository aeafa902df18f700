import { MalformedError, WireReader } from '@tain/ledger/wire-reader';

/** Body and signatures of a transaction, as bytes. */
interface TransactionParts {
  /** Bytes of the `TransactionBody`. */
  readonly bodyBytes: Buffer;
  /** Bytes of the `SignatureMap`; null: there is none. */
  readonly signatureBytes: Buffer | null;
}

/** Raw parts of a `SignedTransaction` message. */
export interface SignedTransaction extends TransactionParts {
  /** Whether the payer sent body and signatures as fields of a `Transaction`, whose bytes were hashed in that case. */
  readonly isBareTransaction: boolean;
}

/** Splits a message. Throws `MalformedError`. */
export function readSignedTransaction(bytes: Buffer): SignedTransaction {
  let signatureBytes: Buffer | null = null;
  let bodyBytes: Buffer | null = null;
  let isBareTransaction = false;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) bodyBytes = reader.content('the body bytes');
    else if (reader.field === 2) signatureBytes = reader.content('the signatures');
    else if (reader.field === 3) isBareTransaction = reader.int64('the hash flag') !== 0n;
    else reader.skip();
  }
  return { bodyBytes: bodyBytes ?? Buffer.alloc(0), signatureBytes, isBareTransaction };
}

/**
 * Reads body and signatures of a `Transaction` message from the fields that the formats have used for them, newest first. Throws
 * `MalformedError`, also without a body.
 */
export function readTransaction(bytes: Buffer): TransactionParts {
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
