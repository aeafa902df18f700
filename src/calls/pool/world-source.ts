import type { LedgerVersion } from '@tain/evm/profiles';
import { printTimestamp } from '@tain/ledger/timestamp';
import { SharedRead } from '../../kernel/limits/shared-read.ts';
import type { Select } from '../../store/connections/select.ts';
import type { BlockName, StoredBlock } from '../../store/reads/block.ts';
import { selectBlock, selectBlockAt } from '../../store/reads/block.ts';
import { selectExchangeRate, selectGasPrice } from '../../store/reads/rates.ts';
import { isWholeSince, type RetainedHistory, selectRetained } from '../../store/reads/retained.ts';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import type { CallWorld } from '../call/call-world.ts';
import { makeLedgerEngine } from '../call/ledger-engine.ts';
import { ledgerVersionAt, newestLedgerVersion } from '../call/ledger-versions.ts';
import { refused } from '../refusal.ts';
import type { BlockReference } from '../simulation.ts';
import { cachedReader } from '../state/cached-reader.ts';
import { DatabaseReader } from '../state/database-reader.ts';
import { StateCache } from '../state/state-cache.ts';
import type { SlotMemory } from '../state/storage-reader.ts';
import type { EvmSettings } from './messages.ts';

/** Point in the ledger's history that a call reads, and the rules there. Times are nanoseconds. */
interface Moment {
  /** Time of the state; undefined: the present. */
  readonly at: bigint | undefined;
  readonly now: bigint;
  /** Time of the rates and prices in force. */
  readonly ratesAt: bigint;
  readonly version: LedgerVersion;
  /** Whether deleted tokens are found, as on the ledger: a replayed transaction must end as it did. */
  readonly findsDeletedTokens: boolean;
}

interface PastOptions {
  /** Further families that must be retained from that time on, in addition to the history and contracts. */
  readonly further?: readonly RetentionFamily[];
  readonly findsDeletedTokens?: boolean;
}

/** Maximum number of cached past blocks, besides the last one. */
const MAX_PAST = 32;
/** Maximum number of cached block hashes. */
const MAX_HASHES = 10_000;
/**
 * Rates of a network without a file in the database: 12 cents for an hbar, and 852 tinycents for a unit of gas, which
 * are 71 tinybars at that rate. Source: the ledger's bootstrap settings and genesis fee schedule.
 */
const FALLBACK_RATE = { hbars: 1n, cents: 12n, expires: null };
const FALLBACK_GAS_PRICE = 71n;
const LEDGER_IDS = { mainnet: 0, testnet: 1, previewnet: 2, other: 3 } as const;

/**
 * The blocks of one snapshot of the database for calls, each with its cache of the ledger's state. It ends with the
 * snapshot.
 */
export class WorldSource {
  readonly select: Select;
  readonly #settings: EvmSettings;
  readonly #memory: SlotMemory;
  readonly #cache = new StateCache();
  /** Differs from a `SharedRead`, because the world of the last block is retained longer than the others. */
  readonly #worlds = new Map<string, Promise<CallWorld>>();
  readonly #retained: SharedRead<RetainedHistory>;
  readonly #last: SharedRead<StoredBlock | undefined>;
  readonly #hashes: SharedRead<string | undefined, bigint>;

  constructor(select: Select, settings: EvmSettings, memory: SlotMemory) {
    this.select = select;
    this.#settings = settings;
    this.#memory = memory;
    this.#retained = new SharedRead({ read: () => selectRetained(select) });
    this.#last = new SharedRead({ read: () => selectBlock(select, 'latest') });
    this.#hashes = new SharedRead({
      read: async (number) => (await selectBlock(select, { number }))?.hash.slice(0, 64),
      keyOf: String,
      max: MAX_HASHES,
    });
  }

  /** Returns the last block of the snapshot, or undefined. */
  lastBlock(): Promise<StoredBlock | undefined> {
    return this.#last.get();
  }

  /** Returns the context of a call by its block. Throws `CallRefusal` (`invalid`) where there is no such block. */
  world(reference: BlockReference): Promise<CallWorld> {
    const name = nameOf(reference);
    const key = typeof name === 'string' ? name : 'number' in name ? `${name.number}` : name.hash;
    let world = this.#worlds.get(key);
    if (world === undefined) {
      world = this.#make(name);
      this.#worlds.set(key, world);
      world.catch(() => this.#worlds.delete(key));
      this.#dropOldest();
    }
    return world;
  }

  #dropOldest(): void {
    if (this.#worlds.size <= MAX_PAST) return;
    for (const key of this.#worlds.keys()) {
      if (key === 'latest') continue;
      this.#worlds.delete(key);
      return;
    }
  }

  async #make(name: BlockName): Promise<CallWorld> {
    const block = name === 'latest' ? await this.lastBlock() : await selectBlock(this.select, name);
    if (block === undefined) throw refused('invalid', 'Unknown block number');
    if (name !== 'latest') return this.#past(block, block.consensusEnd, block.consensusEnd);
    return this.#worldOf(block, {
      at: undefined,
      now: BigInt(Date.now()) * 1_000_000n,
      ratesAt: block.consensusEnd,
      version: this.#settings.version ?? newestLedgerVersion(block.hapi),
      findsDeletedTokens: false,
    });
  }

  /**
   * Returns the ledger just before a consensus time (nanoseconds), in the block of that time, or in the newest one if that
   * is not stored. It is not cached.
   */
  async worldBefore(timestamp: bigint): Promise<CallWorld> {
    const block = (await selectBlockAt(this.select, timestamp)) ?? (await this.lastBlock());
    if (block === undefined) throw refused('invalid', 'Unknown block number');
    // The recorded actions contain the failure reasons of system contracts.
    return this.#past(block, timestamp - 1n, timestamp, { further: ['actions'], findsDeletedTokens: true });
  }

  async #past(
    block: StoredBlock,
    at: bigint,
    now: bigint,
    { further = [], findsDeletedTokens = false }: PastOptions = {},
  ): Promise<CallWorld> {
    if (!isWholeSince(await this.#retained.get(), at, 'history', 'contracts', ...further)) {
      throw refused('unknown', `The history does not reach back to ${printTimestamp(at)}`);
    }
    const version = ledgerVersionAt(this.#settings.network, block, this.#settings.versions);
    return this.#worldOf(block, { at, now, ratesAt: now, version, findsDeletedTokens });
  }

  async #worldOf(block: StoredBlock, moment: Moment): Promise<CallWorld> {
    const { at, now, ratesAt, version, findsDeletedTokens } = moment;
    const { network: networkName, chainId, shard, realm, tokenServiceV2, validatesPayers } = this.#settings;
    const network = { shard, realm };
    const cache = this.#cache;
    const rows = new DatabaseReader(this.select, network, at, {
      memory: this.#memory,
      cache,
      findsDeletedTokens,
    });
    const reader = cachedReader(rows, cache);
    return {
      network,
      chainId,
      validatesPayers,
      block,
      now,
      reader,
      blockHash: (number) => this.#hashes.get(number),
      rate: (await selectExchangeRate(this.select, network, ratesAt)) ?? FALLBACK_RATE,
      gasPrice: (await selectGasPrice(this.select, network, 'ContractCall', ratesAt)) ?? FALLBACK_GAS_PRICE,
      ledgerEngine: makeLedgerEngine(version, {
        ledgerId: Uint8Array.of(LEDGER_IDS[networkName]),
        tokenServiceV2,
      }),
    };
  }
}

function nameOf(reference: BlockReference): BlockName {
  if (reference.kind === 'number') return { number: reference.number };
  if (reference.kind === 'hash') return { hash: reference.hash };
  return reference.kind;
}
