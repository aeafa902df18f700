import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { TssRefusal } from '@tain/verify/tss/refusal';
import type { Proof, ProofKind } from '../proof.ts';

/** A ledger publication that is in force, with the grounds for trusting it. Plain data, which can be stored. */
export interface LedgerInForce {
  readonly publication: LedgerPublication;
  /** Consensus time of its transaction. Blocks that begin later are verified under it. */
  readonly from: bigint;
  /**
   * Proof of the block that contained it; `chain` also when no proof covers the transaction. The block of a first
   * ledger may be proven by that ledger alone: then its id is the expected one (`pinned`), or none was expected
   * (`first-use`).
   */
  readonly grounds: ProofKind | 'pinned' | 'first-use';
}

/** The operator's settings about a network's first ledger. */
export interface LedgerSettings {
  /** Expected ledger id; null: none is expected. */
  readonly pinned: Uint8Array | null;
  /** Publication of that ledger, when the available stream begins after it; null: it is in the stream. */
  readonly given: LedgerPublication | null;
  /** Whether the first ledger of a stream may be trusted because it came first. */
  readonly allowsFirstUse: boolean;
}

/** Grounds for trusting a ledger, or for not trusting it. */
export type LedgerGrounds = LedgerInForce['grounds'] | 'given';

/** Ledger under which a block is verified. */
export interface LedgerForBlock {
  readonly publication: LedgerPublication;
  readonly grounds: LedgerGrounds;
  /**
   * Whether only a Schnorr tail is accepted: the ledger is trusted by its id, which covers the nodes that create that
   * tail, but not the WRAPS key, which came with the publication.
   */
  readonly needsSchnorr: boolean;
  /** Reason why signatures under the ledger prove nothing, as a sentence for the operator; null: they are proofs. */
  readonly doubt: string | null;
}

interface Proposed {
  readonly publication: LedgerPublication;
  readonly from: bigint;
  /** Whether a proof of the publication's block would cover it. */
  readonly isCovered: boolean;
}

/**
 * The publications of a network, by consensus time. A publication takes effect only once its block is proven under the
 * previous one, so no block of the same batch may come after it: see `isPending`. Older publications are retained for
 * older blocks.
 *
 * A block may publish any ledger. The rules here determine which ledgers' signatures are proofs. The first ledger needs
 * a setting of the operator, or a block that nodes signed. It is trusted on first use only if no block at all came
 * before its own, and the settings allow it.
 */
export class LedgerHistory {
  readonly #settings: LedgerSettings;
  readonly #inForce: LedgerInForce[];
  #pending: readonly Proposed[] = [];
  /** Whether a block came before, in the database or in this run. If so, later ledgers are not the first. */
  #hasBegun: boolean;

  /**
   * @param known the publications in force when the ingest last stopped
   * @param hasBegun whether blocks are stored already
   */
  constructor(settings: LedgerSettings, known: readonly LedgerInForce[] = [], hasBegun = false) {
    this.#settings = settings;
    this.#inForce = known.toSorted((left, right) => (left.from < right.from ? -1 : 1));
    this.#hasBegun = hasBegun || known.length > 0;
  }

  /** Whether a publication waits for its block to be proven. If so, the batch ends with this block. */
  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Records a publication in a block that is not proven yet. `isCovered`: the block's proof will cover it. */
  propose(publication: LedgerPublication, from: bigint, isCovered = true): void {
    this.#pending = [...this.#pending, { publication, from, isCovered }];
  }

  /**
   * Puts the proposed publications into force, once their block is proven. The result must be stored with the block.
   */
  confirm(proof: Proof): readonly LedgerInForce[] {
    for (const { publication, from, isCovered } of this.#pending) {
      const grounds = isCovered ? this.#groundsBy(proof.kind, publication) : 'chain';
      this.#inForce.push({ publication, from, grounds });
    }
    const confirmed = this.#pending.length;
    this.#pending = [];
    return confirmed === 0 ? [] : this.#inForce.slice(-confirmed);
  }

  /** Records that a block was proven: no later ledger is trusted because it came first. */
  noteBlock(): void {
    this.#hasBegun = true;
  }

  /** Drops the proposed publications, because their block is refused or is read again. */
  discard(): void {
    this.#pending = [];
  }

  /**
   * Returns whether signatures of a ledger from before this time are proofs. Throws `TssRefusal` with code `ledger-id`.
   */
  isReadyAt(start: bigint): boolean {
    return this.#trustedAt(this.#knownAt(start)) !== null;
  }

  /**
   * Returns the ledgers under which a block with this first consensus time may be verified. First comes the newest
   * trusted one; without one, the operator's; without that, the first one in the block itself. The newest ledger of all
   * follows, if it is a later one that is not trusted. Throws `TssRefusal`: `no-ledger`, or `ledger-id` when another
   * first ledger is expected.
   */
  ledgersFor(start: bigint): readonly LedgerForBlock[] {
    const known = this.#knownAt(start);
    const trusted = this.#trustedAt(known) ?? this.#candidate();
    const newest = known.at(-1);
    const doubted = newest && newest.doubt !== null ? newest : null;
    const { pinned } = this.#settings;
    if (!trusted && doubted && pinned !== null) throw isAnother(doubted.publication, pinned);
    const ledgers = [trusted, doubted].filter((ledger) => ledger !== null);
    if (ledgers.length > 0) return ledgers;
    throw new TssRefusal(
      'no-ledger',
      'No earlier ledger publication is known, and this block does not contain the first. Set TAIN_LEDGER_FILE to a file that contains it.',
    );
  }

  /** Returns the publications from before this time, oldest first, judged by these settings. */
  #knownAt(start: bigint): readonly LedgerForBlock[] {
    const count = this.#inForce.findLastIndex(({ from }) => from < start) + 1;
    const known: LedgerForBlock[] = [];
    for (const ledger of this.#inForce.slice(0, count)) known.push(this.#judge(ledger, known.at(-1)));
    return known;
  }

  #trustedAt(known: readonly LedgerForBlock[]): LedgerForBlock | null {
    const { pinned, given } = this.#settings;
    const trusted = known.filter(({ doubt }) => doubt === null);
    const newest = trusted.at(-1);
    if (newest === undefined) {
      return given && { publication: given, grounds: 'given', needsSchnorr: false, doubt: null };
    }
    if (pinned === null) return newest;
    const publications = [...trusted.map(({ publication }) => publication), ...(given ? [given] : [])];
    if (publications.some((publication) => hasId(publication, pinned))) return newest;
    throw isAnother(publications[0], pinned);
  }

  /**
   * Judges a publication. `before`: the previous publication, under which its block was proven if a ledger proved it.
   */
  #judge({ publication, grounds }: LedgerInForce, before: LedgerForBlock | undefined): LedgerForBlock {
    const { pinned, given, allowsFirstUse } = this.#settings;
    const trusted = { publication, grounds, needsSchnorr: false, doubt: null };
    const isInherited = isByLedger(grounds) && (before?.doubt ?? null) !== null;
    const isAllowed = grounds === 'first-use' && allowsFirstUse;
    const reason = isInherited ? INHERITED : DOUBTS[grounds];
    if (isAllowed || reason === undefined) return trusted;
    if (given && hasId(publication, given.ledgerId)) {
      return { ...trusted, publication: given, grounds: 'given' };
    }
    if (pinned !== null && hasId(publication, pinned)) {
      return { ...trusted, grounds: 'pinned', needsSchnorr: true };
    }
    return { ...trusted, doubt: doubtOf(publication, reason) };
  }

  /** Returns the first publication of all, while only its own block contains it. */
  #candidate(): LedgerForBlock | null {
    const [first] = this.#pending;
    if (first === undefined || this.#inForce.some(({ grounds }) => grounds !== 'chain')) return null;
    const { publication } = first;
    const { pinned, allowsFirstUse } = this.#settings;
    if (pinned !== null && !hasId(publication, pinned)) throw isAnother(publication, pinned);
    const grounds = pinned === null ? ('first-use' as const) : ('pinned' as const);
    const ledger = { publication, grounds, needsSchnorr: pinned !== null, doubt: null };
    if (pinned !== null || (allowsFirstUse && !this.#hasBegun)) return ledger;
    const how = allowsFirstUse
      ? 'is published by the block itself, and no earlier block confirms it'
      : 'is published by the block itself, and this network trusts none on first use';
    return { ...ledger, doubt: doubtOf(publication, how) };
  }

  #groundsBy(kind: ProofKind, publication: LedgerPublication): LedgerInForce['grounds'] {
    const { pinned, given } = this.#settings;
    const isFirst = given === null && this.#inForce.every(({ grounds }) => grounds === 'chain');
    if (!isFirst || !isByLedger(kind)) return kind;
    // Only the ledger itself, or the operator, confirms the ledger that proved its own block.
    if (pinned === null) return 'first-use';
    return hasId(publication, pinned) ? 'pinned' : kind;
  }
}

/** Reasons why a ledger with these grounds is not trusted. */
const DOUBTS: Partial<Readonly<Record<LedgerGrounds, string>>> = {
  chain: 'was published in a block that only its hash chain proves',
  'first-use': 'was trusted on first use, which these settings do not allow',
};
const INHERITED = 'was published under a ledger that nothing proves';

function isByLedger(grounds: LedgerGrounds): boolean {
  return grounds === 'threshold-signature' || grounds === 'state-proof' || grounds === 'later-block';
}

function hasId({ ledgerId }: LedgerPublication, id: Uint8Array): boolean {
  return Buffer.from(ledgerId).equals(id);
}

function isAnother(first: LedgerPublication | undefined, pinned: Uint8Array): TssRefusal {
  return new TssRefusal(
    'ledger-id',
    `The first ledger id is ${hex(first?.ledgerId ?? [])}, not ${hex(pinned)} as expected (TAIN_LEDGER_ID).`,
  );
}

function doubtOf({ ledgerId }: LedgerPublication, how: string): string {
  return `The ledger that signs it, ${hex(ledgerId)}, ${how}. TAIN_LEDGER_ID names the network's ledger, TAIN_LEDGER_FILE a file that holds its publication.`;
}

function hex(bytes: ArrayLike<number>): string {
  return Buffer.from(bytes).toString('hex');
}
