import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Rlp, rlpBytes } from '@tain/ledger/rlp';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { CallDataFiles } from '../../../src/ingest/records/call-data-files.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { long, makeItem, START, storeBlocks } from './synthetic.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const CALL_DATA = hex('6080604052deadbeef00');
const DIGITS = '6080604052deadbeef00';

/** Returns EIP-1559 fields with call data and an access list. */
const fields = (callData: Uint8Array, accessList: readonly Rlp[] = []): readonly Rlp[] => [
  hex('0128'),
  hex('05'),
  hex('01'),
  hex('02'),
  hex('0f4240'),
  Buffer.alloc(20, 0xaa),
  Buffer.alloc(0),
  callData,
  accessList,
  hex('01'),
  Buffer.alloc(32, 0x11),
  Buffer.alloc(32, 0x22),
];
const encode = (callData: Uint8Array, accessList: readonly Rlp[] = []): Buffer =>
  Buffer.concat([hex('02'), rlpBytes(fields(callData, accessList))]);

const file = (num: number) => ({ fileNum: long(num) });
const create = (at: number, contents: string, num = 1500) =>
  makeItem({
    at,
    body: { fileCreate: { contents: Buffer.from(contents) } },
    record: { receipt: { fileID: file(num) } },
  });
const append = (at: number, contents: string, status = 22) =>
  makeItem({ at, status, body: { fileAppend: { fileID: file(1500), contents: Buffer.from(contents) } } });
const update = (at: number, contents: string) =>
  makeItem({ at, body: { fileUpdate: { fileID: file(1500), contents: Buffer.from(contents) } } });
const ethereum = (at: number, ethereumData: Uint8Array, record = {}) =>
  makeItem({ at, body: { ethereumTransaction: { ethereumData, callData: file(1500) } }, record });

/** The signature covers the whole transaction, while the call data of the submitted one is in a file. */
describe('Ethereum transactions with call data in a file', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const hashes = async (): Promise<unknown[]> =>
    (
      await test.database.pool.query(
        `select (consensus_timestamp - ${START})::int as at, encode(hash, 'hex') as hash, call_data_id::int as file,
           length(call_data) as length from ethereum_transaction order by 1`,
      )
    ).rows;
  const hashOf = (bytes: Uint8Array): string => Buffer.from(keccak_256(bytes)).toString('hex');
  const expected = hashOf(encode(CALL_DATA));

  it.each([
    ['each block stored by itself', false],
    ['blocks stored together', true],
  ])('have the hash of the whole transaction: %s', async (_how, together) => {
    const blocks = [
      [create(1, `0x${DIGITS.slice(0, 7)}`), append(2, DIGITS.slice(7))],
      [ethereum(3, encode(Buffer.alloc(0)))],
      // Changes of the same block apply from their position on. Changes of failed transactions never apply.
      [
        update(4, ''),
        append(5, 'ff', 7),
        ethereum(6, encode(Buffer.alloc(0))),
        update(7, '0102'),
        append(8, '03'),
        ethereum(9, encode(Buffer.alloc(0))),
      ],
    ];
    expect(await storeBlocks(test.database, blocks, { together })).toEqual([]);
    const shorter = hashOf(encode(hex('010203')));
    expect(await hashes()).toEqual([
      { at: 3, hash: expected, file: 1500, length: 0 },
      { at: 6, hash: expected, file: 1500, length: 0 },
      { at: 9, hash: shorter, file: 1500, length: 0 },
    ]);
    const found = await test.database.pool.query(
      `select (consensus_timestamp - ${START})::int as at from transaction_hash where hash = any($1) order by 1`,
      [[expected, shorter].map(hex)],
    );
    expect(found.rows.map(({ at }: { at: number }) => at)).toEqual([3, 6, 9]);
  });

  it('have no hash if it cannot be computed, and report that', async () => {
    const accessList: Rlp[] = [[Buffer.alloc(20, 0xbb), [Buffer.alloc(32, 1)]]];
    const problems = await storeBlocks(test.database, [
      [ethereum(1, encode(Buffer.alloc(0)))],
      [create(2, 'no hex digits')],
      [ethereum(3, encode(Buffer.alloc(0)))],
      [update(4, DIGITS)],
      [ethereum(5, encode(Buffer.alloc(0), accessList))],
    ]);
    expect(await hashes()).toEqual([1, 3, 5].map((at) => ({ at, hash: '', file: 1500, length: 0 })));
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain('file 1500');
    // The transactions are indexed by the ledger's own hash, like all transactions.
    const { rows } = await test.database.pool.query('select count(*)::int as n from transaction_hash');
    expect(rows).toEqual([{ n: 5 }]);
  });

  it("ignore the file if they have call data themselves, and use the record's hash if there is one", async () => {
    const own = encode(hex('01'));
    await storeBlocks(test.database, [
      [
        create(1, DIGITS),
        ethereum(2, own),
        ethereum(3, encode(Buffer.alloc(0)), { ethereumHash: Buffer.alloc(32, 7) }),
      ],
    ]);
    expect(await hashes()).toEqual([
      { at: 2, hash: hashOf(own), file: 1500, length: 1 },
      { at: 3, hash: '07'.repeat(32), file: 1500, length: 0 },
    ]);
  });

  it('ignore a file that is too large to be call data', () => {
    const files = new CallDataFiles();
    files.begin([1n, 2n], new Map([[1n, Buffer.from('0xAB\n')]]));
    expect(files.callData(1n)).toEqual(hex('ab'));
    files.write(1n, 16, Buffer.from('c'));
    expect(files.callData(1n)).toBeNull();
    files.write(1n, 17, Buffer.alloc(4 * 1024 * 1024 + 2, 0x30));
    expect(files.callData(1n)).toBeNull();
    files.write(2n, 16, Buffer.from('ab'));
    expect(files.callData(2n)).toBeNull();
    files.write(3n, 17, Buffer.from('ab'));
    expect(files.callData(3n)).toBeNull();
  });
});

describe('contents of files in a block', () => {
  it('are those of the last creation or update, and of all appends since, whenever they are read', () => {
    const text = fc.constantFrom('', 'ab', '0x', ' \n', 'c', 'zz');
    const step = fc.oneof(
      fc.record({ type: fc.constantFrom(16, 17, 19), data: text }),
      fc.record({ type: fc.constant(0), data: text }),
    );
    fc.assert(
      fc.property(fc.option(text), fc.array(step, { maxLength: 12 }), (before, steps) => {
        const files = new CallDataFiles();
        files.begin([1n], before === null ? new Map() : new Map([[1n, Buffer.from(before)]]));
        let content: string | null = before;
        for (const { type, data } of steps) {
          if (type === 0) {
            const digits = content?.replaceAll(/\s/g, '').replace(/^0x/, '') ?? 'no file';
            const isHex = /^([0-9a-f]{2})*$/i.test(digits);
            expect(files.callData(1n)?.toString()).toBe(isHex ? hex(digits).toString() : undefined);
            continue;
          }
          files.write(1n, type, Buffer.from(data));
          if (type === 16) content = content === null ? null : content + data;
          else if (type === 17 || data !== '') content = data;
        }
      }),
    );
  });

  it('are stored with transactions up to a number of bytes', () => {
    const files = new CallDataFiles(5);
    files.begin([1n, 2n], new Map([[1n, Buffer.from('aabb')]]));
    const stored = [1n, 2n, 1n, 1n, 2n].map((id) => files.callDataToStore(id));
    expect(stored).toEqual([hex('aabb'), null, hex('aabb'), undefined, undefined]);
    files.begin([1n], new Map([[1n, Buffer.from('cc')]]));
    expect(files.callDataToStore(1n)).toEqual(hex('cc'));
  });
});

/** A block does not repeat initcode that is in a file, while sidecars of record files contain it. */
describe('contracts created from a file', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const FACTS = {
    congestionPricingMultiplier: 0n,
    delegationNonce: null,
    lacksAddress: false,
    conflicts: [],
    airdropGrowth: [],
  };
  const contractCreate = (at: number, num: number, body = {}, status = 22): Item => {
    const fileID = file(1500);
    const item = makeItem({
      at,
      status,
      body: { contractCreateInstance: { fileID, constructorParameters: hex('0708'), ...body } },
      record: {
        contractCreateResult: {},
        receipt: num === 0 ? {} : { contractID: { contractNum: long(num) } },
      },
    });
    return { ...item, blockFacts: FACTS };
  };
  const inRecordFile = (item: Item): Item => ({ ...item, blockFacts: null });

  it.each([
    ['each block stored by itself', false],
    ['blocks stored together', true],
  ])('have its contents and the parameters of the constructor: %s', async (_how, together) => {
    await storeBlocks(
      test.database,
      [
        [create(1, '0x6001'), append(2, '60')],
        [
          contractCreate(3, 60),
          append(4, '02'),
          contractCreate(5, 61),
          contractCreate(6, 0, {}, 33),
          // The body has the complete init code.
          contractCreate(7, 62, { initcode: hex('aa'), fileID: null }),
          inRecordFile(contractCreate(8, 63)),
          contractCreate(9, 64, { fileID: file(1501) }),
        ],
      ],
      { together },
    );
    const { rows } = await test.database.pool.query(
      `select id::int, file_id::int as file, encode(initcode, 'hex') as code from contract order by id`,
    );
    expect(rows).toEqual([
      { id: 60, file: 1500, code: '6001600708' },
      { id: 61, file: 1500, code: '600160020708' },
      { id: 62, file: null, code: 'aa' },
      { id: 63, file: 1500, code: null },
      // The file is unknown.
      { id: 64, file: 1501, code: null },
    ]);
    const failed = await test.database.pool.query(
      `select encode(failed_initcode, 'hex') as code from contract_result where transaction_result = 33`,
    );
    expect(failed.rows).toEqual([{ code: '600160020708' }]);
  });

  it('are stored without it beyond 16 MB for one block, which is counted', async () => {
    const code = '60'.repeat(2 * 1024 * 1024);
    const unknown: string[] = [];
    const failed = Array.from({ length: 10 }, (_, index) => contractCreate(10 + index, 0, {}, 33));
    await storeBlocks(test.database, [[create(1, code)], failed, [contractCreate(30, 0, {}, 33)]], {
      onUnknown: (value) => unknown.push(value),
    });
    const { rows } = await test.database.pool.query<{ bytes: number | null }>(
      'select length(failed_initcode) as bytes from contract_result order by consensus_timestamp',
    );
    const whole = 2 * 1024 * 1024 + 2;
    expect(rows.map(({ bytes }) => bytes)).toEqual([...Array(8).fill(whole), null, null, whole]);
    expect(unknown).toEqual(['file_content', 'file_content']);
  });
});
