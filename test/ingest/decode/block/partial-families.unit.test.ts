import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src/ingest/decode/item.ts';
import { BatchBuilder } from '../../../../src/ingest/records/batch.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../../src/ingest/records/context.ts';
import { tries } from '../../../effort.ts';
import {
  accesses,
  account,
  byIndex,
  hex,
  itemsOf,
  long,
  number,
  partial,
  read,
  slotKey,
  type TestItem,
  token,
  tokenState,
  topic,
  update,
  usage,
  word,
} from './given.ts';

/**
 * Numbers of a token with pending airdrops from one account to another, of a contract with two slots, and of a topic.
 */
const [TOKEN, CONTRACT, TOPIC] = [50, 60, 70];
const SLOTS = ['0a', '0b'] as const;
const AIRDROP = { senderId: account(1), receiverId: account(2), fungibleTokenType: token(TOKEN) };

type Operation =
  | { readonly kind: 'mint' | 'burn' | 'airdrop'; readonly amount: number }
  | { readonly kind: 'write'; readonly slot: (typeof SLOTS)[number]; readonly value: number }
  | { readonly kind: 'cancel' | 'message' | 'rename' };

interface Family {
  readonly operations: readonly Operation[];
  /** Whether its changes are partial if possible. */
  readonly isPartial: boolean;
  /** Whether the next family is in another block. */
  readonly endsBlock: boolean;
}

/** State of the network, or of the last values in its blocks. */
interface State {
  supply: number;
  name: string;
  pending: number | null;
  slots: Record<string, number>;
  sequence: number;
}

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('mint' as const, 'burn' as const),
    amount: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ kind: fc.constant('airdrop' as const), amount: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    kind: fc.constant('write' as const),
    slot: fc.constantFrom(...SLOTS),
    value: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'message' as const, 'rename' as const) }),
);
const family: fc.Arbitrary<Family> = fc.record({
  operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
  isPartial: fc.boolean(),
  endsBlock: fc.boolean(),
});

/** Outcome of a history: of each operation, and the remaining rows. */
interface Outcome {
  /** Supply after a mint or burn, slot accesses, or sequence number of a message; null for other operations. */
  readonly operations: unknown[];
  /** Total supply, and all versions of the airdrop. */
  readonly supply: number;
  readonly airdrops: string[];
}

/** Executes families like a network. Returns its blocks, and the true outcome. */
class Network {
  readonly #state: State = { supply: 2, name: 'a', pending: null, slots: {}, sequence: 0 };
  /** Last values in blocks. */
  #last: State = structuredClone(this.#state);
  #at = 1;
  readonly blocks: stream.IBlockItem[][] = [[]];
  readonly truth = { operations: [null] as unknown[], supply: 0, airdrops: [] as string[] };

  constructor(families: readonly Family[], isPartial: boolean) {
    const changes = [tokenState(TOKEN, this.#state.supply)];
    const body = { tokenCreation: { name: 'a', symbol: 'a', initialSupply: long(2), treasury: account(1) } };
    this.#add({ at: this.#at, body, changes });
    for (const each of families) {
      this.#family(each, isPartial && each.isPartial);
      if (each.endsBlock) this.blocks.push([]);
    }
    this.truth.supply = this.#state.supply;
  }

  #add(given: TestItem): void {
    this.blocks.at(-1)?.push(...itemsOf(given));
    this.#at += 1;
  }

  #family({ operations }: Family, isPartial: boolean): void {
    const possible = operations.flatMap((each) => this.#carryOut(each) ?? []);
    const changes = this.#changes(new Set(possible.map(({ touched }) => touched)), isPartial);
    this.#last = structuredClone(this.#state);
    const [only] = possible;
    if (possible.length === 1 && only) this.#add({ at: this.#at, ...only.given, changes });
    else if (possible.length > 1) {
      const parent = this.#at;
      this.truth.operations.splice(-possible.length, 0, null);
      this.#add({ at: parent, body: { atomicBatch: {} }, changes });
      for (const { given } of possible) this.#add({ at: this.#at, parent, ...given });
    }
  }

  /**
   * Returns the transaction of an operation, and the part of the state that it changed; null if it is impossible now.
   */
  #carryOut(operation: Operation): { given: Omit<TestItem, 'at'>; touched: string } | null {
    const state = this.#state;
    const { operations, airdrops } = this.truth;
    const done = (outcome: unknown, touched: string, given: Omit<TestItem, 'at'>) => {
      operations.push(outcome);
      return { given, touched };
    };
    switch (operation.kind) {
      case 'mint':
      case 'burn': {
        const { kind } = operation;
        if (kind === 'burn' && operation.amount > state.supply) return null;
        state.supply += kind === 'mint' ? operation.amount : -operation.amount;
        const body = { token: token(TOKEN), amount: long(operation.amount) };
        return done(state.supply, 'token', {
          body: kind === 'mint' ? { tokenMint: body } : { tokenBurn: body },
        });
      }
      case 'rename':
        state.name = state.name === 'a' ? 'b' : 'a';
        return done(null, 'token', { body: { tokenUpdate: { token: token(TOKEN), name: state.name } } });
      case 'airdrop': {
        state.pending = (state.pending ?? 0) + operation.amount;
        airdrops.push(`PENDING ${state.pending}`);
        const transfers = [
          { accountID: account(1), amount: long(-operation.amount) },
          { accountID: account(2), amount: long(operation.amount) },
        ];
        const tokenTransfers = [{ token: token(TOKEN), transfers }];
        return done(null, 'airdrop', { body: { tokenAirdrop: { tokenTransfers } } });
      }
      case 'cancel':
        if (state.pending === null) return null;
        airdrops.push(`CANCELLED ${state.pending}`);
        state.pending = null;
        return done(null, 'airdrop', { body: { tokenCancelAirdrop: { pendingAirdrops: [AIRDROP] } } });
      case 'write': {
        const { slot, value } = operation;
        const found = state.slots[slot] ?? 0;
        state.slots[slot] = value;
        return done([[slot, shown(found), shown(value)]], slot, {
          body: { contractCall: {} },
          traces: [usage(CONTRACT, [byIndex(0, `0${found}`)], [slot])],
        });
      }
      case 'message':
        state.sequence += 1;
        return done(state.sequence, 'topic', {
          body: { consensusSubmitMessage: { topicID: topic(TOPIC) } },
          traces: [
            { submitMessageTraceData: { sequenceNumber: long(state.sequence), runningHash: hashOf(state) } },
          ],
        });
    }
  }

  #changes(touched: ReadonlySet<string>, isPartial: boolean): stream.IStateChange[] {
    const [now, last] = [this.#state, this.#last];
    const changes: stream.IStateChange[] = [];
    /** Adds a change. `fields`: name, number, previous and current value; `encode`: encodes the written fields. */
    const put = (
      key: stream.IMapChangeKey,
      existed: boolean,
      fields: readonly (readonly [name: string, id: number, before: unknown, value: unknown])[],
      encode: (fields: object) => stream.IMapChangeValue,
    ): void => {
      const isDifference = isPartial && existed;
      const written = fields.filter(
        ([, , before, value]) => isSet(value) && (!isDifference || before !== value),
      );
      const cleared = fields
        .filter(([, , before, value]) => isSet(before) && !isSet(value))
        .map(([, id]) => id);
      const value = encode(Object.fromEntries(written.map(([name, , , value]) => [name, value])));
      changes.push(isDifference ? partial(update(key, value), ...cleared) : update(key, value));
    };
    if (touched.has('token')) {
      const key = { tokenIdKey: proto.TokenID.encode(token(TOKEN)).finish() };
      const fields = [
        ['name', 2, last.name, now.name],
        ['totalSupply', 5, last.supply, now.supply],
      ] as const;
      put(key, true, fields, (fields) => ({ tokenValue: proto.Token.encode(fields).finish() }));
    }
    if (touched.has('airdrop')) {
      const key = { pendingAirdropIdKey: proto.PendingAirdropId.encode(AIRDROP).finish() };
      if (now.pending !== null) {
        const fields = [['amount', 1, last.pending, now.pending]] as const;
        put(key, last.pending !== null, fields, (fields) => {
          const pendingAirdropValue =
            'amount' in fields ? { amount: long(now.pending ?? 0).toUnsigned() } : null;
          const value = { ...(pendingAirdropValue && { pendingAirdropValue }) };
          return { accountPendingAirdropValue: proto.AccountPendingAirdrop.encode(value).finish() };
        });
      } else if (last.pending !== null) changes.push({ mapDelete: { key } });
    }
    for (const slot of SLOTS) {
      if (!touched.has(slot)) continue;
      const [before, value] = [last.slots[slot] ?? 0, now.slots[slot] ?? 0];
      const key = slotKey(CONTRACT, slot);
      if (value !== 0) {
        const fields = [['value', 1, before, value]] as const;
        put(key, before !== 0, fields, (fields) => {
          const written = 'value' in fields ? { value: word(`0${value}`) } : {};
          return { slotValueValue: proto.SlotValue.encode(written).finish() };
        });
      } else if (before !== 0) changes.push({ mapDelete: { key } });
    }
    if (touched.has('topic')) {
      const key = { topicIdKey: proto.TopicID.encode(topic(TOPIC)).finish() };
      const value = { sequenceNumber: long(now.sequence), runningHash: hashOf(now) };
      put(key, last.sequence > 0, [], () => ({ topicValue: proto.Topic.encode(value).finish() }));
    }
    return changes;
  }
}

const isSet = (value: unknown): boolean => value !== 0 && value !== null && value !== undefined;
const shown = (value: number): string => (value === 0 ? '' : `0${value}`);
const hashOf = ({ sequence }: State): Buffer => Buffer.alloc(48, sequence);

/** Returns Tain's outcome of blocks. A supply that a block does not contain is null. */
async function readBack(blocks: readonly stream.IBlockItem[][]): Promise<Outcome> {
  const unexpected = (message: string): never => {
    throw new Error(message);
  };
  const builder = new BatchBuilder(DEFAULT_RECORD_OPTIONS, (_, message) => unexpected(message), {
    unknown: unexpected,
    conflict: (_, value) => unexpected(value),
  });
  const batch = builder.begin(null);
  const operations: unknown[] = [];
  for (const [index, items] of blocks.entries()) {
    if (items.length === 0) continue;
    const block = { ...read(items), number: BigInt(index) };
    operations.push(...block.items.map(outcomeOf));
    const found = { entities: { aliases: [], evmAddresses: [], ids: [] }, files: new Map() };
    builder.hydrate(builder.unresolved(block), found);
    const stored = { block, number: BigInt(index), numberShift: 0n, proof: { kind: 'chain' } as const };
    const defaults = { ledgers: [], signatures: [], addressBooks: { fileData: [], books: [] } };
    await builder.add(batch, { ...stored, ...defaults }, { start: 0, end: () => 0 });
    batch.due = null;
  }
  const state = batch.segments[0]?.state;
  const tokens = state?.token.finish([]);
  const airdrops = state?.token_airdrop.finish([]);
  return {
    operations,
    supply: Number(tokens?.fresh[0]?.total_supply),
    airdrops: [...(airdrops?.history ?? []), ...(airdrops?.fresh ?? [])].map(
      ({ amount, state }) => `${state} ${amount}`,
    ),
  };
}

function outcomeOf(item: Item): unknown {
  const { newTotalSupply, topicSequenceNumber, topicRunningHash } = item.record.receipt ?? {};
  if (newTotalSupply) return number(newTotalSupply);
  if (topicSequenceNumber) {
    const sequence = number(topicSequenceNumber);
    expect(hex(topicRunningHash)).toBe(hex(Buffer.alloc(48, sequence)));
    return sequence;
  }
  const slots = accesses(item);
  return slots.length > 0 ? slots : null;
}

describe('families of transactions that share a state', () => {
  it("leave the network's rows, with whole and partial changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(family, { minLength: 1, maxLength: 6 }), async (families) => {
        const whole = new Network(families, false);
        expect(await readBack(whole.blocks)).toEqual(whole.truth);
        const mixed = new Network(families, true);
        expect(mixed.truth).toEqual(whole.truth);
        const found = await readBack(mixed.blocks);
        expect([found.supply, found.airdrops]).toEqual([mixed.truth.supply, mixed.truth.airdrops]);
        for (const [index, outcome] of mixed.truth.operations.entries()) {
          const own = found.operations[index];
          // Only a supply may be missing, because the row contains it.
          if (typeof outcome === 'number' && own === null) continue;
          expect(own).toEqual(outcome);
        }
      }),
      { numRuns: tries(60) },
    );
  });
});
