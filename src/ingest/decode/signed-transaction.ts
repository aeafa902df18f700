import { WireReader } from '@tain/ledger/wire-reader';

/** Raw parts of a `SignedTransaction` message. */
export interface SignedTransaction {
  /** Bytes of the `TransactionBody`. */
  readonly bodyBytes: Buffer;
  /** Bytes of the `SignatureMap`; null: there is none. */
  readonly signatureBytes: Buffer | null;
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
