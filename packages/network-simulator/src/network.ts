import type { com } from '@tain/protos/hapi';
import { foundingDraft } from './founding.ts';
import { hasOutdatedBooks, publishBooks } from './ledger/address-books.ts';
import { type Draft, dataField, NODE_ACCOUNTS, validStartOf } from './ledger/draft.ts';
import type { Rules } from './ledger/execution.ts';
import { type GenesisFiles, genesis } from './ledger/genesis.ts';
import { dayOf, Ledger, TREASURY } from './ledger/ledger.ts';
import { priceOf } from './ledger/prices.ts';
import type { StreamItem } from './ledger/recorded-item.ts';
import { periodEnd } from './ledger/staking.ts';
import { executeSchedule, submit } from './ledger/submit.ts';
import { walletOf } from './node/ethereum-transaction.ts';
import { type Plan, planOf, type RunningOptions } from './options.ts';
import { Random } from './random.ts';
import { playShowcase } from './showcase/showcase.ts';
import { Stage } from './showcase/stage.ts';
import { namesClientRow } from './transactions/client-rows.ts';
import { Generator } from './transactions/generator.ts';
import type { Kind } from './transactions/kind.ts';
import { kindOf } from './transactions/kinds.ts';
import { publicationDraft } from './transactions/network-internal.ts';
import { hasDueSchedule, takeDueSchedules } from './transactions/schedules.ts';

/** Consensus time covered by a block, and its minimum while consensus time is ahead of the clock. */
export const BLOCK_NANOS = 2_000_000_000n;
export const MIN_BLOCK_NANOS = 200_000_000n;
/** Minimum consensus time between two transactions of users, for their children and duplicates. */
const MIN_SPACING_NANOS = 10_000n;
const NANOS_PER_DAY = 86_400_000_000_000n;
/** Minimum number of transactions of a founding block. */
const FOUNDING_BLOCK = 2_000;
/** Nanoseconds before the first transaction of a block, for transactions that must precede it. */
const LEAD_NANOS = 100_000n;
/**
 * Nanoseconds from the start of a block to its first due schedule. The next two constants are their spacing and maximum
 * number.
 */
const DUE_LEAD_NANOS = 1_000n;
const DUE_STEP_NANOS = 50n;
const MAX_DUE = 1_500;
/** Nanoseconds from the start of a block to its publication of address books. */
const BOOK_LEAD_NANOS = 200n;
/**
 * Nanoseconds from the start of a block, or from its last transaction so far, to the publication of the signing ledger.
 */
const PUBLICATION_LEAD_NANOS = 300n;
/** Nanoseconds before a schedule from outside, for transactions that must precede it. */
const SENT_DUE_NANOS = 500n;
/** Share of duplicates among the failing transactions, and their delay. */
const DUPLICATES = 0.02;
const DUPLICATE_DELAY_NS = 2_000n;
/** Share of failing transactions that offer too low a fee, and that fee in tinybars. */
const LOW_FEE_SHARE = 0.02;
const LOW_FEE = 80_000n;
/** Nanoseconds between the end of a staking period and the first transaction of the day. */
const PERIOD_END_LEAD_NS = 100n;

/** Ledger under which nodes sign blocks, and its publication. */
export interface SigningLedger {
  readonly publication: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody;
  /** Ledger id as lower-case hex. */
  readonly ledgerId: string;
}

/** One block of the demo network, before it is encoded as a file. */
export interface DemoBlock {
  readonly number: bigint;
  /** Start of the two seconds that the block covers. Its first item may be a little later. */
  readonly start: bigint;
  readonly items: readonly StreamItem[];
}

/** A transaction from outside that waits for its consensus time. */
export interface Waiting {
  /** Time of arrival in nanoseconds since 1970. */
  readonly arrival: bigint;
  readonly payer: number;
  /** Executes it at consensus time `at`, and returns its items of the stream. */
  execute(rules: Rules, at: bigint): Promise<readonly StreamItem[]>;
}

/** Options of the next block. */
export interface BlockOptions {
  /** Nanoseconds of consensus time that the block covers. Default: two seconds. */
  readonly span?: bigint;
  /** Number of transactions that the network generates. Default: as many as its clients send in two seconds. */
  readonly own?: number;
  /** Transactions from outside, in order of arrival. */
  readonly waiting?: readonly Waiting[];
  /** Whether the block has room for a further one of them; the rest is left out. Default: it has. */
  readonly hasRoom?: () => boolean;
  /** Called with the outcome of each transaction in `waiting`, and of schedules created from outside. */
  readonly onSent?: (items: readonly StreamItem[]) => void;
}

/** Progress of the network, which is stored with the ledger and the random generator. */
export interface Progress {
  nextNumber: bigint;
  nextStart: bigint;
  /**
   * `founding`: the population is created. `showcase`: one block of examples for live networks. `days`: one block at
   * each midnight. `steady`: normal traffic.
   */
  phase: 'genesis' | 'founding' | 'showcase' | 'days' | 'steady';
}

/**
 * The simulated network: generates blocks of transactions and maintains their state. The same options give the same
 * blocks.
 */
export class DemoNetwork {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly generator: Generator;
  progress: Progress;
  /** Transactions that users submitted, without children. */
  submitted = 0;
  readonly #files: GenesisFiles;
  /** Whether the address books were compared with the nodes' addresses. */
  #hasBooks = false;
  readonly #rules: Rules;
  /** Rules for transactions from outside. */
  sentRules: Rules;
  /** Ledger under which blocks are signed, published once; null for unsigned blocks. */
  #signing: SigningLedger | null = null;
  readonly #cumulative: readonly number[];

  constructor(
    options: RunningOptions,
    files: GenesisFiles = { addressBook: new Uint8Array(), nodeDetails: new Uint8Array() },
  ) {
    this.plan = planOf(options);
    this.ledger = new Ledger(this.plan);
    this.random = new Random(this.plan.seed);
    this.generator = new Generator(this.ledger, this.random, this.plan.generator);
    this.progress = { nextNumber: 0n, nextStart: this.plan.start, phase: 'genesis' };
    this.#files = files;
    this.#rules = { typeOf: kindOf, runCode: options.runCode, walletOf };
    this.sentRules = this.#rules;
    let sum = 0;
    this.#cumulative = this.plan.weights.map((weight) => {
      sum += weight;
      return sum;
    });
  }

  /** Makes the next block. */
  async nextBlock(blockOptions: BlockOptions = {}): Promise<DemoBlock> {
    const { phase, nextNumber, nextStart } = this.progress;
    this.ledger.blockNumber = nextNumber;
    const items =
      phase === 'genesis'
        ? await this.#genesis(nextStart)
        : phase === 'showcase'
          ? await this.#showcase(nextStart)
          : await this.#transactions(nextStart, phase, blockOptions);
    this.ledger.lastConsensus = items.at(-1)?.at ?? nextStart;
    this.#advance(blockOptions.span ?? BLOCK_NANOS);
    // Transactions from outside may have used more consensus time than the block covers.
    if (this.progress.nextStart <= this.ledger.lastConsensus)
      this.progress.nextStart = this.ledger.lastConsensus + 1n;
    return { number: nextNumber, start: nextStart, items };
  }

  /**
   * Returns whether the next block would contain transactions without a client: due schedules, changed address books,
   * or the end of a staking period.
   */
  hasDue(): boolean {
    const { nextStart: now } = this.progress;
    if (!this.#hasBooks && hasOutdatedBooks(this.ledger, this.#files)) return true;
    if (dayOf(now) > this.ledger.counter.stakingDay) return true;
    return hasDueSchedule(this.ledger, now);
  }

  /** Signs blocks under this ledger from now on. The ledger is published with the next block, unless it already is. */
  publish(ledger: SigningLedger): void {
    this.#signing = ledger;
    this.generator.ledgerPublication = ledger.publication;
  }

  hasPublished({ ledgerId }: SigningLedger): boolean {
    return this.ledger.ledgerIds.get(ledgerId) !== undefined;
  }

  /** Publishes the signing ledger, after the transactions that must precede it. */
  async #publishLedger(start: bigint, items: StreamItem[]): Promise<void> {
    const { ledger } = this;
    if (this.#signing === null || this.hasPublished(this.#signing)) return;
    const last = items.at(-1)?.at ?? start;
    const draft = publicationDraft(this.#signing.publication);
    const at = last + PUBLICATION_LEAD_NANOS;
    this.#endPeriod(at, draft.payer, items);
    items.push(...(await submit(ledger, this.#rules, draft, at, NODE_ACCOUNTS[0], false)));
  }

  async #genesis(at: bigint): Promise<StreamItem[]> {
    const items = genesis(this.ledger, at, { ...this.#files, isNewer: this.plan.newer });
    for (const item of items) {
      this.ledger.count(item.type, 'SUCCESS');
      this.ledger.onTransaction?.([item]);
    }
    await this.#publishLedger(at, items);
    return items;
  }

  async #transactions(
    start: bigint,
    phase: Progress['phase'],
    blockOptions: BlockOptions,
  ): Promise<StreamItem[]> {
    const {
      span = BLOCK_NANOS,
      own = Math.max(1, Math.round(this.plan.tps * 2)),
      waiting = [],
      hasRoom = () => true,
    } = blockOptions;
    const requested = Math.min(own, Number(span / MIN_SPACING_NANOS));
    const count = phase === 'founding' ? Math.max(FOUNDING_BLOCK, requested) : requested;
    const spacing = (Number(span) - 2 * Number(LEAD_NANOS)) / count;
    const first = this.#books(start);
    await this.#publishLedger(start, first);
    const items = await this.#due(start, blockOptions, first);
    const isCrowded = (items.at(-1)?.at ?? 0n) > start + LEAD_NANOS - MIN_SPACING_NANOS;
    let next = 0;
    /** Executes the transactions that arrived by `until`. */
    const take = async (until: bigint): Promise<void> => {
      for (let one = waiting[next]; one !== undefined && one.arrival <= until; one = waiting[++next]) {
        if (!hasRoom()) return;
        await this.#take(one, start, items, blockOptions);
      }
    };
    for (let i = 0; i < count; i++) {
      const offset = Math.floor(i * spacing) + (i === 0 ? 0 : this.random.below(spacing / 2));
      const wantedAt = start + LEAD_NANOS + BigInt(offset);
      await take(wantedAt);
      const at = next > 0 || isCrowded ? nextFreeTime(items, wantedAt) : wantedAt;
      this.generator.at = at;
      const ledger = i === 0 ? this.plan.ledgers.get(this.progress.nextNumber) : undefined;
      if (ledger) {
        await this.#submit(publicationDraft(ledger), at, items);
        continue;
      }
      const draft =
        phase === 'founding' ? foundingDraft(this.generator, this.plan.population) : this.#draft();
      if (draft === null) {
        this.progress.phase = this.plan.showcase ? 'showcase' : 'days';
        break;
      }
      await this.#submit(draft, at, items);
    }
    // The last one may have arrived at an earlier time than others, because the clock can be set back.
    await take(waiting.reduce((latest, { arrival }) => (arrival > latest ? arrival : latest), 0n));
    // A day without transactions also ends a staking period.
    if (items.length === 0) this.#endPeriod(start + LEAD_NANOS, TREASURY, items);
    return items;
  }

  /** Executes a transaction from outside at the time of its arrival, or as soon as possible after it. */
  async #take(one: Waiting, start: bigint, items: StreamItem[], { onSent }: BlockOptions): Promise<void> {
    const earliest = start + LEAD_NANOS;
    const at = nextFreeTime(items, one.arrival > earliest ? one.arrival : earliest);
    this.#endPeriod(at, one.payer, items);
    const made = await one.execute(this.sentRules, at);
    items.push(...made);
    onSent?.(made);
    this.submitted++;
  }

  async #showcase(start: bigint): Promise<StreamItem[]> {
    const stage = new Stage(this.ledger, start + LEAD_NANOS, (draft, at) =>
      submit(this.ledger, this.#rules, { ...draft, sent: true }, at, NODE_ACCOUNTS[0], this.plan.signInner),
    );
    await playShowcase(stage);
    this.submitted += stage.items.length;
    this.progress.phase = 'days';
    return stage.items;
  }

  /** Publishes address books that differ from those of the last run, before anything else. */
  #books(start: bigint): StreamItem[] {
    const items: StreamItem[] = [];
    if (this.#hasBooks) return items;
    this.#hasBooks = true;
    if (!hasOutdatedBooks(this.ledger, this.#files)) return items;
    const at = start + BOOK_LEAD_NANOS;
    this.#endPeriod(at, TREASURY, items);
    return [...items, ...publishBooks(this.ledger, this.#files, at)];
  }

  /** Executes due schedules, after the transactions before them. */
  async #due(start: bigint, { onSent }: BlockOptions, items: StreamItem[]): Promise<StreamItem[]> {
    let at = start + DUE_LEAD_NANOS;
    for (const schedule of takeDueSchedules(this.ledger, start, MAX_DUE)) {
      this.#endPeriod(at, this.ledger.schedules.need(schedule).creator, items);
      const isSent = this.ledger.schedules.isClientRow(schedule);
      if (isSent) at += SENT_DUE_NANOS;
      this.ledger.journal.isSent = isSent;
      const rules = isSent ? this.sentRules : this.#rules;
      const executed = await executeSchedule(this.ledger, rules, schedule, at);
      this.ledger.journal.isSent = false;
      this.ledger.onTransaction?.(executed);
      items.push(...executed);
      if (isSent) onSent?.(executed);
      at = (executed.at(-1)?.at ?? at) + DUE_STEP_NANOS;
    }
    return items;
  }

  /** Ends the staking period before the first transaction of a day. */
  #endPeriod(at: bigint, payer: number, items: StreamItem[]): void {
    if (dayOf(at) > this.ledger.counter.stakingDay)
      items.push(periodEnd(this.ledger, at - PERIOD_END_LEAD_NS, at, payer));
  }

  /**
   * Returns a random transaction of the mix. If the drawn type has nothing to act on, another one is drawn. Entities of
   * outside users are not used.
   */
  #draft(): Draft {
    for (;;) {
      const draft = this.#pickKind().generate(this.generator);
      if (draft !== null && !namesClientRow(this.ledger, draft)) return draft;
    }
  }

  #pickKind(): Kind {
    const sums = this.#cumulative;
    const at = this.random.unit() * (sums.at(-1) ?? 0);
    const kind = this.plan.kinds[sums.findIndex((sum) => at < sum)];
    if (kind === undefined) throw new Error('the mix is empty');
    return kind;
  }

  async #submit(draft: Draft, at: bigint, items: StreamItem[]): Promise<void> {
    const { ledger, random, plan } = this;
    const rules = this.#rules;
    this.#endPeriod(at, draft.payer, items);
    const node = NODE_ACCOUNTS[random.below(NODE_ACCOUNTS.length)] ?? NODE_ACCOUNTS[0];
    const draftToSend = this.#withLowFee(draft);
    for (const item of await submit(ledger, rules, draftToSend, at, node, plan.signInner)) items.push(item);
    this.submitted++;
    if (draft.free || !random.chance(plan.failures * DUPLICATES)) return;
    const again = { ...draft, duplicateOf: validStartOf(at, draft.payer) };
    const other = NODE_ACCOUNTS[(node - 2) % NODE_ACCOUNTS.length] ?? NODE_ACCOUNTS[0];
    const later = at + DUPLICATE_DELAY_NS;
    for (const item of await submit(ledger, rules, again, later, other, plan.signInner)) items.push(item);
    this.submitted++;
  }

  /** Returns the transaction, sometimes with an offered fee below its price. */
  #withLowFee(draft: Draft): Draft {
    const { random, plan, progress } = this;
    if (draft.free || progress.phase !== 'steady' || !random.chance(plan.failures * LOW_FEE_SHARE))
      return draft;
    if (draft.raw === undefined && priceOf(dataField(draft.data)) <= LOW_FEE) return draft;
    return { ...draft, maxFee: LOW_FEE };
  }

  #advance(span: bigint): void {
    const { progress, plan } = this;
    progress.nextNumber += 1n;
    if (progress.phase === 'genesis') progress.phase = 'founding';
    if (progress.phase === 'founding' || progress.phase === 'showcase' || progress.phase === 'steady') {
      progress.nextStart += span;
      return;
    }
    const midnight = progress.nextStart - (progress.nextStart % NANOS_PER_DAY) + NANOS_PER_DAY;
    if (midnight < plan.steadyFrom) progress.nextStart = midnight;
    else {
      progress.phase = 'steady';
      progress.nextStart =
        progress.nextStart + BLOCK_NANOS > plan.steadyFrom
          ? progress.nextStart + BLOCK_NANOS
          : plan.steadyFrom;
    }
  }
}

/** Returns a consensus time, or the next free one if that is later. */
function nextFreeTime(items: readonly StreamItem[], at: bigint): bigint {
  const free = (items.at(-1)?.at ?? 0n) + MIN_SPACING_NANOS;
  return at > free ? at : free;
}
