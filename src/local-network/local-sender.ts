import { sha384 } from '@tain/ledger/record-stream';
import { FUNDED_ACCOUNTS } from '@tain/network-simulator/ledger/well-known';
import type { Privilege } from '@tain/network-simulator/node/consensus-node';
import type { proto } from '@tain/protos/hapi';
import { RpcError } from '../rpc/method/rpc-error.ts';
import type {
  OutgoingTransaction,
  Submission,
  TransactionSender,
  UnlockedAccount,
  UnsignedSubmission,
} from '../rpc/method/services.ts';
import { type AccountName, type Envelope, ethereumBody } from '../rpc/nodes/envelope.ts';
import { ecdsaAddress } from '../rpc/nodes/operator-key.ts';
import { hash32 } from '../rpc/values/hex.ts';
import type { LiveDemo } from './live-demo.ts';
import type { OwnAccount } from './local-accounts.ts';
import { localEnvelope, MAX_FEE, nameOf } from './submit-to-node.ts';

/** Tinybars that an impersonated account may pay: for the maximum gas, and for the transaction itself. */
const MAX_UNSIGNED_FEE = 2n * MAX_FEE;
/**
 * Tinybars that the operator adds for gas when a sender offers less than the price, as the canonical CREATE2 deployer
 * does.
 */
const GAS_ALLOWANCE = 100_000_000n;
/** Time for the sends of a test that submits several transactions of one account concurrently. */
const GAP_TIMEOUT_MS = 5_000;

/** Time for a network that is starting, below the ten seconds after which viem repeats a request. */
const READY_TIMEOUT_MS = 8_000;

/** Sends transactions to the local network of this process, directly to its intake. */
export class LocalSender implements TransactionSender {
  readonly #demo: () => LiveDemo | null;
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

  submit({ raw }: OutgoingTransaction): Promise<Submission> {
    return this.submitBody(ethereumBody(raw, GAS_ALLOWANCE));
  }

  /** Submits any transaction that the operator pays for. */
  submitBody(data: proto.ITransactionBody, privilege?: Privilege): Promise<Submission> {
    return this.#submit(localEnvelope(data), privilege);
  }

  /** Submits a transaction of any account without its signature. */
  async submitUnsigned(data: proto.ITransactionBody, payer: AccountName): Promise<UnsignedSubmission> {
    const envelope = localEnvelope(data, { operator: { account: payer }, maxFee: MAX_UNSIGNED_FEE });
    const submission = await this.#submit(envelope, { kind: 'unsigned' });
    return { ...submission, hash: hash32(sha384(envelope.signedBytes).toString('hex')) };
  }

  async #submit({ bytes, signedBytes, id }: Envelope, privilege?: Privilege): Promise<Submission> {
    const { code, outcome } = await this.network.submit(bytes, privilege);
    return {
      code: nameOf(code),
      transactionId: id,
      signedBytes,
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
