import type { com } from '@tain/protos/hapi';
import type { RunCode } from './ledger/run-code.ts';
import { CHAIN_ID } from './ledger/well-known.ts';
import type { GeneratorOptions, Growing } from './transactions/generator.ts';
import type { Kind } from './transactions/kind.ts';
import { KINDS, kindNamed } from './transactions/kinds.ts';

/** Initial population of a demo network. */
export interface Population {
  readonly accounts: number;
  /** Number of fungible tokens and NFT collections together. */
  readonly tokens: number;
  readonly topics: number;
  readonly contracts: number;
}

/** Inputs of a demo stream. Everything but `seed` and `tps` has a default. */
export interface NetworkOptions {
  readonly seed: number;
  /** Transactions per second that users submit, without children. */
  readonly tps: number;
  /** Chain id (EIP-155). Default: 298, as of other local networks. */
  readonly chainId?: bigint;
  /** Consensus time of genesis in nanoseconds; default 2026-01-01T00:00Z. */
  readonly start?: bigint;
  /**
   * Consensus time in nanoseconds at which normal traffic begins; default ten minutes to midnight, two days after
   * genesis.
   */
  readonly steadyFrom?: bigint;
  /** Whether inner transactions have real signatures. Default true; false is faster. */
  readonly signInner?: boolean;
  /** Weights by transaction type (`CRYPTOTRANSFER: 500`); given ones replace those of the default mix. */
  readonly mix?: Readonly<Record<string, number>>;
  readonly population?: Partial<Population>;
  /** Share of transactions that fail. Default 0.03. */
  readonly failures?: number;
  /** Share of transactions that one account pays for. With 0.5 it pays for every second transaction. Default 0. */
  readonly hotShare?: number;
  /** Ledgers to publish with the first transaction of a block, by block number. Default: none. */
  readonly ledgers?: ReadonlyMap<bigint, com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody>;
  /** Whether the network creates the showcase (`showcase/`) after its founding. Default false. */
  readonly showcase?: boolean;
  /**
   * Whether the network is newer than its mirrors: transactions of types that no proto describes (`FUTURE`, number 250, and
   * `CLPRENDPOINTPUBLICATION`, 91) come often, with fields in their records and results and changes of the state that no schema
   * has (`stream/newer.ts`); fee schedules and throttles name functionalities of later versions. Default false.
   */
  readonly newer?: boolean;
  /** Retains every version of every row and all topic messages (the oracle of tests). Default: false. */
  readonly history?: boolean;
}

export const DEFAULT_START = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;
const NANOS_PER_DAY = 86_400_000_000_000n;
const TEN_MINUTES = 600_000_000_000n;
const DEFAULT_POPULATION: Population = { accounts: 200, tokens: 16, topics: 12, contracts: 12 };

/** Weights of the types without a proto in a newer network. */
const NEWER_MIX = { FUTURE: 20, CLPRENDPOINTPUBLICATION: 10 };

/** Options, and the engine for contract code. */
export interface RunningOptions extends NetworkOptions {
  readonly runCode: RunCode;
}

/** Options with all defaults applied. */
export interface Plan extends Required<Omit<NetworkOptions, 'mix' | 'population'>> {
  readonly population: Population;
  readonly kinds: readonly Kind[];
  readonly weights: readonly number[];
  readonly generator: GeneratorOptions;
}

/** Applies the defaults. Throws `RangeError` that names the invalid option. */
export function planOf(options: NetworkOptions): Plan {
  const start = options.start ?? DEFAULT_START;
  const population = { ...DEFAULT_POPULATION, ...options.population };
  if (!Number.isSafeInteger(options.seed) || options.seed < 0)
    throw new RangeError('seed must be an integer of at least 0');
  if (!(options.tps > 0) || options.tps > 100_000)
    throw new RangeError('tps must be above 0 and at most 100000');
  if (start < 0n || start % 1_000_000_000n !== 0n)
    throw new RangeError('start must be a whole second after 1970');
  for (const [name, value] of Object.entries(population)) {
    if (!Number.isSafeInteger(value) || value < 0 || value > 10_000_000) {
      throw new RangeError(`${name} must be an integer from 0 to 10000000`);
    }
  }
  if (population.accounts < 20) throw new RangeError('accounts must be at least 20');
  const failures = share('failures', options.failures ?? 0.03);
  const hotShare = share('hotShare', options.hotShare ?? 0);
  const newer = options.newer ?? false;
  const weights = weightsOf({ ...(newer && NEWER_MIX), ...options.mix });
  const limits: Record<Growing, number> = {
    accounts: 2_000 + population.accounts * 10,
    tokens: 100 + population.tokens * 4,
    nfts: 20_000 + population.tokens * 1_000,
    topics: 100 + population.topics * 4,
    contracts: 200 + population.contracts * 4,
    files: 500 + population.contracts * 4,
  };
  return {
    seed: options.seed,
    tps: options.tps,
    chainId: options.chainId ?? CHAIN_ID,
    start,
    steadyFrom: options.steadyFrom ?? start - (start % NANOS_PER_DAY) + 3n * NANOS_PER_DAY - TEN_MINUTES,
    signInner: options.signInner ?? true,
    failures,
    hotShare,
    history: options.history ?? false,
    showcase: options.showcase ?? false,
    newer,
    ledgers: options.ledgers ?? new Map(),
    population,
    kinds: KINDS,
    weights,
    generator: { signInner: options.signInner ?? true, failures, hotShare, limits },
  };
}

function share(name: string, value: number): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be from 0 to 1`);
  return value;
}

function weightsOf(mix: Readonly<Record<string, number>>): number[] {
  for (const [name, weight] of Object.entries(mix)) {
    if (kindNamed(name) === undefined) throw new RangeError(`mix: there is no transaction type ${name}`);
    if (!(weight >= 0)) throw new RangeError(`mix: the weight of ${name} must be at least 0`);
  }
  const weights = KINDS.map((kind) => mix[kind.name] ?? kind.weight);
  if (!weights.some((weight) => weight > 0)) throw new RangeError('mix: at least one weight must be above 0');
  return weights;
}
