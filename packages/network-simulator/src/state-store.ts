import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { ifMissing } from './if-missing.ts';
import type { DemoNetwork, Progress } from './network.ts';
import { SimulatorError } from './simulator-error.ts';
import { checkedPayload, FRAME_HEAD, framed, framePayload, withHash } from './state-frames.ts';
import type { TreeState } from './stream/block-tree.ts';
import { replace } from './stream/block-writer.ts';

/**
 * State of a demo network, stored next to its stream, so that the network can continue after a stop or crash: a base
 * (the whole state after some block) and a journal of the changes in the blocks since. A block's entry is in the
 * journal before its signatures are in the stream; a block that is not in the journal was never published. Both files
 * are checked by hash; a torn end of the journal is cut off.
 */

/** Version of the format. */
const FORMAT = 3;

const START_ANEW = 'start anew with `tain demo reset`, or delete a folder that `tain demo DIR` wrote';
const BASE = 'base.bin';
const JOURNAL = 'journal.bin';
/** Minimum journal size for compaction into a new base; the base's own size if that is larger. */
const JOURNAL_LIMIT = 8 * 1024 * 1024;

/** A record file or block that is being written, identified by its start (nanoseconds) or its number. */
export type Begun = { readonly start: bigint } | { readonly number: bigint };

/** Data to publish a record file or block again. */
export type PublishedBlock =
  | { readonly start: bigint; readonly fileHash: Uint8Array; readonly metadataHash: Uint8Array }
  | { readonly number: bigint };

/** End of the block stream, as referenced by the footer of the next block. */
export interface ChainEnd {
  /** Root hash of the last block. */
  readonly root: Uint8Array;
  /** State of the tree of all blocks' root hashes. */
  readonly roots: TreeState;
  /** Placeholder of the state's root hash. */
  readonly stateRoot: Uint8Array;
}

/** End of the published stream. */
export interface StreamEnd {
  /** End running hash of the last record file. */
  readonly running: Uint8Array;
  /** End of the block stream; absent while there are record files. */
  readonly chain?: ChainEnd;
  /** End of the wrapped record blocks; absent where record files are not wrapped. */
  readonly wrapped?: ChainEnd;
  /** Root hash of the last block, as earlier releases stored it. */
  readonly root?: Uint8Array;
  /** The blocks of the last entry: their signatures may be missing after a crash. */
  readonly blocks: readonly PublishedBlock[];
  readonly transactions: number;
}

type Changes = Record<string, [number | string, object | undefined][]>;

interface State {
  readonly format: number;
  readonly seed: number;
  readonly progress: Progress;
  readonly random: readonly [number, number, number, number];
  readonly lastConsensus: bigint;
  readonly submitted: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly end: StreamEnd;
  readonly tables: Changes;
}

/**
 * An entry of the journal: the intent to write a file (older releases stored only its start), the state after blocks, or
 * the decision to return to a position of the journal, which is its last entry.
 */
type Entry = { readonly intent: bigint | Begun } | { readonly state: State } | { readonly returnTo: number };

/** Thrown when the folder contains something other than the requested demo network. */
export class DemoStateError extends SimulatorError {
  constructor(message: string) {
    super(message);
    this.name = 'DemoStateError';
  }
}

export class StateStore {
  readonly #folder: string;
  #journal: FileHandle | null = null;
  #journalSize = 0;
  #baseSize = 0;
  /** Position at which the journal is cut once the files after it are removed; null: there are none. */
  #cut: number | null = null;
  readonly #mayCompact: () => boolean;

  private constructor(folder: string, mayCompact: () => boolean) {
    this.#folder = folder;
    this.#mayCompact = mayCompact;
  }

  /**
   * Opens the state in `folder` and restores `network` from it. Returns null when there is none yet; otherwise the end
   * of the stream, and the files to remove before `filesRemoved` is called: unfinished ones, and those after the
   * position to which the network returns. `mayCompact`: whether positions of the journal may become invalid. Throws
   * `DemoStateError` when the state is of another seed or damaged.
   */
  static async open(
    folder: string,
    network: DemoNetwork,
    mayCompact: () => boolean = () => true,
  ): Promise<{ store: StateStore; end: StreamEnd | null; begun: readonly Begun[] }> {
    await mkdir(folder, { recursive: true });
    const store = new StateStore(folder, mayCompact);
    const base = await readFile(join(folder, BASE)).catch(ifMissing(null));
    let end: StreamEnd | null = null;
    const begun: Begun[] = [];
    if (base !== null) {
      const payload = checkedPayload(base);
      if (payload === null)
        throw new DemoStateError(`The state of the demo network in ${folder} is damaged: ${START_ANEW}.`);
      store.#baseSize = base.length;
      end = load(network, deserialize(payload) as State, folder);
    }
    const journal = await readFile(join(folder, JOURNAL)).catch(ifMissing(Buffer.alloc(0)));
    const cut = cutOf(journal);
    store.#cut = cut;
    let at = 0;
    for (;;) {
      const payload = framePayload(journal, at);
      if (payload === null) break;
      const entry = deserialize(payload) as Entry;
      const isUndone = cut !== null && at >= cut;
      if ('intent' in entry) {
        begun.push(typeof entry.intent === 'bigint' ? { start: entry.intent } : entry.intent);
      } else if ('state' in entry && !isUndone) {
        // After a crash between writing the base and truncating the journal, entries that the base contains remain.
        if (end === null || entry.state.progress.nextNumber > network.progress.nextNumber) {
          end = load(network, entry.state, folder);
        }
        begun.length = 0;
      }
      at += FRAME_HEAD + payload.length;
    }
    store.#journal = await open(join(folder, JOURNAL), 'a');
    try {
      await store.#journal.truncate(at);
    } catch (error) {
      await store.close();
      throw error;
    }
    store.#journalSize = at;
    for (const table of Object.values(network.ledger.tables())) table.followChanges();
    return { store, end, begun };
  }

  /** Completes the removal of files: what the journal has after a return is cut off. */
  async filesRemoved(): Promise<void> {
    if (this.#cut === null) return;
    await this.#journal?.truncate(this.#cut);
    this.#journalSize = this.#cut;
    this.#cut = null;
  }

  /** Position of the journal after the last entry, to return to. It is valid until the journal is compacted. */
  get position(): number {
    return this.#journalSize;
  }

  /** Decides to return to a position, also if the process ends now. The next `open` returns to it. */
  async returnTo(position: number): Promise<void> {
    await this.#append({ returnTo: position });
    await this.#journal?.datasync();
  }

  /** Records that a file is about to be written. */
  async intend(begun: Begun): Promise<void> {
    await this.#append({ intent: begun });
  }

  /** Stores the changes since the last entry: the state after the blocks of `end`. */
  async commit(network: DemoNetwork, end: StreamEnd): Promise<void> {
    await this.#append({ state: stateOf(network, end, (table) => table.takeChanges()) });
    const isLarge = this.#journalSize > Math.max(JOURNAL_LIMIT, this.#baseSize);
    if (isLarge && this.#mayCompact()) await this.#compact(network, end);
  }

  async close(): Promise<void> {
    await this.#journal?.close();
    this.#journal = null;
  }

  async #append(entry: Entry): Promise<void> {
    const frame = framed(serialize(entry));
    await this.#journal?.appendFile(frame);
    this.#journalSize += frame.length;
  }

  async #compact(network: DemoNetwork, end: StreamEnd): Promise<void> {
    const payload = serialize(stateOf(network, end, (table) => [...table.entries()]));
    const base = withHash(payload);
    await replace(join(this.#folder, BASE), base);
    this.#baseSize = base.length;
    await this.#journal?.truncate(0);
    this.#journalSize = 0;
  }
}

/** Returns the position to which the last entry of a journal returns; null when it is another kind of entry. */
function cutOf(journal: Buffer): number | null {
  let last: Buffer | null = null;
  let at = 0;
  for (let payload = framePayload(journal, at); payload !== null; payload = framePayload(journal, at)) {
    last = payload;
    at += FRAME_HEAD + payload.length;
  }
  const entry = last === null ? null : (deserialize(last) as Entry);
  return entry !== null && 'returnTo' in entry ? entry.returnTo : null;
}

type Rows = ReturnType<DemoNetwork['ledger']['tables']>[string];

function stateOf(
  network: DemoNetwork,
  end: StreamEnd,
  rowsOf: (table: Rows) => [number | string, object | undefined][],
): State {
  const tables: Changes = {};
  for (const [name, table] of Object.entries(network.ledger.tables())) tables[name] = rowsOf(table);
  return {
    format: FORMAT,
    seed: network.plan.seed,
    progress: { ...network.progress },
    random: network.random.save(),
    lastConsensus: network.ledger.lastConsensus,
    submitted: network.submitted,
    counts: network.ledger.counts,
    end,
    tables,
  };
}

function load(network: DemoNetwork, state: State, folder: string): StreamEnd {
  if (state.format !== FORMAT) {
    throw new DemoStateError(`The demo network in ${folder} was written by another release: ${START_ANEW}.`);
  }
  if (state.seed !== network.plan.seed) {
    throw new DemoStateError(
      `The demo network in ${folder} has seed ${state.seed}, not ${network.plan.seed}: ${START_ANEW}.`,
    );
  }
  network.progress = { ...state.progress };
  network.random.restore(state.random);
  network.submitted = state.submitted;
  network.ledger.lastConsensus = state.lastConsensus;
  network.ledger.counts.clear();
  for (const [key, count] of state.counts) network.ledger.counts.set(key, count);
  for (const [name, table] of Object.entries(network.ledger.tables())) {
    (table as { load(rows: unknown): void }).load(state.tables[name] ?? []);
  }
  network.ledger.indexStored(state.tables);
  return state.end;
}
