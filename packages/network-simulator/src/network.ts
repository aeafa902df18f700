import type { com } from '@tain/protos/hapi';
import { foundingDraft } from './founding.ts';
import { hasOutdatedBooks, publishBooks } from './ledger/address-books.ts';
import { type Draft, dataField, NODE_ACCOUNTS, validStartOf } from './ledger/draft.ts';
import type { Rules } from './ledger/execution.ts';
import { type GenesisFiles, genesis } from './ledger/genesis.ts';
import { dayOf, Ledger, TREASURY } from './ledger/ledger.ts';
import { periodEnd } from './ledger/period-end.ts';
import { priceOf } from './ledger/prices.ts';
import type { StreamItem } from './ledger/recorded-item.ts';
import { executeSchedule, submit } from './ledger/submit.ts';
import { walletOf } from './node/ethereum-transaction.ts';
import { type Plan, planOf, type RunningOptions } from './options.ts';
import { Random } from './random.ts';
import { playShowcase } from './showcase/showcase.ts';
import { Stage } from './showcase/stage.ts';
import { Generator } from './transactions/generator.ts';
import type { Kind } from './transactions/kind.ts';
import { kindOf } from './transactions/kinds.ts';
import { publicationDraft } from './transactions/network-internal.ts';
import { namesOthersProperty } from './transactions/others-property.ts';
import { dueSchedules, isDue } from './transactions/schedules.ts';

/** Consensus time that a block covers, and the least that one does while the network waits for the clock. */
export const BLOCK_NANOS = 2_000_000_000n;
export const MIN_BLOCK_NANOS = 200_000_000n;
/** Consensus time between two transactions of users, at least: room for their children and duplicates. */
const MIN_SPACING_NANOS = 10_000n;
const NANOS_PER_DAY = 86_400_000_000_000n;
/** Founding is done in blocks of at least this many transactions. */
const FOUNDING_BLOCK = 2_000;
/** Room before the first transaction of a block for what may have to come before it. */
const LEAD_NANOS = 100_000n;
/** Schedules that wait for their time are executed in that room, so many at most, so far apart. */
const DUE_LEAD_NANOS = 1_000n;
const DUE_STEP_NANOS = 50n;
const MAX_DUE = 1_500;
/** Books that changed come even before those. */
const BOOK_LEAD_NANOS = 200n;
/** The ledger that blocks are signed under comes right behind them. */
const PUBLICATION_LEAD_NANOS = 300n;
/** Room before a schedule from outside, for what may have to come before it. */
const SENT_DUE_NANOS = 500n;
/** Share of the failing transactions that are duplicates, and how much later they come. */
const DUPLICATES = 0.02;
const DUPLICATE_DELAY = 2_000n;
/** Share of the failing transactions that offer too little, in tinybars. */
const STINGY = 0.02;
const TOO_LITTLE = 90_000n;
/** The end of a staking period stands that many nanoseconds before the first transaction of the day. */
const PERIOD_END_LEAD = 100n;

/** What nodes sign blocks under, and how they publish it. */
export interface SigningLedger {
  readonly publication: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody;
  /** Lower-case hex. */
  readonly ledgerId: string;
}

/** One block of the demo network, not yet a file. */
export interface DemoBlock {
  readonly number: bigint;
  /** Start of the two seconds it covers. Its first item may be a little later. */
  readonly start: bigint;
  readonly items: readonly StreamItem[];
}

/** A transaction from outside that waits for its consensus time. */
export interface Waiting {
  /** Nanoseconds since 1970. */
  readonly arrival: bigint;
  readonly payer: number;
  /** Executes it at that consensus time, and gives what the stream has of it. */
  execute(rules: Rules, at: bigint): Promise<readonly StreamItem[]>;
}

/** What a block is to be like. */
export interface BlockWish {
  /** Nanoseconds of consensus time that it covers. Default two seconds. */
  readonly span?: bigint;
  /** How many transactions the network makes itself. Default: as many as it has clients for in two seconds. */
  readonly own?: number;
  /** Transactions from outside, in order of arrival. */
  readonly waiting?: readonly Waiting[];
  /** Called with what became of each of them, and of schedules that somebody from outside created. */
  readonly onSent?: (items: readonly StreamItem[]) => void;
}

/** The network's progress; with the ledger and the random generator, all that must be stored. */
export interface Progress {
  nextNumber: bigint;
  nextStart: bigint;
  /**
   * `founding`: the population is being made. `showcase`: one block of what live networks show. `days`: a block at each
   * midnight. `steady`: daily life.
   */
  phase: 'genesis' | 'founding' | 'showcase' | 'days' | 'steady';
}

/**
 * The simulated network: makes block after block of transactions and keeps the state they lead to.
 * The same options give the same blocks.
 */
export class DemoNetwork {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly generator: Generator;
  progress: Progress;
  /** Transactions that users submitted, children not counted. */
  submitted = 0;
  readonly #files: GenesisFiles;
  /** Whether it was made sure that the address books are right. */
  #hasBooks = false;
  readonly #rules: Rules;
  /** Those for what somebody sent. */
  sentRules: Rules;
  /** What it signs blocks under, and publishes once; null: it signs none. */
  #signing: SigningLedger | null = null;
  readonly #cumulative: readonly number[];

  constructor(
    options: RunningOptions,
    files: GenesisFiles = { addressBook: new Uint8Array(), nodeDetails: new Uint8Array() },
  ) {
    this.plan = planOf(options);
    this.ledger = new Ledger({ seed: this.plan.seed, history: this.plan.history });
    this.random = new Random(this.plan.seed);
    this.generator = new Generator(this.ledger, this.random, this.plan.generator);
    this.progress = { nextNumber: 0n, nextStart: this.plan.start, phase: 'genesis' };
    this.#files = files;
    this.#rules = { applyOf: (field) => kindOf(field).apply, runCode: options.runCode, walletOf };
    this.sentRules = this.#rules;
    let sum = 0;
    this.#cumulative = this.plan.weights.map((weight) => {
      sum += weight;
      return sum;
    });
  }

  /** The next block. */
  async nextBlock(wish: BlockWish = {}): Promise<DemoBlock> {
    const { phase, nextNumber, nextStart } = this.progress;
    this.ledger.blockNumber = nextNumber;
    const items =
      phase === 'genesis'
        ? await this.#genesis(nextStart)
        : phase === 'showcase'
          ? await this.#showcase(nextStart)
          : await this.#transactions(nextStart, phase, wish);
    this.ledger.lastConsensus = items.at(-1)?.at ?? nextStart;
    this.#advance(wish.span ?? BLOCK_NANOS);
    // What came from outside may have taken more consensus time than the block covers.
    if (this.progress.nextStart <= this.ledger.lastConsensus)
      this.progress.nextStart = this.ledger.lastConsensus + 1n;
    return { number: nextNumber, start: nextStart, items };
  }

  /** Whether a block at `now` would have transactions though nobody sends any: schedules that are due, a book that changed. */
  hasDue(): boolean {
    const { nextStart: now } = this.progress;
    if (!this.#hasBooks && hasOutdatedBooks(this.ledger, this.#files)) return true;
    if (dayOf(now) > this.ledger.counter.stakingDay) return true;
    for (const { num } of this.ledger.openSchedules.values()) {
      if (isDue(this.ledger.schedules.need(num), now)) return true;
    }
    return false;
  }

  /** From now on its nodes sign blocks under this ledger: they publish it with the next block, unless they have. */
  publish(ledger: SigningLedger): void {
    this.#signing = ledger;
    this.generator.ledgerPublication = ledger.publication;
  }

  hasPublished({ ledgerId }: SigningLedger): boolean {
    return this.ledger.ledgerIds.get(ledgerId) !== undefined;
  }

  /** Publishes the ledger that blocks are signed under, after what came first. */
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

  async #transactions(start: bigint, phase: Progress['phase'], wish: BlockWish): Promise<StreamItem[]> {
    const { span = BLOCK_NANOS, own = Math.max(1, Math.round(this.plan.tps * 2)), waiting = [] } = wish;
    const wanted = Math.min(own, Number(span / MIN_SPACING_NANOS));
    const count = phase === 'founding' ? Math.max(FOUNDING_BLOCK, wanted) : wanted;
    const spacing = (Number(span) - 2 * Number(LEAD_NANOS)) / count;
    const first = this.#books(start);
    await this.#publishLedger(start, first);
    const items = await this.#due(start, wish, first);
    const isCrowded = (items.at(-1)?.at ?? 0n) > start + LEAD_NANOS - MIN_SPACING_NANOS;
    let next = 0;
    /** Executes what arrived by then. */
    const take = async (until: bigint): Promise<void> => {
      for (let one = waiting[next]; one !== undefined && one.arrival <= until; one = waiting[++next]) {
        await this.#take(one, start, items, wish);
      }
    };
    for (let i = 0; i < count; i++) {
      const offset = Math.floor(i * spacing) + (i === 0 ? 0 : this.random.below(spacing / 2));
      const wantedAt = start + LEAD_NANOS + BigInt(offset);
      await take(wantedAt);
      const at = next > 0 || isCrowded ? roomAfter(items, wantedAt) : wantedAt;
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
    while (next < waiting.length) await take(waiting.at(-1)?.arrival ?? 0n);
    // A day that nobody sends anything in ends as well.
    if (items.length === 0) this.#endPeriod(start + LEAD_NANOS, TREASURY, items);
    return items;
  }

  /** Executes a transaction from outside at the time of its arrival, or as soon after it as there is room. */
  async #take(one: Waiting, start: bigint, items: StreamItem[], { onSent }: BlockWish): Promise<void> {
    const earliest = start + LEAD_NANOS;
    const at = roomAfter(items, one.arrival > earliest ? one.arrival : earliest);
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

  /** Address books that are others than when the network was last run: looked at once, before anything else happens. */
  #books(start: bigint): StreamItem[] {
    const items: StreamItem[] = [];
    if (this.#hasBooks) return items;
    this.#hasBooks = true;
    if (!hasOutdatedBooks(this.ledger, this.#files)) return items;
    const at = start + BOOK_LEAD_NANOS;
    this.#endPeriod(at, TREASURY, items);
    return [...items, ...publishBooks(this.ledger, this.#files, at)];
  }

  /** Schedules whose time has come, after what came before them. */
  async #due(start: bigint, { onSent }: BlockWish, items: StreamItem[]): Promise<StreamItem[]> {
    let at = start + DUE_LEAD_NANOS;
    for (const schedule of dueSchedules(this.ledger, start).slice(0, MAX_DUE)) {
      this.#endPeriod(at, this.ledger.schedules.need(schedule).creator, items);
      const isSent = this.ledger.schedules.isTheirs(schedule);
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
      items.push(periodEnd(this.ledger, at - PERIOD_END_LEAD, at, payer));
  }

  /**
   * A transaction drawn from the mix. A type that has nothing to act on makes way for another one, and what others made is left
   * alone.
   */
  #draft(): Draft {
    for (;;) {
      const draft = this.#pickKind().generate(this.generator);
      if (draft !== null && !namesOthersProperty(this.ledger, draft)) return draft;
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
    const wish = this.#stingy(draft);
    for (const item of await submit(ledger, rules, wish, at, node, plan.signInner)) items.push(item);
    this.submitted++;
    if (draft.free || !random.chance(plan.failures * DUPLICATES)) return;
    const again = { ...draft, duplicateOf: validStartOf(at, draft.payer) };
    const other = NODE_ACCOUNTS[(node - 2) % NODE_ACCOUNTS.length] ?? NODE_ACCOUNTS[0];
    const later = at + DUPLICATE_DELAY;
    for (const item of await submit(ledger, rules, again, later, other, plan.signInner)) items.push(item);
    this.submitted++;
  }

  /** The transaction, sometimes with an offer below its price. */
  #stingy(draft: Draft): Draft {
    const { random, plan, progress } = this;
    if (draft.free || progress.phase !== 'steady' || !random.chance(plan.failures * STINGY)) return draft;
    if (draft.raw === undefined && priceOf(dataField(draft.data)) <= TOO_LITTLE) return draft;
    return { ...draft, maxFee: TOO_LITTLE };
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

/** The wanted consensus time, or a later one with room after what came before. */
function roomAfter(items: readonly StreamItem[], wanted: bigint): bigint {
  const free = (items.at(-1)?.at ?? 0n) + MIN_SPACING_NANOS;
  return wanted > free ? wanted : free;
}
