import type { LedgerPublication } from '../../../proof/tss/ledger-publication.ts';
import { TssRefusal } from '../../../proof/tss/refusal.ts';
import type { Proof, ProofKind } from '../proof.ts';

/** A ledger publication that is in force, and why it is believed. Plain data, to be stored. */
export interface LedgerInForce {
  readonly publication: LedgerPublication;
  /** Consensus time of its transaction: blocks that begin later are verified under it. */
  readonly from: bigint;
  /**
   * How the block that carried it was proven; `chain` also where no proof covers the transaction. The block of a first
   * ledger may be proven by nothing but that ledger: its id is the one that was expected (`pinned`), or nobody said which to
   * expect (`first-use`).
   */
  readonly grounds: ProofKind | 'pinned' | 'first-use';
}

/** What the operator says of a network's first ledger. */
export interface LedgerSettings {
  /** The id that it must have; null: none is expected. */
  readonly pinned: Uint8Array | null;
  /** Its publication, where the stream at hand begins after it; null: it is in the stream. */
  readonly given: LedgerPublication | null;
  /** Whether the first one of a stream may be trusted because it came first. */
  readonly allowsFirstUse: boolean;
}

/** Why a ledger is believed, or that it is not. */
export type LedgerGrounds = LedgerInForce['grounds'] | 'given';

/** What a block is verified under. */
export interface LedgerForBlock {
  readonly publication: LedgerPublication;
  readonly grounds: LedgerGrounds;
  /**
   * Whether only a Schnorr tail will do: the ledger is believed for its id, which covers the nodes, who make that tail, but
   * not the WRAPS key, which came with the publication.
   */
  readonly needsSchnorr: boolean;
  /** Why what it signs is not proven by that, as a sentence for the operator; null: it is. */
  readonly doubt: string | null;
}

interface Proposed {
  readonly publication: LedgerPublication;
  readonly from: bigint;
  /** A proof of its block would cover it. */
  readonly isCovered: boolean;
}

/**
 * The publications of a network, by consensus time. One takes effect only once the block that carries it is proven under
 * the one before, so no block of one batch may come after it: see `isPending`. Older ones stay, for older blocks.
 *
 * A block may publish what it likes; the rules are about whose signatures prove something. The first ledger needs the
 * operator's word, or a block that nodes signed. Only where nothing at all came before its block, and the settings allow
 * it, it is trusted on first use.
 */
export class LedgerHistory {
  readonly #settings: LedgerSettings;
  readonly #inForce: LedgerInForce[];
  #pending: readonly Proposed[] = [];
  /** Whether a block came before, in the database or in this run: nothing after it is the first. */
  #hasBegun: boolean;

  /**
   * @param known what was in force when the ingest last stopped
   * @param hasBegun whether blocks are stored already
   */
  constructor(settings: LedgerSettings, known: readonly LedgerInForce[] = [], hasBegun = false) {
    this.#settings = settings;
    this.#inForce = known.toSorted((left, right) => (left.from < right.from ? -1 : 1));
    this.#hasBegun = hasBegun || known.length > 0;
  }

  /** Whether a publication waits for its block to be proven: the batch ends with this block. */
  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Notes a publication in a block that is not proven yet. `isCovered`: the block's proof will cover it. */
  propose(publication: LedgerPublication, from: bigint, isCovered = true): void {
    this.#pending = [...this.#pending, { publication, from, isCovered }];
  }

  /** Puts into force what was proposed, now that its block is proven. What it returns is to be stored with the block. */
  confirm(proof: Proof): readonly LedgerInForce[] {
    for (const { publication, from, isCovered } of this.#pending) {
      const grounds = isCovered ? this.#groundsBy(proof.kind, publication) : 'chain';
      this.#inForce.push({ publication, from, grounds });
    }
    const confirmed = this.#pending.length;
    this.#pending = [];
    return confirmed === 0 ? [] : this.#inForce.slice(-confirmed);
  }

  /** A block was proven: no ledger after it is trusted because it came first. */
  noteBlock(): void {
    this.#hasBegun = true;
  }

  /** Forgets what was proposed: its block is not believed, or is read again. */
  discard(): void {
    this.#pending = [];
  }

  /** Whether a ledger from before this time proves what it signs. Throws `TssRefusal` with code `ledger-id`. */
  isReadyAt(start: bigint): boolean {
    return this.#believedAt(this.#knownAt(start)) !== null;
  }

  /**
   * The ledgers that a block with this first consensus time may be verified under: the newest that is believed, which is the
   * operator's where there is none and the first one that the block itself carries where there is neither; then the newest
   * of all, if it is a later one that nothing vouches for. Throws `TssRefusal`: `no-ledger`, or `ledger-id` when another
   * first one is expected.
   */
  ledgersFor(start: bigint): readonly LedgerForBlock[] {
    const known = this.#knownAt(start);
    const believed = this.#believedAt(known) ?? this.#candidate();
    const newest = known.at(-1);
    const doubted = newest && newest.doubt !== null ? newest : null;
    const { pinned } = this.#settings;
    if (!believed && doubted && pinned !== null) throw isAnother(doubted.publication, pinned);
    const ledgers = [believed, doubted].filter((ledger) => ledger !== null);
    if (ledgers.length > 0) return ledgers;
    throw new TssRefusal(
      'no-ledger',
      'No ledger publication is known from before this block, nor does it carry the first. TAIN_LEDGER_FILE names a file that holds it.',
    );
  }

  /** The publications from before this time, oldest first, as these settings see them. */
  #knownAt(start: bigint): readonly LedgerForBlock[] {
    const count = this.#inForce.findLastIndex(({ from }) => from < start) + 1;
    const known: LedgerForBlock[] = [];
    for (const ledger of this.#inForce.slice(0, count)) known.push(this.#judge(ledger, known.at(-1)));
    return known;
  }

  #believedAt(known: readonly LedgerForBlock[]): LedgerForBlock | null {
    const { pinned, given } = this.#settings;
    const believed = known.filter(({ doubt }) => doubt === null);
    const newest = believed.at(-1);
    if (newest === undefined) {
      return given && { publication: given, grounds: 'given', needsSchnorr: false, doubt: null };
    }
    if (pinned === null) return newest;
    const publications = [...believed.map(({ publication }) => publication), ...(given ? [given] : [])];
    if (publications.some((publication) => hasId(publication, pinned))) return newest;
    throw isAnother(publications[0], pinned);
  }

  /** `before`: the publication before it, under which its block was proven if a ledger proved it. */
  #judge({ publication, grounds }: LedgerInForce, before: LedgerForBlock | undefined): LedgerForBlock {
    const { pinned, given, allowsFirstUse } = this.#settings;
    const believed = { publication, grounds, needsSchnorr: false, doubt: null };
    const isInherited = isByLedger(grounds) && (before?.doubt ?? null) !== null;
    const isAllowed = grounds === 'first-use' && allowsFirstUse;
    const reason = isInherited ? INHERITED : DOUBTS[grounds];
    if (isAllowed || reason === undefined) return believed;
    if (given && hasId(publication, given.ledgerId)) {
      return { ...believed, publication: given, grounds: 'given' };
    }
    if (pinned !== null && hasId(publication, pinned)) {
      return { ...believed, grounds: 'pinned', needsSchnorr: true };
    }
    return { ...believed, doubt: doubtOf(publication, reason) };
  }

  /** The first publication of all, while only its own block says so. */
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
      ? 'comes with the block itself, and no block before it vouches for it'
      : 'comes with the block itself: on this network none is trusted because it came first';
    return { ...ledger, doubt: doubtOf(publication, how) };
  }

  #groundsBy(kind: ProofKind, publication: LedgerPublication): LedgerInForce['grounds'] {
    const { pinned, given } = this.#settings;
    const isFirst = given === null && this.#inForce.every(({ grounds }) => grounds === 'chain');
    if (!isFirst || !isByLedger(kind)) return kind;
    // Nothing but itself, or the operator's word, vouched for the ledger that its block was proven under.
    if (pinned === null) return 'first-use';
    return hasId(publication, pinned) ? 'pinned' : kind;
  }
}

/** Why a ledger is not believed for the grounds that it has. */
const DOUBTS: Partial<Readonly<Record<LedgerGrounds, string>>> = {
  chain: 'was published in a block that nothing but its hash chain proves',
  'first-use': 'was trusted because it came first, which these settings do not allow',
};
const INHERITED = 'was published under a ledger that nothing vouches for';

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
