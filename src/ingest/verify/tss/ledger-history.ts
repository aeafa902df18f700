import type { LedgerPublication } from '../../decode/ledger-publication.ts';
import type { Proof, ProofKind } from '../proof.ts';
import { TssRefusal } from './refusal.ts';

/** A ledger publication that is in force, and why it is believed. Plain data, to be stored. */
export interface LedgerInForce {
  readonly publication: LedgerPublication;
  /** Consensus time of its transaction: blocks that begin later are verified under it. */
  readonly from: bigint;
  /**
   * How the block that carried it was proven. The first ledger's own block is proven by nothing but itself: its id is
   * the one that was expected (`pinned`), or nobody said which to expect (`first-use`).
   */
  readonly grounds: ProofKind | 'pinned' | 'first-use';
}

/** What a block is verified under. */
export interface LedgerForBlock extends Pick<LedgerInForce, 'publication' | 'grounds'> {
  /**
   * Whether only a Schnorr tail will do: the block carries the first publication of all, which is believed for its id.
   * The id covers the nodes, which make that tail, but not the WRAPS key, which the publication brings itself.
   */
  readonly needsSchnorr: boolean;
}

/**
 * The publications of a network, by consensus time. One takes effect only once the block that carries it is proven under
 * the one before, so no block of one batch may come after it: see `isPending`. Older ones stay, for older blocks.
 */
export class LedgerHistory {
  readonly #pinned: Uint8Array | null;
  readonly #inForce: LedgerInForce[];
  #pending: readonly Omit<LedgerInForce, 'grounds'>[] = [];

  /**
   * @param pinned the id that the first ledger must have; null: any, and it is trusted on first use
   * @param known what was in force when the ingest last stopped
   */
  constructor(pinned: Uint8Array | null, known: readonly LedgerInForce[] = []) {
    this.#pinned = pinned;
    this.#inForce = known.toSorted((left, right) => Number(left.from - right.from));
  }

  /** Whether a publication waits for its block to be proven: the batch ends with this block. */
  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Notes a publication in a block that is not proven yet. */
  propose(publication: LedgerPublication, from: bigint): void {
    this.#pending = [...this.#pending, { publication, from }];
  }

  /** Puts into force what was proposed, now that its block is proven. What it returns is to be stored with the block. */
  confirm(proof: Proof): readonly LedgerInForce[] {
    const confirmed = this.#pending.map((each, index) => ({
      ...each,
      grounds: this.#inForce.length + index === 0 ? this.#firstGrounds(proof) : proof.kind,
    }));
    this.#inForce.push(...confirmed);
    this.#pending = [];
    return confirmed;
  }

  /** Forgets what was proposed: its block is not believed, or is read again. */
  discard(): void {
    this.#pending = [];
  }

  /**
   * The ledger that a block with this first consensus time is verified under. The first publication of all also holds
   * for the block that carries it. Throws `TssRefusal`: `no-ledger`, or `ledger-id` when another first one is expected.
   */
  ledgerFor(start: bigint): LedgerForBlock {
    const inForce = this.#inForce.findLast(({ from }) => from < start);
    const ledger = inForce ? { ...inForce, needsSchnorr: false } : this.#candidate();
    if (ledger === null)
      throw new TssRefusal(
        'no-ledger',
        'No ledger publication is known from before this block, nor does it carry the first.',
      );
    const first = (this.#inForce[0] ?? ledger).publication.ledgerId;
    if (this.#pinned !== null && !Buffer.from(first).equals(this.#pinned))
      throw new TssRefusal(
        'ledger-id',
        `The first ledger id is ${Buffer.from(first).toString('hex')}, not ${Buffer.from(this.#pinned).toString('hex')} as expected.`,
      );
    return ledger;
  }

  /** The first publication of all, while only its own block says so. */
  #candidate(): LedgerForBlock | null {
    const [first] = this.#pending;
    if (first === undefined || this.#inForce.length > 0) return null;
    const grounds = this.#selfGrounds;
    return { publication: first.publication, grounds, needsSchnorr: grounds === 'pinned' };
  }

  #firstGrounds(proof: Proof): LedgerInForce['grounds'] {
    const isByItself =
      proof.kind === 'threshold-signature' || proof.kind === 'state-proof' || proof.kind === 'later-block';
    return isByItself ? this.#selfGrounds : proof.kind;
  }

  get #selfGrounds(): LedgerInForce['grounds'] {
    return this.#pinned === null ? 'first-use' : 'pinned';
  }
}
