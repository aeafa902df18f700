import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type {
  ConsensusNode,
  Submitted,
} from '../../../packages/network-simulator/src/node/consensus-node.ts';

/** A client of the simulated network that shares only the protobuf messages with it. It signs like SDKs. */

/** Key of 0.0.2, as published for local networks. */
export const OPERATOR =
  '302e020100300506032b65700422042091132178e72057a1d7528025956fe39b0b847f200ab59b2fdd367017f3087137';

export interface ClientKey {
  readonly message: proto.IKey;
  /** Returns the signature pair of a body. `prefix`: number of bytes of the public key in it. */
  pair(bodyBytes: Uint8Array, prefix?: number): proto.ISignaturePair;
}

export function ed25519Key(privateKey: string): ClientKey {
  const raw = Buffer.from(privateKey, 'hex').subarray(-32);
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), raw]);
  const key: KeyObject = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    message: { ed25519: publicKey },
    pair: (bytes, prefix = 32) => ({
      pubKeyPrefix: publicKey.subarray(0, prefix),
      ed25519: sign(null, bytes, key),
    }),
  };
}

export function ecdsaKey(privateKey: string): ClientKey & { readonly address: Uint8Array } {
  const secret = Buffer.from(privateKey, 'hex');
  const publicKey = secp256k1.getPublicKey(secret, true);
  const address = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(-20);
  return {
    address,
    message: { ECDSASecp256k1: publicKey },
    pair: (bytes, prefix = 33) => ({
      pubKeyPrefix: publicKey.subarray(0, prefix),
      ECDSASecp256k1: secp256k1.sign(keccak_256(bytes), secret, { prehash: false }),
    }),
  };
}

export const hbar = (amount: number): Long => Long.fromNumber(amount * 100_000_000);
export const account = (num: number): proto.IAccountID => ({ accountNum: Long.fromNumber(num) });

/** Returns the data of a transfer of tinybars between two accounts. */
export function transfer(from: number, to: number | Uint8Array, tinybars: number): proto.ITransactionBody {
  const receiver = typeof to === 'number' ? account(to) : { alias: to };
  return {
    cryptoTransfer: {
      transfers: {
        accountAmounts: [
          { accountID: account(from), amount: Long.fromNumber(-tinybars) },
          { accountID: receiver, amount: Long.fromNumber(tinybars) },
        ],
      },
    },
  };
}

export interface TransactionOptions {
  readonly payer?: number;
  readonly keys?: readonly ClientKey[];
  readonly body?: proto.ITransactionBody;
  /** Number of bytes of public keys in signature pairs. */
  readonly prefix?: number;
}

/** A transaction that is ready to be sent. */
export interface Ready {
  readonly id: proto.ITransactionID;
  readonly bytes: Uint8Array;
}

/** Receipt and record of a transaction. */
export interface Ended {
  readonly status: string;
  readonly receipt: proto.ITransactionReceipt;
  readonly record: proto.TransactionRecord;
  readonly children: readonly proto.TransactionRecord[];
}

export class TestClient {
  readonly node: ConsensusNode;
  readonly payer: number;
  readonly key: ClientKey;
  readonly #flush: () => Promise<unknown>;
  #last = 0n;

  /** Creates a client. `flush` closes the block of a transaction, if blocks are not closed automatically. */
  constructor(
    node: ConsensusNode,
    payer = 2,
    key: ClientKey = ed25519Key(OPERATOR),
    flush: () => Promise<unknown> = async () => {},
  ) {
    this.#flush = flush;
    this.node = node;
    this.payer = payer;
    this.key = key;
  }

  /** Returns a unique id that starts a little before now. */
  id(payer = this.payer): proto.ITransactionID {
    const start = this.node.now() - 2_000_000_000n;
    this.#last = start > this.#last ? start : this.#last + 1n;
    const seconds = Long.fromString((this.#last / 1_000_000_000n).toString());
    return {
      accountID: account(payer),
      transactionValidStart: { seconds, nanos: Number(this.#last % 1_000_000_000n) },
    };
  }

  /** Returns a transaction with its data, signed by the payer and the other required keys. */
  make(data: proto.ITransactionBody, options: TransactionOptions = {}): Ready {
    const id = this.id(options.payer);
    const body: proto.ITransactionBody = {
      transactionID: id,
      nodeAccountID: account(3),
      transactionFee: hbar(50),
      transactionValidDuration: { seconds: Long.fromNumber(120) },
      ...data,
      ...options.body,
    };
    const bodyBytes = proto.TransactionBody.encode(body).finish();
    return {
      id: body.transactionID ?? id,
      bytes: signed(bodyBytes, options.keys ?? [this.key], options.prefix),
    };
  }

  /** Sends a transaction that must be accepted, and waits for its record. */
  async run(data: proto.ITransactionBody, options: TransactionOptions = {}): Promise<Ended> {
    const { id, bytes } = this.make(data, options);
    const { code } = await this.submit(bytes);
    if (code !== proto.ResponseCodeEnum.OK) throw new Error(`refused with ${nameOf(code)}`);
    await this.#flush();
    return this.ended(id);
  }

  submit(bytes: Uint8Array): Promise<Submitted> {
    return this.node.submit(bytes);
  }

  /** Returns the name of the code with which a transaction is refused, or `OK`. */
  async code(data: proto.ITransactionBody, options: TransactionOptions = {}): Promise<string> {
    return nameOf((await this.submit(this.make(data, options).bytes)).code);
  }

  /** Waits for the record of a transaction. */
  async ended(id: proto.ITransactionID): Promise<Ended> {
    for (;;) {
      const found = this.node.recent.find(id);
      if (found === undefined) throw new Error('nothing is known of the transaction');
      if (found.record !== null) {
        const record = proto.TransactionRecord.decode(found.record);
        const receipt = record.receipt ?? {};
        const children = found.children.map((bytes) => proto.TransactionRecord.decode(bytes));
        return { status: nameOf(receipt.status ?? 0), receipt, record, children };
      }
      await sleep(5);
    }
  }
}

export function nameOf(code: number): string {
  return proto.ResponseCodeEnum[code] ?? String(code);
}

/** Returns a serialized `Transaction`. */
export function signed(bodyBytes: Uint8Array, keys: readonly ClientKey[], prefix?: number): Uint8Array {
  const sigPair = keys.map((key) => key.pair(bodyBytes, prefix));
  const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish();
  return proto.Transaction.encode({ signedTransactionBytes }).finish();
}
