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
}

/** Milliseconds after the last command in which snapshots are removed, because what they need grows. */
const LIFETIME_MS = 24 * 3_600_000;

/**
 * Snapshots of a local network together with its mirror, as in Hardhat's network: ids count up from 1, and a return uses
 * up its snapshot and all later ones. They end with the process, and a day after the last command.
 */
export class NetworkSnapshots {
  readonly #network: PausableNetwork;
  readonly #mirror: Mirror;
  readonly #refusal: string | null;
  #snapshots: Snapshot[] = [];
  #last = 0n;
  /** Ends with the running operation: one runs at a time. */
  #running: Promise<unknown> = Promise.resolve();
  #expiry: NodeJS.Timeout | undefined;

  /** `refusal`: sentence that names why there are no snapshots; null where there are. */
  constructor(network: PausableNetwork, mirror: Mirror, refusal: string | null) {
    this.#network = network;
    this.#mirror = mirror;
    this.#refusal = refusal;
  }

  /** Takes a snapshot after the last block, and returns its id. Throws `Failure` where that is not possible. */
  take(): Promise<bigint> {
    return this.#inTurn(async () => {
      if (this.#refusal !== null) throw new Failure('usage', this.#refusal);
      const moment = await this.#network.pause();
      try {
        const rows = await this.#mirror.take(moment.position.block);
        const id = ++this.#last;
        this.#snapshots.push({ id, moment, rows });
        return id;
      } finally {
        this.#network.resume(this.#snapshots.length > 0);
      }
    });
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
      const holds = this.#snapshots.length > 0;
      await this.#network.pause();
      try {
        await this.#mirror.returnTo(snapshot.rows, holds, () => this.#network.returnTo(snapshot.moment));
      } finally {
        this.#network.resume(holds);
      }
      return true;
    });
  }

  /** Removes all snapshots. */
  #forget(): Promise<void> {
    return this.#inTurn(async () => {
      this.#snapshots = [];
      this.#network.resume(false);
      await this.#mirror.forget();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#expiry);
    const turn = this.#running.then(work).finally(() => {
      if (this.#snapshots.length === 0) return;
      // It fails only when the network ends.
      this.#expiry = setTimeout(() => void this.#forget().catch(() => undefined), LIFETIME_MS).unref();
    });
    this.#running = turn.catch(() => undefined);
    return turn;
  }
}

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
