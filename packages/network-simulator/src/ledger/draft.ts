import { createHash } from 'node:crypto';
import { proto } from '@tain/protos/hapi';
import { accountId, duration, long, timestamp } from './ids.ts';
import type { KeyRef } from './keys.ts';
import type { Ledger } from './ledger.ts';
import { offeredFee } from './prices.ts';
import { delimited } from './wire.ts';

/** The request of a transaction: exactly one data field of `TransactionBody`. */
export type Data = Partial<proto.ITransactionBody>;

/** A transaction as its client requests it, without node, time and signatures. */
export interface Draft {
  readonly data: Data;
  readonly payer: number;
  /** Keys that sign besides the payer's. */
  readonly signers?: readonly KeyRef[];
  /** Whether the payer's key does not sign, so that the transaction fails with INVALID_PAYER_SIGNATURE. */
  readonly unsigned?: boolean;
  readonly memo?: string;
  /** Maximum fee of the payer, in tinybars. */
  readonly maxFee?: bigint;
  /** Whether its entities belong to outside users, so that generated traffic does not use them. */
  readonly sent?: boolean;
  /** EVM address that the network chose for the created contract. */
  readonly createAt?: Uint8Array;
  /** Whether a privileged account acts on the network itself, free of charge. */
  readonly free?: boolean;
  /**
   * Fields of the wallet's transaction inside an Ethereum transaction. The ledger of a real network decodes
   * it and recovers its sender; the demo ledger gets both.
   */
  readonly wallet?: Wallet;
  /** Valid start of an earlier transaction with the same id, sent through another node. */
  readonly duplicateOf?: bigint;
  /** Content of a body field that no proto describes, instead of `data`. */
  readonly raw?: RawData;
  /** Fields of the body besides `data`, such as `highVolume` or `maxCustomFees`. */
  readonly extra?: Partial<proto.ITransactionBody>;
}

export interface Wallet {
  readonly sender: number;
  /** Serialized `Key` that signed a sent transaction: it completes a hollow account. */
  readonly signer?: Uint8Array;
  readonly fields: EthereumFields;
  /** keccak-256 of the transaction as the wallet signed it. */
  readonly hash: Uint8Array;
}

/** Authorization of an account to have the code of a contract, signed by the account's key (EIP-7702). */
export interface Authorization {
  /** EVM address; null when the signature recovers no key. */
  readonly authority: Uint8Array | null;
  readonly chainId: bigint;
  /** Address of the contract; zeros remove the code. */
  readonly address: Uint8Array;
  /** The authority's own nonce at that point. */
  readonly nonce: bigint;
  readonly recovery: number;
  readonly r: Uint8Array;
  readonly s: Uint8Array;
}

/** Fields that a wallet signs. Amounts and prices in weibars. */
export interface EthereumFields {
  /** 0 legacy, 1 with access list, 2 with fee market, 4 with authorizations. */
  readonly type: 0 | 1 | 2 | 4;
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** Address of the callee; empty to create a contract. */
  readonly to: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** Authorizations; used only in type 4. */
  readonly authorizations: readonly Authorization[];
}

/** Field numbers of the types without a proto: one with a public name, and an invented one. */
export const RAW_FIELDS = { clprEndpointPublication: 91, future: 250 } as const;
export type RawField = keyof typeof RAW_FIELDS;

/** Returns whether a type has no proto. */
export function isRawField(field: string): field is RawField {
  return Object.hasOwn(RAW_FIELDS, field);
}

export interface RawData {
  readonly field: RawField;
  readonly content: Uint8Array;
}

export const NODE_ACCOUNTS = [3, 4, 5, 6] as const;
const VALID_SECONDS = 120;

/** Returns the start of a transaction id: some seconds before consensus, unique for each payer. */
export function validStartOf(at: bigint, payer: number): bigint {
  return at - BigInt(3 + (payer % 7)) * 1_000_000_000n;
}

/** Returns the name of the body's data field, which identifies the transaction type. */
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
  /** Content of the body's field without a proto. */
  readonly raw: Uint8Array;
}

/** Types whose signers the ledger stores: schedules, and the inner transactions of batches. */
const SIGNERS_MATTER = new Set(['scheduleCreate', 'scheduleSign', 'scheduleDelete']);

/**
 * Builds a transaction from a draft, to reach consensus at `at` (nanoseconds) through a node. Without `sign` the
 * signature map stays empty; where the ledger stores the signers, the map has placeholders of 64 bytes. `inner`: the
 * transaction is part of a batch.
 */
export function signDraft(
  ledger: Ledger,
  draft: Draft,
  at: bigint,
  node: number,
  sign: boolean,
  inner = false,
): Signed {
  const field = draft.raw?.field ?? dataField(draft.data);
  const signers = new Set<KeyRef>(draft.unsigned ? [] : (ledger.accounts.need(draft.payer).key?.refs ?? []));
  for (const ref of draft.signers ?? []) signers.add(ref);
  const body: proto.ITransactionBody = {
    transactionID: {
      transactionValidStart: timestamp(draft.duplicateOf ?? validStartOf(at, draft.payer)),
      accountID: accountId(draft.payer),
    },
    nodeAccountID: accountId(node),
    transactionFee: long(draft.maxFee ?? offeredFee(field, draft.extra?.highVolume ?? false)),
    transactionValidDuration: duration(VALID_SECONDS),
    ...(draft.memo === undefined ? null : { memo: draft.memo }),
    ...draft.extra,
    ...draft.data,
  };
  const known = proto.TransactionBody.encode(body).finish();
  const { raw } = draft;
  const bodyBytes = raw === undefined ? known : withField(known, RAW_FIELDS[raw.field], raw.content);
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
  return { field, body, signers, signedBytes, raw: raw?.content ?? new Uint8Array() };
}

/** Appends a length-delimited field (number below 2048) to a serialized message. */
function withField(message: Uint8Array, number: number, content: Uint8Array): Uint8Array {
  const tag = (number << 3) | 2;
  return Buffer.concat([message, Buffer.of((tag & 0x7f) | 0x80, tag >> 7, content.length), content]);
}

/** Encodes a `SignedTransaction`. */
function signedTransaction(bodyBytes: Uint8Array, sigPair: proto.ISignaturePair[]): Uint8Array {
  const body = delimited(1, bodyBytes);
  if (sigPair.length === 0) return body;
  return Buffer.concat([body, delimited(2, proto.SignatureMap.encode({ sigPair }).finish())]);
}

/** Returns 64 bytes as a placeholder for a signature. */
function filler(bodyBytes: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return createHash('sha512').update(bodyBytes).update(publicKey).digest();
}
