import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import { sha384 } from '@tain/ledger/record-stream';
import { FUNDED_ACCOUNTS, OPERATOR_KEY } from '@tain/network-simulator/ledger/well-known';
import type { Privilege } from '@tain/network-simulator/node/consensus-node';
import { proto } from '@tain/protos/hapi';
import { RpcError } from '../rpc/method/rpc-error.ts';
import type {
  OutgoingTransaction,
  Submission,
  TransactionSender,
  UnlockedAccount,
  UnsignedSubmission,
} from '../rpc/method/services.ts';
import {
  type AccountName,
  type Envelope,
  type EnvelopeOptions,
  envelopeOf,
  ethereumBody,
  ValidStarts,
} from '../rpc/nodes/envelope.ts';
import { ecdsaAddress, ed25519Signer } from '../rpc/nodes/operator-key.ts';
import { hash32 } from '../rpc/values/hex.ts';
import type { LiveDemo } from './live-demo.ts';
import type { OwnAccount } from './local-accounts.ts';

/** Account with which relays of local networks pay: it pays no fees there, and its key is public. */
export const OPERATOR = { shard: 0n, realm: 0n, num: 2n };
const NODE = { shard: 0n, realm: 0n, num: 3n };
/** Maximum fee in tinybars: the price of the maximum gas, as the relay offers. */
const MAX_FEE = 85n * MAX_GAS_PER_TRANSACTION;
/** Tinybars that an impersonated account may pay: for the maximum gas, and for the transaction itself. */
const MAX_UNSIGNED_FEE = 2n * MAX_FEE;
/**
 * Tinybars that the operator adds for gas when a sender offers less than the price, as the canonical CREATE2 deployer
 * does.
 */
const GAS_ALLOWANCE = 100_000_000n;
/** Milliseconds before now at which a transaction becomes valid. */
const VALID_SINCE_MS = 1_000;

/** Time for the sends of a test that submits several transactions of one account concurrently. */
const GAP_TIMEOUT_MS = 5_000;

/** Time for a network that is starting, below the ten seconds after which viem repeats a request. */
const READY_TIMEOUT_MS = 8_000;

/** A submission, with the bytes that the network received. */
type LocalSubmission = Submission & Pick<Envelope, 'signedBytes'>;

/** Sends transactions to the local network of this process, directly to its intake. */
export class LocalSender implements TransactionSender {
  readonly #demo: () => LiveDemo | null;
  readonly #operator = { account: OPERATOR, sign: ed25519Signer(OPERATOR_KEY) };
  readonly #starts = new ValidStarts(VALID_SINCE_MS);
  /** Transactions of clients that are in no block yet, by the hash of their Ethereum bytes. */
  readonly #waiting = new Map<string, LocalSubmission>();
  closesBlocks = true;
  readonly gapTimeoutMs = GAP_TIMEOUT_MS;
  readonly readyTimeoutMs = READY_TIMEOUT_MS;

  constructor(demo: () => LiveDemo | null) {
    this.#demo = demo;
  }

  /** Throws `RpcError` in a standby of the process that runs the network. */
  get network(): LiveDemo {
    const network = this.#demo();
    if (network === null) {
      throw new RpcError(-32_610, 'Unsupported operation. Another process runs the local network');
    }
    return network;
  }

  ready(): Promise<bigint> {
    return this.network.ready;
  }

  async submit({ raw, hash }: OutgoingTransaction): Promise<Submission> {
    const submission = await this.submitBody(ethereumBody(raw, GAS_ALLOWANCE));
    if (submission.code !== 'OK') return submission;
    this.#waiting.set(hash, submission);
    void submission.outcome.then(() => {
      if (this.#waiting.get(hash) === submission) this.#waiting.delete(hash);
    });
    return submission;
  }

  /**
   * Drops a transaction of a client that waits for a block. Resolves to whether it was dropped: false if the hash is unknown, or
   * its block was made meanwhile.
   */
  async drop(hash: string): Promise<boolean> {
    const submission = this.#waiting.get(hash);
    if (submission === undefined) return false;
    this.network.drop(submission.signedBytes);
    return (await submission.outcome) === null;
  }

  /** Submits any transaction that the operator pays for. */
  submitBody(data: proto.ITransactionBody): Promise<LocalSubmission> {
    return this.#submit(data, { operator: this.#operator, maxFee: MAX_FEE });
  }

  /** Submits a transaction that the operator pays for, with a privilege. */
  submitPrivileged(data: proto.ITransactionBody, privilege: Privilege): Promise<Submission> {
    return this.#submit(data, { operator: this.#operator, maxFee: MAX_FEE }, privilege);
  }

  /** Submits a transaction of any account without its signature. */
  async submitUnsigned(data: proto.ITransactionBody, payer: AccountName): Promise<UnsignedSubmission> {
    const options = { operator: { account: payer }, maxFee: MAX_UNSIGNED_FEE };
    const { signedBytes, ...submission } = await this.#submit(data, options, { kind: 'unsigned' });
    return { ...submission, hash: hash32(sha384(signedBytes).toString('hex')) };
  }

  async #submit(
    data: proto.ITransactionBody,
    options: Pick<EnvelopeOptions, 'operator' | 'maxFee'>,
    privilege?: Privilege,
  ): Promise<LocalSubmission> {
    const { network } = this;
    const envelope = envelopeOf(data, { ...options, node: NODE, validStart: this.#starts.next() });
    const { code, outcome } = await network.submit(envelope.bytes, privilege);
    return {
      code: nameOf(code),
      transactionId: envelope.id,
      signedBytes: envelope.signedBytes,
      outcome: outcome.then((end) => end && { status: nameOf(end.status), time: end.time }),
    };
  }
}

/** Returns the accounts of a local network whose keys are published and whose address is derived from their key. */
export function publishedAccounts(): UnlockedAccount[] {
  return FUNDED_ACCOUNTS.filter(({ kind }) => kind === 'ecdsa-alias').map(({ privateKey }) => ({
    address: ecdsaAddress(privateKey),
    privateKey: Buffer.from(privateKey, 'hex'),
  }));
}

/** Returns the accounts of one's own whose ECDSA private key is known. */
export function unlockedAccounts(accounts: readonly OwnAccount[]): UnlockedAccount[] {
  return accounts.flatMap(({ evmAddress: address, privateKey }) =>
    address === null || privateKey === null ? [] : [{ address, privateKey: Buffer.from(privateKey, 'hex') }],
  );
}

function nameOf(code: number): string {
  return proto.ResponseCodeEnum[code] ?? String(code);
}
