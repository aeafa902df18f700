import { BodyType } from '@tain/ledger/body-type';
import {
  type ProvenId,
  part,
  read,
  readEntityId,
  readRepeated,
  readTransactionId,
} from './message-fields.ts';

export interface ReadBody {
  readonly id: ProvenId | null;
  readonly memo: Uint8Array;
  /** Content and topic of a message. */
  readonly message: { readonly topic: string; readonly bytes: Uint8Array } | null;
  /** Serialized `SignedTransaction`s of a batch. */
  readonly inner: readonly Uint8Array[];
  readonly publication: Uint8Array | null;
  /** Field number of its operation; 0 when unknown. */
  readonly type: number;
}

const MESSAGE = 27;
const BATCH = 74;
const PUBLICATION = 77;

/** Decodes a `TransactionBody`. */
export function readBody(bytes: Uint8Array): ReadBody {
  let id: ProvenId | null = null;
  let memo: Uint8Array = new Uint8Array();
  let message: ReadBody['message'] = null;
  let publication: Uint8Array | null = null;
  let inner: Uint8Array[] = [];
  const found = new BodyType();
  read(bytes, (reader) => {
    const { field } = reader;
    found.see(field, reader.wireType);
    if (field === 1) id = readTransactionId(part(reader));
    else if (field === 6) memo = part(reader);
    else if (field === MESSAGE) message = readMessage(part(reader));
    else if (field === BATCH) inner = readRepeated(part(reader), 1);
    else if (field === PUBLICATION) publication = part(reader);
    else return false;
    return true;
  });
  const { type } = found;
  return {
    id,
    memo,
    type,
    message: type === MESSAGE ? message : null,
    inner: type === BATCH ? inner : [],
    publication: type === PUBLICATION ? publication : null,
  };
}

function readMessage(bytes: Uint8Array): NonNullable<ReadBody['message']> {
  let topic = '0.0.0';
  let content: Uint8Array = new Uint8Array();
  read(bytes, (reader) => {
    if (reader.field === 1) topic = readEntityId(part(reader));
    else if (reader.field === 2) content = part(reader);
    else return false;
    return true;
  });
  return { topic, bytes: content };
}

/** Returns the `TransactionBody` in a `SignedTransaction`. */
export function bodyOfSigned(bytes: Uint8Array): Uint8Array {
  return readRepeated(bytes, 1).at(-1) ?? new Uint8Array();
}

/** Returns the `TransactionBody` in a `Transaction` of a record file: of its signed transaction, or its own. */
export function bodyOfTransaction(bytes: Uint8Array): Uint8Array {
  const signed = readRepeated(bytes, 5).at(-1);
  if (signed !== undefined && signed.length > 0) return bodyOfSigned(signed);
  return readRepeated(bytes, 4).at(-1) ?? readRepeated(bytes, 1).at(-1) ?? new Uint8Array();
}
