import { foundingDraft } from './founding.ts';
import { type Draft, dataField, NODE_ACCOUNTS, validStartOf } from './ledger/draft.ts';
import type { Rules } from './ledger/execution.ts';
import { type GenesisFiles, genesis } from './ledger/genesis.ts';
import { dayOf, Ledger } from './ledger/ledger.ts';
import { periodEnd } from './ledger/period-end.ts';
import { priceOf } from './ledger/prices.ts';
import type { StreamItem } from './ledger/recorded-item.ts';
import { executeSchedule, submit } from './ledger/submit.ts';
import { type Plan, planOf, type RunningOptions } from './options.ts';
import { Random } from './random.ts';
import { Generator } from './transactions/generator.ts';
import type { Kind } from './transactions/kind.ts';
import { kindOf } from './transactions/kinds.ts';
import { publicationDraft } from './transactions/network-internal.ts';
import { dueSchedules } from './transactions/schedules.ts';

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
/** Share of the failing transactions that are duplicates, and how much later they come. */
const DUPLICATES = 0.02;
const DUPLICATE_DELAY = 2_000n;
/** Share of the failing transactions that offer too little, in tinybars. */
const STINGY = 0.02;
const TOO_LITTLE = 90_000n;
/** The end of a staking period stands that many nanoseconds before the first transaction of the day. */
const PERIOD_END_LEAD = 100n;

/** One block of the demo network, not yet a file. */
export interface DemoBlock {
  readonly number: bigint;
  /** Start of the two seconds it covers. Its first item may be a little later. */
  readonly start: bigint;
  readonly items: readonly StreamItem[];
}

/** The network's progress; with the ledger and the random generator, all that must be stored. */
export interface Progress {
  nextNumber: bigint;
  nextStart: bigint;
  /** `founding`: the population is being made. `days`: a block at each midnight. `steady`: daily life. */
  phase: 'genesis' | 'founding' | 'days' | 'steady';
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
  readonly #rules: Rules;
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
    this.#rules = { applyOf: (field) => kindOf(field).apply, runCode: options.runCode };
    let sum = 0;
    this.#cumulative = this.plan.weights.map((weight) => {
      sum += weight;
      return sum;
    });
  }

  /** The next block. It covers so many nanoseconds of consensus time, at least `MIN_BLOCK_NANOS`. */
  async nextBlock(span = BLOCK_NANOS): Promise<DemoBlock> {
    const { phase, nextNumber, nextStart } = this.progress;
    this.ledger.blockNumber = nextNumber;
    const items =
      phase === 'genesis' ? this.#genesis(nextStart) : await this.#transactions(nextStart, phase, span);
    this.ledger.lastConsensus = items.at(-1)?.at ?? nextStart;
    this.#advance(span);
    return { number: nextNumber, start: nextStart, items };
  }

  #genesis(at: bigint): StreamItem[] {
    const items = genesis(this.ledger, at, this.#files);
    for (const item of items) {
      this.ledger.count(item.type, 'SUCCESS');
      this.ledger.onTransaction?.([item]);
    }
    return items;
  }

  async #transactions(start: bigint, phase: Progress['phase'], span: bigint): Promise<StreamItem[]> {
    const wanted = Math.min(Math.max(1, Math.round(this.plan.tps * 2)), Number(span / MIN_SPACING_NANOS));
    const count = phase === 'founding' ? Math.max(FOUNDING_BLOCK, wanted) : wanted;
    const spacing = (Number(span) - 2 * Number(LEAD_NANOS)) / count;
    const items = await this.#due(start);
    for (let i = 0; i < count; i++) {
      const offset = Math.floor(i * spacing) + (i === 0 ? 0 : this.random.below(spacing / 2));
      const at = start + LEAD_NANOS + BigInt(offset);
      this.generator.at = at;
      const ledger = i === 0 ? this.plan.ledgers.get(this.progress.nextNumber) : undefined;
      if (ledger) {
        await this.#submit(publicationDraft(ledger), at, items);
        continue;
      }
      const draft =
        phase === 'founding' ? foundingDraft(this.generator, this.plan.population) : this.#draft();
      if (draft === null) {
        this.progress.phase = 'days';
        break;
      }
      await this.#submit(draft, at, items);
    }
    return items;
  }

  /** Schedules whose time has come. */
  async #due(start: bigint): Promise<StreamItem[]> {
    const items: StreamItem[] = [];
    let at = start + DUE_LEAD_NANOS;
    for (const schedule of dueSchedules(this.ledger, start).slice(0, MAX_DUE)) {
      this.#endPeriod(at, this.ledger.schedules.need(schedule).creator, items);
      const executed = await executeSchedule(this.ledger, this.#rules, schedule, at);
      this.ledger.onTransaction?.(executed);
      items.push(...executed);
      at += DUE_STEP_NANOS;
    }
    return items;
  }

  /** Ends the staking period before the first transaction of a day. */
  #endPeriod(at: bigint, payer: number, items: StreamItem[]): void {
    if (dayOf(at) > this.ledger.counter.stakingDay)
      items.push(periodEnd(this.ledger, at - PERIOD_END_LEAD, at, payer));
  }

  /** A transaction drawn from the mix. A type that has nothing to act on makes way for another one. */
  #draft(): Draft {
    for (;;) {
      const draft = this.#pickKind().generate(this.generator);
      if (draft !== null) return draft;
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
    if (draft.future === undefined && priceOf(dataField(draft.data)) <= TOO_LITTLE) return draft;
    return { ...draft, maxFee: TOO_LITTLE };
  }

  #advance(span: bigint): void {
    const { progress, plan } = this;
    progress.nextNumber += 1n;
    if (progress.phase === 'genesis') progress.phase = 'founding';
    if (progress.phase === 'founding' || progress.phase === 'steady') {
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
