import { SerialQueue } from '@tain/network-simulator/node/serial-queue';
import type { Config } from '../config/config.ts';
import type { IngestSnapshots } from '../ingest/snapshots.ts';
import { Failure } from '../kernel/failure.ts';
import type { PausableNetwork, PausedNetwork } from './network-calls.ts';

type Mirror = Pick<IngestSnapshots, 'take' | 'returnTo' | 'forget'>;

/** A snapshot of the network and of its mirror. */
interface Snapshot {
  readonly id: bigint;
  readonly moment: PausedNetwork;
  /** Position of the mirror's rows. */
  readonly rows: bigint;
  readonly onExpired: (id: bigint) => void;
}

/** Snapshot after the start, which no client took. */
type Start = Omit<Snapshot, 'id' | 'onExpired'>;

/** Milliseconds after the last command in which snapshots are removed, because what they need grows. */
const LIFETIME_MS = 24 * 3_600_000;

/** Maximum number of snapshots: few of them cost memory, but a client could take them without end. */
const MAX_SNAPSHOTS = 10_000;

/**
 * Maximum number of blocks after the start to which the network can return. The network's state, which is not compacted until
 * then, and the mirror's log of changes grow by 8 KB with each block.
 */
const MAX_BLOCKS_AFTER_START = 2_000n;

/**
 * Snapshots of a local network together with its mirror, as in Hardhat's network: ids count up from 1, and a return uses
 * up its snapshot and all later ones. They end with the process, and a day after the last command.
 */
export class NetworkSnapshots {
  readonly #network: PausableNetwork;
  readonly #mirror: Mirror;
  readonly #refusal: string | null;
  /** Snapshot after the start; null where the network cannot return to it. */
  #start: Start | null = null;
  /** Number of the last block since `#start`. */
  #lastBlock = 0n;
  #snapshots: Snapshot[] = [];
  #last = 0n;
  readonly #turns = new SerialQueue();
  #expiry: NodeJS.Timeout | undefined;

  /** `refusal`: sentence that names why there are no snapshots; null where there are. */
  constructor(network: PausableNetwork, mirror: Mirror, refusal: string | null) {
    this.#network = network;
    this.#mirror = mirror;
    this.#refusal = refusal;
    network.onBlock(() => {
      if (this.#start === null) return;
      this.#lastBlock += 1n;
      if (this.#lastBlock - this.#start.moment.position.block <= MAX_BLOCKS_AFTER_START) return;
      this.#start = null;
      // It fails only when the network ends.
      void this.#inTurn(() => this.#release()).catch(() => undefined);
    });
  }

  /** Takes the snapshot to which `reset` returns. Throws `Failure` where that is not possible. */
  async takeStart(): Promise<void> {
    await this.#inTurn(async () => {
      this.#start = await this.#take();
    });
  }

  /**
   * Returns to the start, and removes all snapshots. Throws `Failure` where that is not possible, and when the network or its
   * mirror ends meanwhile.
   */
  reset(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#start === null) throw new Failure('usage', NO_START);
      this.#snapshots = [];
      await this.#returnTo(this.#start);
    });
  }

  /**
   * Takes a snapshot after the last block, and returns its id. Throws `Failure` where that is not possible, and when there
   * are too many: removing the oldest would make a client's return fail. `onExpired` is called with the id when the snapshot is
   * removed a day after the last command.
   */
  take(onExpired: (id: bigint) => void = () => undefined): Promise<bigint> {
    return this.#inTurn(async () => {
      if (this.#snapshots.length >= MAX_SNAPSHOTS) throw new Failure('usage', TOO_MANY);
      const taken = await this.#take();
      const id = ++this.#last;
      this.#snapshots.push({ id, onExpired, ...taken });
      return id;
    });
  }

  async #take(): Promise<Start> {
    if (this.#refusal !== null) throw new Failure('usage', this.#refusal);
    let isTaken = false;
    const moment = await this.#network.pause();
    try {
      const rows = await this.#mirror.take(moment.position.block);
      isTaken = true;
      this.#lastBlock = moment.position.block;
      return { moment, rows };
    } finally {
      this.#network.resume(isTaken || this.#holds);
    }
  }

  /** Whether the network may still return. */
  get #holds(): boolean {
    return this.#start !== null || this.#snapshots.length > 0;
  }

  /**
   * Returns to a snapshot, and removes it and all later ones. Returns false for an id that is unknown or used up. Throws
   * `Failure` when the network or its mirror ends meanwhile.
   */
  returnTo(id: bigint): Promise<boolean> {
    return this.#inTurn(async () => {
      const snapshot = this.#snapshots.find((one) => one.id === id);
      if (snapshot === undefined) return false;
      this.#snapshots = this.#snapshots.filter((one) => one.id < id);
      await this.#returnTo(snapshot);
      return true;
    });
  }

  async #returnTo({ rows, moment }: Start): Promise<void> {
    await this.#network.pause();
    try {
      await this.#mirror.returnTo(rows, this.#holds, () => this.#network.returnTo(moment));
      this.#lastBlock = moment.position.block;
    } finally {
      this.#network.resume(this.#holds);
    }
  }

  /** Removes a snapshot, if it is there. Earlier and later ones remain. */
  drop(id: bigint): Promise<void> {
    return this.#inTurn(async () => {
      this.#snapshots = this.#snapshots.filter((one) => one.id !== id);
      await this.#release();
    });
  }

  /** Removes all snapshots but that of the start. */
  #forget(): Promise<void> {
    return this.#inTurn(async () => {
      const expired = this.#snapshots;
      this.#snapshots = [];
      for (const { id, onExpired } of expired) onExpired(id);
      await this.#release();
    });
  }

  /** Releases what snapshots need if there is none. */
  async #release(): Promise<void> {
    if (this.#holds) return;
    this.#network.resume(false);
    await this.#mirror.forget();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#expiry);
    return this.#turns.run(work).finally(() => {
      if (this.#snapshots.length === 0) return;
      // It fails only when the network ends.
      this.#expiry = setTimeout(() => void this.#forget().catch(() => undefined), LIFETIME_MS).unref();
    });
  }
}

const TOO_MANY = `There are ${MAX_SNAPSHOTS} snapshots, the maximum: evm_revert to one of them removes it and all later ones.`;
const NO_START = `Only a network with --quiet, and at most ${MAX_BLOCKS_AFTER_START} blocks after its start, returns to it: take evm_snapshot at the beginning, and return by evm_revert.`;

/** Returns why settings exclude snapshots, as a sentence; null where they do not. */
export function snapshotRefusal(config: Config): string | null {
  const { archive, demoBlockNodePort, readDatabaseUrls } = config;
  const setting =
    demoBlockNodePort !== null
      ? 'TAIN_DEMO_BLOCK_NODE_PORT'
      : archive !== null
        ? 'TAIN_ARCHIVE'
        : readDatabaseUrls.length > 0
          ? 'TAIN_READ_DATABASE_URLS'
          : null;
  return setting === null ? null : `Snapshots are not possible with ${setting}, which does not go back.`;
}
