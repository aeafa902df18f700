import type { Random } from '../../packages/network-simulator/src/random.ts';
import type { BucketRequest, Fault } from './fault-proxy.ts';

const KINDS = [
  'outage',
  'silent',
  'slow',
  'cut',
  '5xx',
  '429',
  '403',
  'reset',
  'shuffle',
  'wrong-node',
  'wrong-bytes',
  'missing-node',
  'late-signatures',
] as const;
type Kind = (typeof KINDS)[number];

/** Faults after which a bucket still provides all needed files in time. */
const TOLERATED: readonly Kind[] = ['wrong-node', 'missing-node', 'shuffle'];

/** A period with a fault, in blocks of the network. `store`: the affected store; null: all. */
interface Episode {
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  readonly store: number | null;
  readonly node: string;
}

export interface FaultPlanOptions {
  readonly random: Random;
  readonly blocks: number;
  readonly stores: number;
  /** Range of the number of blocks without a fault, and of those with one. */
  readonly well: readonly [number, number];
  readonly ill: readonly [number, number];
}

/** Faults and their times, determined by a seed alone. The network reports its progress. */
export class FaultPlan {
  readonly episodes: readonly Episode[];
  readonly #random: Random;
  /** Blocks published since the faults began. */
  block = 0;
  /** Keys of signatures from this one on are hidden, because the node publishes late. */
  #lateFrom = '';

  constructor({ random, blocks, stores, well, ill }: FaultPlanOptions) {
    this.#random = random;
    const episodes: Episode[] = [];
    const first = random.below(KINDS.length);
    for (let from = random.between(...well); from < blocks; ) {
      const to = Math.min(blocks, from + random.between(...ill));
      const isOne = stores > 1 && random.chance(0.5);
      const store = isOne ? random.below(stores) : null;
      // Each kind occurs once before one is repeated.
      const kind = KINDS[(first + episodes.length + Math.floor(random.unit() * 2)) % KINDS.length] ?? 'reset';
      episodes.push({ from, to, kind, store, node: `record0.0.${random.between(3, 6)}` });
      from = to + random.between(...well);
    }
    this.episodes = episodes;
  }

  /** Whether each block is available now, and was for the last `since` blocks. */
  isWorking(since: number): boolean {
    return this.episodes.every(
      ({ from, to, kind, store }) =>
        store !== null || TOLERATED.includes(kind) || this.block < from || this.block >= to + since,
    );
  }

  fault(store: number, { kind, key }: BucketRequest): Fault | null {
    const episode = this.#episode(store);
    const random = this.#random;
    switch (episode?.kind) {
      case 'outage':
        return { kind: 'reset' };
      case 'silent':
        return random.chance(0.5) ? { kind: 'slow', milliseconds: Number.POSITIVE_INFINITY } : null;
      case 'slow':
        return { kind: 'slow', milliseconds: random.between(50, 600) };
      case 'cut':
        return random.chance(0.5) ? { kind: 'cut', share: random.unit() } : null;
      case '5xx':
        return random.chance(0.6)
          ? { kind: 'status', status: 500 + random.below(4), code: 'InternalError' }
          : null;
      case '429':
        return random.chance(0.5) ? { kind: 'status', status: 429, code: 'SlowDown' } : null;
      case '403':
        return { kind: 'status', status: 403, code: 'AccessDenied' };
      case 'reset':
        return random.chance(0.5) ? { kind: 'reset' } : null;
      case 'shuffle':
        return kind === 'list' ? { kind: 'shuffle' } : null;
      case 'wrong-node':
        return kind === 'get' && key.includes(`/${episode.node}/`) ? { kind: 'wrong-bytes' } : null;
      case 'wrong-bytes':
        return kind === 'get' && random.chance(0.7) ? { kind: 'wrong-bytes' } : null;
      default:
        return null;
    }
  }

  /** Whether an object is not yet visible in a store. */
  hides(store: number, key: string): boolean {
    const episode = this.#episode(store);
    if (episode?.kind === 'missing-node') return key.includes(`/${episode.node}/`);
    if (episode?.kind !== 'late-signatures') return false;
    // Signatures of all nodes but one, of the files since the trouble began.
    return (
      key.endsWith('_sig') &&
      !key.includes(`/${episode.node}/`) &&
      (key.split('/').at(-1) ?? '') >= this.#lateFrom
    );
  }

  /** Reports that a block was published, with the prefix of its files' names. */
  published(name: string): void {
    this.block += 1;
    const begins = this.episodes.some(({ from, kind }) => from === this.block && kind === 'late-signatures');
    if (begins) this.#lateFrom = name;
  }

  #episode(store: number): Episode | undefined {
    return this.episodes.find(
      (episode) =>
        this.block >= episode.from &&
        this.block < episode.to &&
        (episode.store === null || episode.store === store),
    );
  }
}
