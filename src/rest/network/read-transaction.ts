import { proto } from '@tain/protos/hapi';
import { NETWORK } from '../query/dialects/network.ts';

/** A transaction as a client would submit it. */
export interface SubmittedTransaction {
  readonly body: proto.TransactionBody;
  /** Number of signature pairs. */
  readonly signatures: number;
  /** Length of the whole message. */
  readonly bytes: number;
}

/** Reads a HAPI `Transaction`. Throws `Problem` (400) for any other message. */
export function readTransaction(bytes: Uint8Array): SubmittedTransaction {
  const outer = parse(() => proto.Transaction.decode(bytes));
  let { bodyBytes, sigMap } = outer;
  if (outer.signedTransactionBytes.length > 0) {
    ({ bodyBytes, sigMap } = parse(() => proto.SignedTransaction.decode(outer.signedTransactionBytes)));
  } else if (bodyBytes.length === 0) {
    throw NETWORK.badRequest('Transaction must contain body bytes or signed transaction bytes');
  }
  return {
    body: parse(() => proto.TransactionBody.decode(bodyBytes)),
    signatures: sigMap?.sigPair?.length ?? 0,
    bytes: bytes.length,
  };
}

/** Converts every error of a decoder, even a stack overflow, to an error of the message. */
function parse<Message>(decode: () => Message): Message {
  try {
    return decode();
  } catch {
    throw NETWORK.badRequest('Unable to parse transaction');
  }
}
