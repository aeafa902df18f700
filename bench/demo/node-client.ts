import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials } from '@grpc/grpc-js';
import { proto } from '@tain/protos/hapi';
import { proto as services } from '@tain/protos/services';
import Long from 'long';

/** An account with a well-known Ed25519 key. */
export interface Payer {
  readonly num: number;
  /** 64 hex digits. */
  readonly privateKey: string;
}

const PKCS8 = '302e020100300506032b657004220420';
const NODE_ACCOUNT = 3;
const MAX_FEE = 200_000_000;
const ID_STEP = 1_000n;
const BUSY_REST_MS = 250;
const MAX_ATTEMPTS = 240;

const asBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/**
 * Client of a consensus node over its own connection, like an SDK. Signs and sends transactions, and polls for
 * receipts.
 */
export class NodeClient {
  readonly #client: Client;
  readonly #payer: Payer;
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  /** Valid start of the last transaction, in nanoseconds. */
  #last = 0n;

  constructor(address: string, payer: Payer) {
    // Each client has its own channel; by default clients of one address share a channel.
    this.#client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
    this.#payer = payer;
    const der = Buffer.from(PKCS8 + payer.privateKey, 'hex');
    this.#key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    this.#publicKey = createPublicKey(this.#key).export({ format: 'der', type: 'spki' }).subarray(-32);
  }

  /**
   * Signs and sends a transaction, and retries while the node is busy. Returns its id, and the code of the node's
   * precheck.
   */
  async send(
    method: string,
    data: proto.ITransactionBody,
  ): Promise<{ readonly id: proto.ITransactionID; readonly code: number }> {
    const id = this.#newId();
    const bodyBytes = proto.TransactionBody.encode({
      transactionID: id,
      nodeAccountID: accountId(NODE_ACCOUNT),
      transactionFee: Long.fromNumber(MAX_FEE),
      transactionValidDuration: { seconds: Long.fromNumber(120) },
      ...data,
    }).finish();
    const sigPair = [{ pubKeyPrefix: this.#publicKey, ed25519: sign(null, bodyBytes, this.#key) }];
    const signed = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish();
    const bytes = proto.Transaction.encode({ signedTransactionBytes: signed }).finish();
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#call(method, bytes);
      const { nodeTransactionPrecheckCode: code } = services.TransactionResponse.decode(answer);
      if (code !== proto.ResponseCodeEnum.BUSY || attempt === MAX_ATTEMPTS) return { id, code };
      await sleep(BUSY_REST_MS);
    }
  }

  /** Returns the receipt of a transaction; null until its block is closed. */
  async receipt(transactionID: proto.ITransactionID): Promise<proto.ITransactionReceipt | null> {
    const query = services.Query.encode({ transactionGetReceipt: { header: {}, transactionID } }).finish();
    const answer = await this.#call('CryptoService/getTransactionReceipts', query);
    const bytes = services.Response.decode(answer).transactionGetReceipt?.receipt;
    const receipt = proto.TransactionReceipt.decode(bytes ?? new Uint8Array());
    return receipt.status === proto.ResponseCodeEnum.UNKNOWN ? null : receipt;
  }

  close(): void {
    this.#client.close();
  }

  #newId(): proto.ITransactionID {
    const start = BigInt(Date.now() - 2_000) * 1_000_000n;
    this.#last = start > this.#last ? start : this.#last + ID_STEP;
    const seconds = Long.fromString((this.#last / 1_000_000_000n).toString());
    return {
      accountID: accountId(this.#payer.num),
      transactionValidStart: { seconds, nanos: Number(this.#last % 1_000_000_000n) },
    };
  }

  #call(method: string, bytes: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        `/proto.${method}`,
        asBytes,
        (answer: Buffer) => answer,
        bytes,
        (error, answer) => (error ? reject(error) : resolve(answer ?? Buffer.alloc(0))),
      );
    });
  }
}

export function accountId(num: number): proto.IAccountID {
  return { accountNum: Long.fromNumber(num) };
}

/** Formats an id as in the mirror: `0.0.2-1700000000-000000001`. */
export function idText({ accountID, transactionValidStart: start }: proto.ITransactionID): string {
  return `0.0.${accountID?.accountNum}-${start?.seconds}-${String(start?.nanos ?? 0).padStart(9, '0')}`;
}
