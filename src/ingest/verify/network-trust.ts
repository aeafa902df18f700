import { createHash } from 'node:crypto';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import type { ProfileChoice } from '@tain/verify/tss/profiles';
import { TssRefusal, UNVERIFIABLE } from '@tain/verify/tss/refusal';
import { expectForm } from '@tain/verify/tss/signature';
import type { Log } from '../../kernel/log.ts';
import type { Block } from '../decode/decoded-block.ts';
import { ledgerPublicationOf } from '../decode/ledger-publication.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ProofRefusal, type ThresholdTrust } from './block-proofs.ts';
import type { Proof } from './proof.ts';
import type { LedgerForBlock, LedgerHistory, LedgerInForce } from './tss/ledger-history.ts';
import { type ThresholdPool, ThresholdPoolError } from './tss/threshold-pool.ts';

/**
 * Root hash (sixteen leaves) of the wrapped record block with which a network's stream begins. Nodes signed the
 * record file in it, but not the state from before the stream, which the block also contains; this hash covers both.
 * For mainnet: the block that comes with the public mirror's sources, whose record file mainnet's nodes signed, and
 * whose balances sum to the whole supply of 50 billion hbar.
 */
const GENESIS_ROOTS: Readonly<Record<string, string>> = {
  mainnet: '140257742d5891f7cd413c9c71772e3bc0c280c0131cd74786c1c52daf32d6a33ca43259cccfc09954b63bcd3e2a4238',
};

/** Returns whether a wrapped record block is the known beginning of a network's stream. `root`: hex. */
export function isKnownGenesis(network: string, root: string): boolean {
  return GENESIS_ROOTS[network] === root;
}

/** A ledger that signatures are verified under, for the operator. */
export interface SeenLedger {
  /** Ledger id, hex. */
  readonly ledgerId: string;
  readonly grounds: LedgerForBlock['grounds'] | 'none';
  readonly profile: string;
  /** Source of the choice: the operator, the WRAPS key, or (`newest`) none. */
  readonly profileBy: ProfileChoice['by'];
  /** SHA-256 of the WRAPS key, hex; null where the ledger was published without one. */
  readonly wrapsKey: string | null;
  readonly nodes: number;
}

/** Verifies threshold signatures under the ledgers that a network published, in record files or in blocks. */
export class NetworkTrust implements ThresholdTrust {
  readonly #history: LedgerHistory;
  readonly #pool: ThresholdPool;
  readonly #log: Log;
  readonly #onLedger: ((seen: SeenLedger) => void) | undefined;
  /** Grounds with which a ledger was reported. */
  readonly #seen = new WeakMap<LedgerPublication, SeenLedger['grounds']>();

  /**
   * `onLedger` is called once for each ledger that signatures are verified under, before its first signature is
   * verified.
   */
  constructor(history: LedgerHistory, pool: ThresholdPool, log: Log, onLedger?: (seen: SeenLedger) => void) {
    this.#history = history;
    this.#pool = pool;
    this.#log = log;
    this.#onLedger = onLedger;
  }

  propose(block: Block): boolean {
    for (const item of block.items) {
      const publication = item.type === LEDGER_ID_PUBLICATION ? ledgerPublicationOf(item) : null;
      if (!publication) continue;
      const isCovered = !block.unsignedTimes?.has(item.consensusTimestamp);
      this.#history.propose(publication, item.consensusTimestamp, isCovered);
    }
    return this.#history.isPending;
  }

  async verify(root: Uint8Array, signature: Uint8Array, start: bigint, name: string): Promise<void> {
    try {
      expectForm(root, signature);
      await this.#verifyUnder(this.#history.ledgersFor(start), root, signature);
    } catch (error) {
      if (error instanceof TssRefusal) {
        throw new ProofRefusal(!UNVERIFIABLE.has(error.code), error.message, { cause: error });
      }
      if (!(error instanceof ThresholdPoolError)) throw error;
      throw new StreamFileError('unreadable', name, null, `cannot be verified now: ${error.message}`, {
        cause: error,
      });
    }
  }

  /** Verifies a signature under several ledgers. Throws the refusal by the first ledger when none of them signed it. */
  async #verifyUnder(
    ledgers: readonly LedgerForBlock[],
    root: Uint8Array,
    signature: Uint8Array,
  ): Promise<void> {
    let refusal: TssRefusal | null = null;
    for (const ledger of ledgers) {
      this.#see(ledger);
      try {
        await this.#pool.verifyThreshold(ledger, root, signature);
      } catch (error) {
        if (!(error instanceof TssRefusal)) throw error;
        refusal ??= error;
        continue;
      }
      if (ledger.doubt === null) return;
      throw new TssRefusal('untrusted', ledger.doubt);
    }
    throw refusal ?? new RangeError('no ledger to verify under');
  }

  #see({ publication, grounds, doubt }: LedgerForBlock): void {
    const by = doubt === null ? grounds : 'none';
    if (this.#seen.get(publication) === by) return;
    this.#seen.set(publication, by);
    const { ledgerId, wrapsKey, nodes } = publication;
    const choice = this.#pool.profileOf(publication);
    this.#onLedger?.({
      ledgerId: Buffer.from(ledgerId).toString('hex'),
      grounds: by,
      profile: choice.profile.name,
      profileBy: choice.by,
      wrapsKey: wrapsKey.length === 0 ? null : createHash('sha256').update(wrapsKey).digest('hex'),
      nodes: nodes.length,
    });
  }

  confirm(proof: Proof): readonly LedgerInForce[] {
    const confirmed = this.#history.confirm(proof);
    for (const { publication, grounds } of confirmed) {
      const ledgerId = Buffer.from(publication.ledgerId).toString('hex');
      const sentence = GROUNDS[grounds];
      if (sentence !== undefined) this.#log.warn({ ledgerId }, sentence);
      else
        this.#log.info({ ledgerId, grounds }, 'The network published the ledger that signs its next blocks');
    }
    return confirmed;
  }

  discard(): void {
    this.#history.discard();
  }

  noteBlock(): void {
    this.#history.noteBlock();
  }

  isReadyAt(start: bigint): boolean {
    try {
      return this.#history.isReadyAt(start);
    } catch (error) {
      if (error instanceof TssRefusal) return false;
      throw error;
    }
  }
}

const LEDGER_ID_PUBLICATION = 77;

/** Warnings about ledgers that no earlier ledger or proof vouches for. */
const GROUNDS: Partial<Readonly<Record<LedgerInForce['grounds'], string>>> = {
  'first-use':
    'The first ledger is trusted on first use: the writer of the stream may have forged it. Set TAIN_LEDGER_ID to the one that you trust.',
  chain:
    'A ledger was published that no proof covers: blocks that it signs are proven only by their hash chain, unless TAIN_LEDGER_ID names it.',
};
