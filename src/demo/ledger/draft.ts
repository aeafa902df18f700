import { createHash } from 'node:crypto';
import { proto } from '@hiero-ledger/proto';
import { accountId, duration, long, timestamp } from './ids.ts';
import type { KeyRef } from './keys.ts';
import type { Ledger } from './ledger.ts';
import { delimited } from './wire.ts';

/** What a transaction asks for: exactly one data field of `TransactionBody`. */
export type Data = Partial<proto.ITransactionBody>;

/** A transaction as its client wants it, before it has a node, a time and signatures. */
export interface Draft {
  readonly data: Data;
  readonly payer: number;
  /** Keys that sign besides the payer's. */
  readonly signers?: readonly KeyRef[];
  /** The payer's key does not sign: the transaction fails with INVALID_SIGNATURE. */
  readonly unsigned?: boolean;
  readonly memo?: string;
  /** Most that the payer would pay, in tinybars. */
  readonly maxFee?: bigint;
  /** A privileged account acts on the network itself, free of charge. */
  readonly free?: boolean;
  /**
   * What the wallet's transaction inside an Ethereum transaction says. The ledger of a real network
   * decodes it and recovers its sender; this one is told.
   */
  readonly wallet?: Wallet;
  /** The transaction came before, through another node, with an id of that valid start. */
  readonly duplicateOf?: bigint;
  /** Fields of the body beside `data`, such as `highVolume` or `maxCustomFees`. */
  readonly extra?: Partial<proto.ITransactionBody>;
}

export interface Wallet {
  readonly sender: number;
  readonly fields: EthereumFields;
  /** keccak-256 of the transaction as the wallet signed it. */
  readonly hash: Uint8Array;
}

/** What a wallet signs. Amounts and prices in weibars. */
export interface EthereumFields {
  /** 0 legacy, 1 with access list, 2 with fee market, 4 with authorizations. */
  readonly type: 0 | 1 | 2 | 4;
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** Empty: a contract is created. */
  readonly to: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
}

export const NODE_ACCOUNTS = [3, 4, 5, 6] as const;
const VALID_SECONDS = 120;
const MAX_FEE = 200_000_000n;

/** The transaction id's start: some seconds before consensus, never twice for one payer. */
export function validStartOf(at: bigint, payer: number): bigint {
  return at - BigInt(3 + (payer % 7)) * 1_000_000_000n;
}

/** Name of the body's data field, the one a transaction kind goes by. */
export function dataField(data: Data): string {
  for (const field of Object.keys(data)) return field;
  throw new Error('a draft without data');
}

/** A transaction ready for the ledger. */
export interface Signed {
  readonly field: string;
  readonly body: proto.ITransactionBody;
  readonly signers: ReadonlySet<KeyRef>;
  readonly signedBytes: Uint8Array;
}

/** Whose signatures the ledger keeps: schedules, and the inner transactions of batches. */
const SIGNERS_MATTER = new Set(['scheduleCreate', 'scheduleSign', 'scheduleDelete']);

/**
 * Makes a transaction of a draft, to reach consensus at `at` (nanoseconds) through a node. Without
 * `sign` the signature map stays empty; where the ledger keeps who signed, it has filler for
 * signatures (`inner`: the transaction is part of a batch).
 */
export function signDraft(
  ledger: Ledger,
  draft: Draft,
  at: bigint,
  node: number,
  sign: boolean,
  inner = false,
): Signed {
  const field = dataField(draft.data);
  const signers = new Set<KeyRef>(draft.unsigned ? [] : (ledger.accounts.need(draft.payer).key?.refs ?? []));
  for (const ref of draft.signers ?? []) signers.add(ref);
  const body: proto.ITransactionBody = {
    transactionID: {
      transactionValidStart: timestamp(draft.duplicateOf ?? validStartOf(at, draft.payer)),
      accountID: accountId(draft.payer),
    },
    nodeAccountID: accountId(node),
    transactionFee: long(draft.maxFee ?? MAX_FEE),
    transactionValidDuration: duration(VALID_SECONDS),
    ...(draft.memo === undefined ? null : { memo: draft.memo }),
    ...draft.extra,
    ...draft.data,
  };
  const bodyBytes = proto.TransactionBody.encode(body).finish();
  const sigPair: proto.ISignaturePair[] = [];
  if (sign || inner || SIGNERS_MATTER.has(field)) {
    for (const ref of signers) {
      const { publicKey, sign: signBytes } = ledger.keys.get(ref);
      const signature = sign ? signBytes(bodyBytes) : filler(bodyBytes, publicKey);
      sigPair.push(
        ref >= 0
          ? { pubKeyPrefix: publicKey, ed25519: signature }
          : { pubKeyPrefix: publicKey, ECDSASecp256k1: signature },
      );
    }
  }
  const signedBytes = signedTransaction(bodyBytes, sigPair);
  return { field, body, signers, signedBytes };
}

/** `SignedTransaction`. */
function signedTransaction(bodyBytes: Uint8Array, sigPair: proto.ISignaturePair[]): Uint8Array {
  const body = delimited(1, bodyBytes);
  if (sigPair.length === 0) return body;
  return Buffer.concat([body, delimited(2, proto.SignatureMap.encode({ sigPair }).finish())]);
}

/** 64 bytes in place of a signature. */
function filler(bodyBytes: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return createHash('sha512').update(bodyBytes).update(publicKey).digest();
}
