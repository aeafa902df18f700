import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { Client, credentials } from '@grpc/grpc-js';
import { proto } from '@tain/protos/hapi';
import { proto as services } from '@tain/protos/services';
import Long from 'long';
import { wrap } from '../../packages/network-simulator/src/ledger/stream-item.ts';

/**
 * Submits transactions to a consensus node, paid and signed by the operator of a local network: Ethereum transactions
 * in an envelope, as a JSON-RPC relay does, and HAPI transactions.
 */
export interface EnvelopeSender {
  /** Public key of the operator. */
  readonly key: proto.IKey;
  /**
   * Returns the id of the envelope in the format of a mirror's paths. Rejects with the name of the code if the node refuses it.
   */
  send(ethereumData: Uint8Array): Promise<string>;
  /**
   * Sends a HAPI transaction to a procedure of the node (`TokenService/createToken`). Returns and rejects like `send`.
   */
  submit(procedure: string, data: proto.ITransactionBody): Promise<string>;
  /** Returns the name of a transaction's status; `UNKNOWN` while it has not ended. */
  receiptOf(id: string): Promise<string>;
  /** Returns the receipt of a transaction; its status is `UNKNOWN` while the transaction has not ended. */
  fullReceiptOf(id: string): Promise<proto.TransactionReceipt>;
  close(): void;
}

const OPERATOR = 2;
const NODE = 3;
/** Private key of 0.0.2, as published for local networks. */
const KEY =
  '302e020100300506032b65700422042091132178e72057a1d7528025956fe39b0b847f200ab59b2fdd367017f3087137';
/** Fee that a relay offers: the price of 15 million gas. */
const FEE = 71 * 15_000_000;
/** Maximum fee of a HAPI transaction in tinybars: 100 hbars. */
const LEDGER_FEE = 10_000_000_000;

export function envelopeSender(address: string): EnvelopeSender {
  const client = new Client(address, credentials.createInsecure());
  const privateKey = createPrivateKey({ key: Buffer.from(KEY, 'hex'), format: 'der', type: 'pkcs8' });
  const ed25519 = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  let last = 0;
  /** Returns a unique start of a transaction's validity. */
  const validStart = () => {
    last = Math.max(last + 1, Date.now() - 5_000);
    return { seconds: Long.fromNumber(Math.floor(last / 1000)), nanos: (last % 1000) * 1_000_000 };
  };
  const request = (path: string, bytes: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const unchanged = (value: Buffer): Buffer => value;
      client.makeUnaryRequest(path, unchanged, unchanged, bytes, (error, value) =>
        error ? reject(error) : resolve(value ?? Buffer.alloc(0)),
      );
    });
  const submit: EnvelopeSender['submit'] = async (procedure, data) => {
    const transactionValidStart = validStart();
    const bodyBytes = proto.TransactionBody.encode({
      transactionID: { accountID: { accountNum: Long.fromNumber(OPERATOR) }, transactionValidStart },
      nodeAccountID: { accountNum: Long.fromNumber(NODE) },
      transactionFee: Long.fromNumber(LEDGER_FEE),
      transactionValidDuration: { seconds: Long.fromNumber(120) },
      ...data,
    }).finish();
    const sigPair = [{ pubKeyPrefix: new Uint8Array(), ed25519: sign(null, bodyBytes, privateKey) }];
    const signedTransactionBytes = proto.SignedTransaction.encode({
      bodyBytes,
      sigMap: { sigPair },
    }).finish();
    const answer = await request(`/proto.${procedure}`, Buffer.from(wrap(signedTransactionBytes)));
    const { nodeTransactionPrecheckCode: code } = services.TransactionResponse.decode(answer);
    if (code !== proto.ResponseCodeEnum.OK) throw new Error(proto.ResponseCodeEnum[code] ?? String(code));
    const { seconds, nanos } = transactionValidStart;
    return `0.0.${OPERATOR}-${seconds}-${String(nanos).padStart(9, '0')}`;
  };
  const fullReceiptOf: EnvelopeSender['fullReceiptOf'] = async (id) => {
    const [, seconds = '0', nanos = '0'] = id.split('-');
    const query = services.Query.encode({
      transactionGetReceipt: {
        transactionID: {
          accountID: { accountNum: Long.fromNumber(OPERATOR) },
          transactionValidStart: { seconds: Long.fromString(seconds), nanos: Number(nanos) },
        },
      },
    }).finish();
    const answer = await request('/proto.CryptoService/getTransactionReceipts', Buffer.from(query));
    const { header, receipt } = services.Response.decode(answer).transactionGetReceipt ?? {};
    const code = header?.nodeTransactionPrecheckCode ?? 0;
    if (code !== proto.ResponseCodeEnum.OK) throw new Error(proto.ResponseCodeEnum[code] ?? String(code));
    return proto.TransactionReceipt.decode(receipt ?? new Uint8Array());
  };
  return {
    key: { ed25519 },
    send: (ethereumData) =>
      submit('SmartContractService/callEthereum', {
        transactionFee: Long.fromNumber(FEE),
        ethereumTransaction: { ethereumData },
      }),
    submit,
    receiptOf: async (id) => proto.ResponseCodeEnum[(await fullReceiptOf(id)).status] ?? '',
    fullReceiptOf,
    close: () => client.close(),
  };
}
