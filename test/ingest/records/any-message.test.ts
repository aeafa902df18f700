import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { createTestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { seedsOf } from '../../seeds.ts';
import { loadSchema } from '../schema.ts';
import { account, long, makeItem, storeBlocks } from './synthetic.ts';

const INT64 = [0n, 1n, 7n, -1n, 1n << 31n, 1n << 40n, (1n << 63n) - 1n, -(1n << 63n)].map((n) =>
  fc.constant(long(n)),
);
const INT32 = fc.constantFrom(0, 1, 2, -1, 40_000, 2_147_483_647, -2_147_483_648);
const TEXT = fc.constantFrom('', 'a', 'NUL\0', '\u{1f600}', '\ufffd');
const BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom(new Uint8Array(20), new Uint8Array(20).fill(9), new Uint8Array(256).fill(1)),
);

/** Draws any message of a type, with optional fields, at most `depth` messages deep. */
function messageOf(type: protobuf.Type, depth: number): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const field of type.fieldsArray) {
    const value = fieldValue(field, depth);
    if (value) fields[field.name] = field.repeated ? fc.array(value, { maxLength: 3 }) : value;
  }
  return fc.record(fields, { requiredKeys: [] }).map((message) => {
    // A oneof has at most one field.
    const retained: Record<string, unknown> = message;
    for (const { oneof } of type.oneofsArray)
      for (const name of oneof.filter((name) => name in retained).slice(1)) delete retained[name];
    return retained;
  });
}

function fieldValue(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> | null {
  if (field instanceof protobuf.MapField) return null;
  const { resolvedType } = field;
  if (resolvedType instanceof protobuf.Type) return depth > 0 ? messageOf(resolvedType, depth - 1) : null;
  if (resolvedType instanceof protobuf.Enum) return INT32;
  switch (field.type) {
    case 'bool':
      return fc.boolean();
    case 'string':
      return TEXT;
    case 'bytes':
      return BYTES;
    case 'int64':
    case 'uint64':
    case 'sint64':
      return fc.oneof(...INT64);
    default:
      return INT32;
  }
}

const schema = loadSchema();
const BODY = schema.lookupType('proto.TransactionBody');
const OPERATIONS = BODY.oneofs.data?.oneof ?? [];
/** Created once per type, because a message has many fields. */
const operations = new Map(
  OPERATIONS.map((name) => {
    const type = BODY.fields[name]?.resolvedType;
    return [name, type instanceof protobuf.Type ? messageOf(type, 3) : fc.constant({})];
  }),
);
const record = messageOf(schema.lookupType('proto.TransactionRecord'), 3);
const sidecar = messageOf(schema.lookupType('proto.TransactionSidecarRecord'), 3);

interface TestItem {
  readonly name: string;
  readonly operation: object;
  readonly written: proto.ITransactionRecord;
  readonly sidecars: object[];
  readonly status: number;
  /** Minor HAPI version, because rules differ before 0.23, 0.27, 0.47, 0.49, 0.69 and 0.71. */
  readonly hapi: number;
  /** Whether the previous item caused it. */
  readonly isChild: boolean;
}

const transaction: fc.Arbitrary<TestItem> = fc.constantFrom(...OPERATIONS).chain((name) =>
  fc.record({
    name: fc.constant(name),
    operation: operations.get(name) as fc.Arbitrary<object>,
    written: record,
    sidecars: fc.array(sidecar, { maxLength: 2 }),
    status: fc.constantFrom(22, 22, 22, 23, 10, 99_999),
    hapi: fc.constantFrom(9, 22, 26, 46, 48, 63, 70, 75),
    isChild: fc.boolean(),
  }),
);

/**
 * Verified streams may contain numbers and fields of a later release, or of a broken one. They must not stop the
 * ingest: a block with any message is stored.
 */
it.each(seedsOf([]))('stores blocks of arbitrary transactions and records (seed %i)', async (seed) => {
  expect(OPERATIONS.length).toBeGreaterThan(60);
  const test = await createTestDatabase();
  let at = 0;
  let before: Item | undefined;
  const itemOf = ({ name, operation, written, sidecars, status, hapi, isChild }: TestItem): Item => {
    at += 1;
    const { consensusTimestamp, parentConsensusTimestamp, ...rest } = written;
    before = makeItem({
      at,
      status,
      hapi: { major: 0, minor: hapi, patch: 0 },
      ...(isChild && before && { parent: before, nonce: 1 }),
      body: { [name]: operation },
      // A ledger never uses a hash or a message number twice.
      record: {
        ...rest,
        transactionHash: Buffer.alloc(48, at),
        receipt: { ...rest.receipt, topicSequenceNumber: long(at) },
      },
      sidecars: sidecars.map((one) =>
        proto.TransactionSidecarRecord.decode(proto.TransactionSidecarRecord.encode(one).finish()),
      ),
    });
    return before;
  };
  // The moved units and NFTs have an owner.
  const holder = (): Item => {
    at += 1;
    return makeItem({
      at,
      body: { cryptoCreateAccount: {} },
      record: { receipt: { accountID: account(7) } },
    });
  };
  try {
    for (let block = 0; block < tries(4); block += 1) {
      const given = fc.sample(transaction, { numRuns: 60, seed: seed + block });
      try {
        before = undefined;
        await storeBlocks(test.database, [[holder(), ...given.map(itemOf)]]);
      } catch (cause) {
        throw new Error(`block ${block}: ${(cause as Error).message}`, { cause });
      }
    }
    const { rows } = await test.database.pool.query('select count(*)::int as n from transaction');
    expect(rows).toEqual([{ n: at }]);
  } finally {
    await test.drop();
  }
});
