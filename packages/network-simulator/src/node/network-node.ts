import { join } from 'node:path';
import { proto } from '@tain/protos/hapi';
import type { Execution, Rules, Signers } from '../ledger/execution.ts';
import { numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import type { RunCode } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import type { BlockOptions, DemoNetwork } from '../network.ts';
import { SimulatorError } from '../simulator-error.ts';
import type { ConsensusNode, NetworkPosition, Privilege, Submitted } from './consensus-node.ts';
import { executeSent } from './execute-sent.ts';
import { parseTransaction, type SentTransaction } from './parse-transaction.ts';
import { Pause } from './pause.ts';
import { balanceProblem, paymentProblem } from './payment.ts';
import { checkInner, preCheck } from './pre-check.ts';
import { type Arrival, payerOf, Queue } from './queue.ts';
import { RecentFile } from './recent-file.ts';
import { RecentTransactions, type Settled } from './recent-transactions.ts';
import { sentFee } from './sent-fee.ts';
import { SerialQueue } from './serial-queue.ts';
import { SentSignatures } from './signatures.ts';

/** Creates and publishes blocks. */
export interface BlockStream {
  readonly network: DemoNetwork;
  write(blockOptions?: BlockOptions): Promise<unknown>;
  commit(): Promise<void>;
  readonly position: number;
  returnTo(position: number): Promise<void>;
}

export interface NodeOptions {
  readonly runCode: RunCode;
  /** Returns the network's current time in nanoseconds since 1970. */
  readonly now: () => bigint;
  /**
   * Returns the senders' time in nanoseconds since 1970, which changes of the network's clock do not affect. Default:
   * `now`.
   */
  readonly sendersNow?: () => bigint;
  readonly log?: { warn(fields: object, message: string): void } | undefined;
  /** Maximum number of transactions that wait for a block. Default 5,000. */
  readonly maxWaiting?: number;
}

/**
 * Gas and bytes of records after which a block takes no further transaction, because other clients' receipts and queries wait
 * for it: five transactions with the maximum gas may take a second. A block of a mirror may have 64 MB.
 */
const MAX_BLOCK_GAS = 75_000_000n;
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;

const REFUSED: Submitted = { code: Status.BUSY, cost: 0n };

/**
 * The node of a running network. The network's runner attaches its stream, creates blocks through it, and detaches the
 * stream when the folder cannot be written to.
 */
export class NetworkNode implements ConsensusNode {
  readonly runCode: RunCode;
  readonly recent = new RecentTransactions();
  readonly #sendersNow: () => bigint;
  readonly now: () => bigint;
  readonly #log: NodeOptions['log'];
  readonly #queue: Queue;
  readonly #serial = new SerialQueue();
  #stream: BlockStream | null = null;
  #file: RecentFile | null = null;
  /** Whether consensus time has caught up with the clock. */
  #isReady = false;
  #hasEnded = false;
  /** Ids of inner transactions of batches in the block being created. */
  #inner: proto.ITransactionID[] = [];
  /** Callbacks of calls that wait until the network is ready. */
  #whenReady: (() => void)[] = [];
  /** Whether positions of the stream may be needed. */
  #holdsPositions = false;
  /** The pause of the network, if it is paused. */
  #pause: Pause | null = null;
  /** Ends the use of the attached stream. */
  #leave: () => void = () => undefined;

  constructor({ runCode, now, sendersNow, log, maxWaiting }: NodeOptions) {
    this.#sendersNow = sendersNow ?? now;
    this.#queue = new Queue(maxWaiting);
    this.runCode = runCode;
    this.now = now;
    this.#log = log;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether a block is due, because a transaction waits for one. */
  get hasWaiting(): boolean {
    return this.#queue.isDue;
  }

  hold(isHeld: boolean): void {
    this.#queue.hold(isHeld);
  }

  closeBlock(): void {
    this.#queue.request();
  }

  clockChanged(): void {
    this.#queue.interrupt();
  }

  drop(signedBytes: Uint8Array): void {
    const sent = this.#queue.drop(signedBytes);
    if (sent !== undefined) this.recent.drop(sent.body.transactionID ?? {});
  }

  get isPaused(): boolean {
    return this.#pause !== null;
  }

  /** Whether the state of the network must remain as a journal, because the network may return to a position of it. */
  get holdsPositions(): boolean {
    return this.#holdsPositions;
  }

  /**
   * Resumes the network with a stream in a folder, which also contains the recent receipts. `leave` is called when the
   * stream must be detached, closed and opened again, because the network returns to an earlier position.
   */
  async attach(stream: BlockStream, dir: string, leave: () => void = () => undefined): Promise<void> {
    const { network } = stream;
    const now = this.#sendersNow();
    const stored = await RecentFile.open(join(dir, 'state'), network.progress.nextNumber, now);
    this.#stream = stream;
    this.#leave = leave;
    this.#file = stored.file;
    this.recent.clear(stored.removedUntil);
    for (const { time, settled } of stored.blocks) {
      for (const one of settled) this.recent.settle(one, time);
    }
    this.recent.forget(now);
    network.sentRules = {
      ...network.sentRules,
      feeOf: sentFee,
      refusalOfInner: (inner) => this.#refusalOfInner(inner),
      onFault: (error: unknown, x: Execution) => {
        this.#log?.warn({ err: error, type: x.field }, 'The demo network failed to execute a transaction');
      },
    };
  }

  #refusalOfInner(inner: Execution): Status | null {
    const id = inner.body.transactionID ?? {};
    const refused = checkInner(inner, { ledger: inner.ledger, now: this.#sendersNow(), recent: this.recent });
    if (refused !== null) return refused;
    this.recent.expect(id);
    this.#inner.push(id);
    return null;
  }

  async pause(): Promise<NetworkPosition> {
    for (;;) {
      await this.read(() => undefined);
      // The paused network occupies the queue of reads and blocks.
      const position = await new Promise<NetworkPosition | null>((resolve) => {
        void this.#serial.run(() => {
          const stream = this.#stream;
          if (!this.#isReady || stream === null) return resolve(null);
          const pause = new Pause();
          this.#pause = pause;
          this.#holdsPositions = true;
          resolve({ journal: stream.position, block: stream.network.progress.nextNumber - 1n });
          return pause.left;
        });
      });
      if (position !== null) return position;
    }
  }

  async returnTo({ journal }: NetworkPosition): Promise<void> {
    const pause = this.#pause;
    const stream = this.#stream;
    if (pause === null || stream === null) throw new SimulatorError('The demo network is not paused.');
    await stream.returnTo(journal);
    this.detach();
    this.#leave();
    pause.leave();
    await pause.reopened;
  }

  resume(holdsPositions: boolean): void {
    this.#holdsPositions = holdsPositions;
    this.#pause?.end();
    this.#pause = null;
  }

  /** Called with the stream at the position to which the network returned. Resolves when the network may make blocks. */
  async returned(): Promise<void> {
    this.#pause?.reopen();
    await this.#pause?.ended;
  }

  /** Accepts transactions from now on, because consensus time has caught up with the clock. */
  ready(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#release();
  }

  /**
   * Detaches the stream, which cannot continue for now. Transactions that wait for a block are dropped; senders and
   * readers wait.
   */
  detach(): void {
    this.#isReady = false;
    this.#stream = null;
    this.#file = null;
    this.#queue.request();
    for (const { sent } of this.#queue.take()) this.recent.drop(sent.body.transactionID ?? {});
  }

  /** Ends the node together with its network. */
  end(): void {
    this.detach();
    this.#hasEnded = true;
    this.#pause?.end();
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#whenReady.splice(0)) resolve();
  }

  async submit(transaction: Uint8Array, isExpected?: (field: string) => boolean): Promise<Submitted> {
    const sent = parseTransaction(transaction);
    if (typeof sent === 'number') return { code: sent, cost: 0n };
    if (isExpected && !isExpected(sent.field)) return { code: Status.INVALID_TRANSACTION_BODY, cost: 0n };
    return this.#take(sent);
  }

  async submitPrivileged(transaction: Uint8Array, privilege: Privilege): Promise<Submitted> {
    const sent = parseTransaction(transaction);
    return typeof sent === 'number' ? { code: sent, cost: 0n } : this.#take(sent, { privilege });
  }

  async pay(payment: Uint8Array, cost: bigint): Promise<Submitted> {
    const sent = parseTransaction(payment);
    if (typeof sent === 'number') return { code: sent, cost: 0n };
    const problem = paymentProblem(sent, cost);
    if (problem !== null) return problem;
    return this.#take(sent, { further: (ledger) => balanceProblem(ledger, sent) });
  }

  /**
   * Checks a transaction and queues it for its block. `further` is the last check.
   */
  #take(
    sent: SentTransaction,
    {
      further,
      privilege = null,
    }: { further?: (ledger: Ledger) => Submitted | null; privilege?: Privilege | null } = {},
  ): Submitted {
    const ledger = this.#stream?.network.ledger;
    if (!this.#isReady || ledger === undefined || this.#queue.isFull || this.recent.isFull) return REFUSED;
    const signatures = signersOf(ledger, sent, privilege);
    const verdict = preCheck(sent, signatures, { ledger, now: this.#sendersNow(), recent: this.recent });
    if (verdict.code !== Status.OK) return verdict;
    const problem = further?.(ledger);
    if (problem) return problem;
    this.recent.expect(sent.body.transactionID ?? {});
    this.#queue.add({ sent, signatures, privilege, at: this.now() });
    return verdict;
  }

  async read<T>(read: (ledger: Ledger) => T | Promise<T>, client?: string): Promise<T> {
    for (;;) {
      if (this.#hasEnded) throw new SimulatorError('The demo network has ended.');
      if (!this.#isReady) {
        await new Promise<void>((resolve) => this.#whenReady.push(resolve));
        continue;
      }
      const answer = await this.#serial.run(async () => {
        const ledger = this.#stream?.network.ledger;
        return this.#isReady && ledger !== undefined ? { value: await read(ledger) } : null;
      }, client);
      if (answer !== null) return answer.value;
    }
  }

  /** Resolves to true once a block is due, and to false after `milliseconds`, when the clock was set or the signal is aborted. */
  filled(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    return this.#queue.filled(milliseconds, signal);
  }

  /**
   * Creates and publishes a block with the queued transactions for which it has room. Resolves to their number. Their receipts are available once
   * it is on the disk. Resolves to null without a block if it would be empty, because they are held since it was due: no file
   * has the number of a block without transactions.
   */
  makeBlock(blockOptions: BlockOptions): Promise<number | null> {
    return this.#serial.run(async () => {
      const stream = this.#stream;
      if (stream === null) return null;
      const arrivals = this.#queue.take();
      if (arrivals.length === 0 && blockOptions.own === 0 && !stream.network.hasDue()) return null;
      const made = new MadeItems();
      let executed = 0;
      const block = stream.network.progress.nextNumber;
      try {
        await stream.write({
          ...blockOptions,
          waiting: arrivals.map((arrival) =>
            this.#waitingOf(stream.network.ledger, arrival, () => {
              executed += 1;
            }),
          ),
          hasRoom: () => made.gas < MAX_BLOCK_GAS && made.bytes < MAX_BLOCK_BYTES,
          onSent: (items) => made.add(items),
        });
        const served = new Set(arrivals.slice(0, executed).map(({ sent }) => payerOf(sent)));
        this.#queue.putBack(arrivals.splice(executed), served);
        const settled = made.settled();
        const time = this.#sendersNow();
        await this.#file?.append({ block, time, settled });
        await stream.commit();
        for (const one of settled) this.recent.settle(one, time);
        this.recent.forget(time);
        return arrivals.length;
      } catch (error) {
        for (const { sent } of arrivals) this.recent.drop(sent.body.transactionID ?? {});
        throw error;
      } finally {
        for (const id of this.#inner.splice(0)) this.recent.drop(id);
      }
    });
  }

  #waitingOf(
    ledger: Ledger,
    arrival: Arrival,
    onExecuted: () => void,
  ): NonNullable<BlockOptions['waiting']>[number] {
    return {
      arrival: arrival.at,
      payer: payerOf(arrival.sent),
      execute: (rules: Rules, at: bigint) => {
        onExecuted();
        return executeSent(ledger, rules, arrival, { at, sendersNow: this.#sendersNow() });
      },
    };
  }
}

function signersOf(ledger: Ledger, sent: SentTransaction, privilege: Privilege | null): Signers {
  if (privilege?.kind === 'unsigned') return payerKeys(ledger, sent);
  const signatures = new SentSignatures(ledger, sent.bodyBytes, sent.pairs);
  return privilege?.kind === 'all-signed' ? Object.assign(signatures, { forAll: true }) : signatures;
}

/** Returns the payer's keys as signers; none for a hollow account. */
function payerKeys(ledger: Ledger, { body }: SentTransaction): Signers {
  const payer = numOf(body.transactionID?.accountID?.accountNum);
  return Object.assign(new Set(ledger.accounts.get(payer)?.key?.refs), { forPayer: true });
}

/** Items of the stream that the sent transactions of one block have made. */
class MadeItems {
  readonly #own: Settled[] = [];
  readonly #children: Settled[] = [];
  /** Gas that they used. */
  gas = 0n;
  /** Bytes of transactions, records and code. */
  bytes = 0;

  add(items: readonly StreamItem[]): void {
    for (const { record, transaction, sidecars } of items) {
      const { transactionID, contractCallResult, contractCreateResult } =
        proto.TransactionRecord.decode(record);
      const id = transactionID ?? {};
      (id.nonce ? this.#children : this.#own).push({ id, record });
      // The gas of a call contains that of its children.
      if (!id.nonce) this.gas += longToBigInt((contractCallResult ?? contractCreateResult)?.gasUsed);
      this.bytes += transaction.length + record.length;
      for (const sidecar of sidecars)
        this.bytes += proto.TransactionSidecarRecord.encode(sidecar).finish().length;
    }
  }

  /** Returns the outcomes, children after their parents. */
  settled(): Settled[] {
    return [...this.#own, ...this.#children];
  }
}
