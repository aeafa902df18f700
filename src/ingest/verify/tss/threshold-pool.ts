import type { Worker } from 'node:worker_threads';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { chooseProfile, type ProfileChoice, type ProfileName } from '@tain/verify/tss/profiles';
import { TssRefusal, type TssRefusalCode } from '@tain/verify/tss/refusal';
import { splitSignature } from '@tain/verify/tss/signature';
import type { SignatureEvidence } from '@tain/verify/tss/verify-signature';
import { RequestSignal } from '../../../kernel/abort-signal.ts';
import { FairSemaphore, SHARED_CLIENT } from '../../../kernel/limits/fair-semaphore.ts';
import { LimitReached } from '../../../kernel/limits/limit.ts';
import { startThread } from '../../../threads/start-thread.ts';
import type { LedgerForBlock } from './ledger-history.ts';

/** Request to a thread. */
export interface VerifyCommand {
  /** Id of a publication and its profile, so that a thread checks them once. */
  readonly ledger: number;
  readonly publication: LedgerPublication;
  readonly profile: ProfileName | null;
  readonly root: Uint8Array;
  readonly signature: Uint8Array;
}

export type VerifyAnswer =
  | { readonly evidence: SignatureEvidence }
  | { readonly refusal: { readonly code: TssRefusalCode; readonly message: string } };

export interface ThresholdPoolOptions {
  /** Number of threads, each of which verifies one signature at a time. They start on demand. */
  readonly threads: number;
  /** Maximum number of signatures that wait for a thread. */
  readonly maxWaiting: number;
  /**
   * Profiles that the operator set, by ledger id (hex). The WRAPS key of a publication determines the profile of other
   * ledgers.
   */
  readonly profiles: ReadonlyMap<string, ProfileName>;
}

/** Thrown when the pool cannot respond: it is closed, overloaded, or its thread ended. The signature may be valid. */
export class ThresholdPoolError extends Error {
  override readonly name = 'ThresholdPoolError';
}

/** Proof that the network signed this root hash. */
export interface ThresholdProof {
  readonly root: Uint8Array;
  readonly evidence: SignatureEvidence;
}

interface Job {
  readonly answered: (answer: VerifyAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
}

const STOPPED = 'The verification of signatures has been stopped.';

/** Memory of one thread in megabytes: keys with their prepared points take a few. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Verifies threshold signatures in worker threads, because one takes tens of milliseconds of CPU time. */
export class ThresholdPool {
  readonly #profiles: ThresholdPoolOptions['profiles'];
  readonly #threads = new Set<Thread>();
  /** Semaphore with one slot for each thread, so that each task finds a free thread or starts one. */
  readonly #semaphore: FairSemaphore;
  readonly #closing = new RequestSignal();
  readonly #ledgers = new WeakMap<
    LedgerPublication,
    Pick<VerifyCommand, 'ledger' | 'publication' | 'profile'>
  >();
  #nextLedger = 1;

  constructor({ threads, maxWaiting, profiles }: ThresholdPoolOptions) {
    this.#profiles = profiles;
    this.#semaphore = new FairSemaphore({ counts: 'signatures', max: threads, waiting: maxWaiting });
  }

  /**
   * Verifies the `block_signature` of a root hash. Rejects with `TssRefusal` when it is not trusted, and with
   * `ThresholdPoolError` when the pool cannot respond.
   * @param ledger one that `LedgerHistory.ledgersFor` returns for the block
   */
  async verifyThreshold(
    { publication, needsSchnorr }: Pick<LedgerForBlock, 'publication' | 'needsSchnorr'>,
    root: Uint8Array,
    signature: Uint8Array,
  ): Promise<ThresholdProof> {
    // The signature is split first, so that an invalid one is refused before anything large is copied.
    const { tail } = splitSignature(signature);
    if (needsSchnorr && tail.kind !== 'schnorr')
      throw new TssRefusal(
        'verification-key',
        'The first ledger publication is proven by a WRAPS proof whose key it contains itself; the expected ledger id does not cover that key.',
      );
    // The views are copied, because the whole buffer below a view would be sent.
    const command = {
      ...this.#ledgerOf(publication),
      root: Uint8Array.from(root),
      signature: Uint8Array.from(signature),
    };
    try {
      return await this.#semaphore.run(SHARED_CLIENT, () => this.#verify(command), this.#closing);
    } catch (error) {
      if (this.#closing.aborted) throw new ThresholdPoolError(STOPPED);
      if (error instanceof LimitReached)
        throw new ThresholdPoolError('Too many signatures wait to be verified.');
      throw error;
    }
  }

  /** Returns the profile by which a ledger's signatures are verified. */
  profileOf({ ledgerId, wrapsKey }: LedgerPublication): ProfileChoice {
    return chooseProfile(wrapsKey, this.#profileSet(ledgerId));
  }

  /** Terminates the threads; their tasks are rejected. */
  async close(): Promise<void> {
    this.#closing.abort();
    const threads = [...this.#threads];
    for (const thread of threads) this.#lose(thread, new ThresholdPoolError(STOPPED));
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #ledgerOf(publication: LedgerPublication): Pick<VerifyCommand, 'ledger' | 'publication' | 'profile'> {
    let ledger = this.#ledgers.get(publication);
    if (ledger === undefined) {
      const { ledgerId, wrapsKey, nodes } = publication;
      ledger = {
        ledger: this.#nextLedger,
        publication: {
          ledgerId: Uint8Array.from(ledgerId),
          wrapsKey: Uint8Array.from(wrapsKey),
          nodes: nodes.map((node) => ({ ...node, key: Uint8Array.from(node.key) })),
        },
        profile: this.#profileSet(ledgerId),
      };
      this.#nextLedger += 1;
      this.#ledgers.set(publication, ledger);
    }
    return ledger;
  }

  #profileSet(ledgerId: Uint8Array): ProfileName | null {
    return this.#profiles.get(Buffer.from(ledgerId).toString('hex')) ?? null;
  }

  async #verify(command: VerifyCommand): Promise<ThresholdProof> {
    if (this.#closing.aborted) throw new ThresholdPoolError(STOPPED);
    const thread = [...this.#threads].find(({ job }) => job === null) ?? this.#startThread();
    const answer = await new Promise<VerifyAnswer>((answered, reject) => {
      thread.job = { answered, reject };
      thread.worker.postMessage(command);
    });
    if ('evidence' in answer) return { root: command.root, evidence: answer.evidence };
    throw new TssRefusal(answer.refusal.code, answer.refusal.message);
  }

  #startThread(): Thread {
    const worker = startThread(import.meta.url, './threshold-worker', { resourceLimits: RESOURCE_LIMITS });
    const thread: Thread = { worker, job: null };
    this.#threads.add(thread);
    let reason = 'it stopped';
    worker.on('message', (answer: VerifyAnswer) => {
      const { job } = thread;
      thread.job = null;
      job?.answered(answer);
    });
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => {
      this.#lose(thread, new ThresholdPoolError(`A thread that verifies signatures ended: ${reason}.`));
    });
    return thread;
  }

  #lose(thread: Thread, error: Error): void {
    this.#threads.delete(thread);
    thread.job?.reject(error);
    thread.job = null;
  }
}
