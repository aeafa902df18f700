import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha384, streamInstant } from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BalanceFile } from '../../../src/ingest/balance-files/balance-file.ts';
import { findBalanceFiles, parseBalanceName } from '../../../src/ingest/balance-files/find-balances.ts';
import { importBalances } from '../../../src/ingest/balance-files/import-balances.ts';
import { readCsvBalances } from '../../../src/ingest/balance-files/read-csv.ts';
import { readProtobufBalances } from '../../../src/ingest/balance-files/read-protobuf.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { bootstrapAddressBooks, restoreAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { ONE_THIRD } from '../../../src/ingest/verify/consensus-ratio.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { sharedDir } from '../../shared.ts';
import {
  encodeBook,
  lengthDelimited,
  makeItem,
  makeNode,
  timestamp,
  varint,
  type WrittenFile,
  writeSignature,
  writeV2,
  writeV5,
  writeV6,
  ZERO_HASH,
} from '../stream-writer.ts';

const { signal } = new AbortController();

const csv = (text: string): BalanceFile => readCsvBalances(Buffer.from(text), 0n);
const all = (file: BalanceFile) => [...file.accounts];

describe('reading balance files', () => {
  it('CSV of version 1', () => {
    const file = csv(
      'TimeStamp:2019-08-30T18:15:00.016002001Z\nshardNum,realmNum,accountNum,balance\n0,0,1,250\n0,0,2,7\n',
    );
    expect(file.consensusTimestamp).toBe(1_567_188_900_016_002_001n);
    expect(all(file)).toEqual([
      { accountId: 1n, balance: 250n, tokens: [] },
      { accountId: 2n, balance: 7n, tokens: [] },
    ]);
  });

  const HEAD = 'TimeStamp:2019-08-30T18:15:00.016002001Z\nshardNum,realmNum,accountNum,balance\n';
  const HEAD_2 =
    '# version:2\n# TimeStamp:2020-09-22T04:25:00Z\nshardNum,realmNum,accountNum,balance,tokenBalances\n';

  it('CSV of version 2, with tokens', () => {
    const tokens = Buffer.from([0x0a, 0x06, 0x0a, 0x02, 0x18, 0x09, 0x10, 0x05]).toString('base64');
    const file = csv(`${HEAD_2}0,0,3,8,${tokens}\n0,0,4,9,\n0,0,5,10\n`);
    expect(file.consensusTimestamp).toBe(1_600_748_700_000_000_000n);
    expect(all(file)).toEqual([
      { accountId: 3n, balance: 8n, tokens: [{ tokenId: 9n, balance: 5n }] },
      { accountId: 4n, balance: 9n, tokens: [] },
      { accountId: 5n, balance: 10n, tokens: [] },
    ]);
  });

  it.each([
    ['of another shard', '1,0,5,9,'],
    ['that is too short', '0,0,6'],
    ['negative', '0,0,7,-1,'],
    ['beyond int64', '0,0,8,9223372036854775808,'],
    ['of twenty digits', '0,0,8,00000000000000000001,'],
    ['with a leading zero', '0,0,08,1,'],
    ['with tokens that are not base64', '0,0,9,1,!'],
    ['with truncated base64', '0,0,9,1,Cg'],
    ['with base64 and further characters', '0,0,9,1,CgU=='],
    ['with tokens that are not a message', '0,0,10,1,CgU='],
    ['with an account number beyond its bits', '0,0,274877906944,1,'],
    ['that is empty', ''],
    ['with spaces', '0, 0,9,1,'],
    ['with a carriage return', '0,0,9,1,\r'],
    ['of spaces', ' '.repeat(100)],
    ['with a sixth column', '0,0,9,1,,'],
    ['with a NUL', '0,0,9,1\0,'],
  ])('refuses CSV with a line %s, at any position', (_, line) => {
    for (const text of [`${line}\n0,0,3,8,\n`, `0,0,3,8,\n${line}\n`, `0,0,3,8,\n${line}\n0,0,4,9,\n`]) {
      expect(() => all(csv(HEAD_2 + text)), text).toThrow(MalformedError);
    }
    expect(() => all(csv(`${HEAD}${line.replace(/,$/, '')}\n`))).toThrow(MalformedError);
  });

  it('refuses a fifth column in version 1', () => {
    expect(() => all(csv(`${HEAD}0,0,3,8,\n`))).toThrow(MalformedError);
  });

  it('refuses CSV whose header is not at the first byte, or is unknown', () => {
    const lines = '0,0,1,2\n';
    expect(all(csv(HEAD + lines))).toHaveLength(1);
    for (const text of [
      '',
      lines,
      'shardNum,realmNum',
      `\n${HEAD}`,
      ` ${HEAD}`,
      `\uFEFF${HEAD}`,
      `x\n${HEAD}`,
      `#${HEAD}`,
      `\0\0\0\x05${HEAD}`,
      HEAD.replace('\n', '\r\n'),
      HEAD.replace('18:15:00', '24:15:00'),
      HEAD.replace('2019-08-30', '2019-02-30'),
      HEAD.replace('Z', ''),
      HEAD.replace('T18:15:00.016002001Z', ''),
      HEAD.replace('.016002001', '.0160020011'),
      HEAD.replace(',balance', ',balance,x'),
      HEAD.replace('\n', '\n\n'),
      HEAD_2.replace('version:2', 'version:3'),
      HEAD_2.replace('# TimeStamp', 'TimeStamp'),
      HEAD_2.replace(',tokenBalances', ''),
      HEAD_2.replace('# version:2\n', ''),
      `TimeStamp:${' '.repeat(80_000)}\n${HEAD}`,
    ]) {
      expect(() => all(csv(text + lines)), JSON.stringify(text.slice(0, 60))).toThrow(MalformedError);
    }
  });

  // A regular expression on lines of 4 MiB took quadratic time in their spaces: four seconds for 80,000.
  it('reads and refuses the longest lines in linear time', () => {
    const long = 4 * 1024 * 1024 - 100;
    const begin = performance.now();
    for (const filling of [
      ' ',
      '#',
      '0',
      '9',
      ',',
      '\t',
      '=',
      'A',
      '\r',
      'timestamp:',
      '# timestamp: ',
      '\xff',
      '\0',
    ]) {
      const line = filling.repeat(Math.floor(long / filling.length));
      for (const text of [
        `${line}\n`,
        `${HEAD_2}${line}\n`,
        `TimeStamp:${line}\n`,
        `# version:2\n${line}\n`,
        `TimeStamp:2019-08-30T18:15:00Z\n${line}\n`,
        `${HEAD_2}0,0,1,1,${line}\n`,
        `${HEAD_2}0,0,${line}\n`,
      ]) {
        expect(() => all(csv(text))).toThrow(MalformedError);
      }
    }
    expect(() => all(csv(`${HEAD_2}0,0,1,1,${'A'.repeat(5 * 1024 * 1024)}\n`))).toThrow(
      /more than 4194304 bytes/,
    );
    // Linear time is some seconds at most; quadratic time would be hours.
    expect(performance.now() - begin).toBeLessThan(60_000);
  });

  /** Encodes a field by hand, so that fields can have any order, number and type. */
  const field = (number: number, content: number | readonly number[] | Buffer): Buffer =>
    typeof content === 'number'
      ? Buffer.concat([varint(number * 8), varint(content)])
      : lengthDelimited(number, Buffer.from(content));
  const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);
  const TIME = field(1, message(field(1, 7), field(2, 3)));
  const pb = (...fields: readonly Buffer[]): BalanceFile => readProtobufBalances(message(...fields), 0n);

  it('protobuf', () => {
    const file = pb(
      TIME,
      field(
        2,
        message(
          field(1, field(3, 5)),
          field(2, 150),
          field(3, message(field(1, field(3, 9)), field(2, 4))),
          field(3, message(field(1, field(3, 10)))),
        ),
      ),
      field(2, field(1, field(3, 6))),
    );
    expect(file.consensusTimestamp).toBe(7_000_000_003n);
    expect(all(file)).toEqual([
      {
        accountId: 5n,
        balance: 150n,
        tokens: [
          { tokenId: 9n, balance: 4n },
          { tokenId: 10n, balance: 0n },
        ],
      },
      { accountId: 6n, balance: 0n, tokens: [] },
    ]);
  });

  const ID = field(1, field(3, 6));
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no instant', field(2, ID)],
    ['an instant after the accounts', message(field(2, ID), TIME)],
    ['two instants', message(TIME, TIME)],
    ['an unknown field', message(TIME, field(3, [1]))],
    ['an unknown number', message(TIME, field(4, 1))],
    ['an instant with an unknown field', message(field(1, message(field(1, 7), field(3, 1))))],
    ['an instant with too many nanoseconds', field(1, field(2, 1_000_000_000))],
    ['an account without an id', message(TIME, field(2, field(2, 1)))],
    ['an account of another shard', message(TIME, field(2, field(1, field(1, 1))))],
    ['an account with an alias', message(TIME, field(2, field(1, field(4, [1]))))],
    ['an account with an unknown field', message(TIME, field(2, message(ID, field(4, 1))))],
    ['two ids', message(TIME, field(2, message(ID, ID)))],
    ['two balances', message(TIME, field(2, message(ID, field(2, 1), field(2, 1))))],
    ['fields in another order', message(TIME, field(2, message(field(2, 1), ID)))],
    ['a token without an id', message(TIME, field(2, message(ID, field(3, field(2, 1)))))],
    ['a token with decimals', message(TIME, field(2, message(ID, field(3, message(ID, field(3, 1))))))],
    ['a negative balance', message(TIME, field(2, message(ID, Buffer.from(`10${'ff'.repeat(9)}01`, 'hex'))))],
    ['a missing byte', message(TIME, field(2, ID)).subarray(0, -1)],
    ['an extra byte', message(TIME, field(2, ID), Buffer.from([0]))],
    ['an account that is a number', message(TIME, field(2, 5))],
    ['a length beyond the file', message(TIME, Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]))],
  ])('refuses protobuf with %s', (_, bytes) => {
    expect(() => all(readProtobufBalances(bytes, 0n))).toThrow(MalformedError);
  });

  it('any bytes, and any damage to a valid file, are read or refused by name', () => {
    const text = `${HEAD_2}0,0,1,5,\n0,0,3,8,${Buffer.from(field(1, message(ID, field(2, 5)))).toString('base64')}\n`;
    const bytes = message(
      TIME,
      ...[1, 2, 3].map((num) =>
        field(2, message(field(1, field(3, num)), field(2, 8), field(3, message(ID, field(2, 5))))),
      ),
    );
    const read = {
      csv: (content: Buffer) => readCsvBalances(content, 0n),
      pb: (content: Buffer) => readProtobufBalances(content, 0n),
    };
    const attempt = (format: 'csv' | 'pb', content: Buffer): number | null => {
      try {
        return all(read[format](content)).length;
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError);
        return null;
      }
    };
    const good = { csv: Buffer.from(text), pb: bytes };
    expect([attempt('csv', good.csv), attempt('pb', good.pb)]).toEqual([2, 3]);
    const format = fc.constantFrom('csv' as const, 'pb' as const);
    fc.assert(
      fc.property(format, fc.uint8Array({ maxLength: 200 }), fc.boolean(), (which, random, headed) => {
        attempt(which, headed ? Buffer.concat([good[which], random]) : Buffer.from(random));
        // A file of one format is never accepted as the other, whatever follows it.
        expect(attempt(which === 'csv' ? 'pb' : 'csv', Buffer.concat([good[which], random]))).toBeNull();
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(format, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(), (which, at, flip, cut) => {
        const damaged = Buffer.from(good[which]);
        const index = at % damaged.length;
        damaged[index] = (damaged[index] ?? 0) ^ flip;
        attempt(which, damaged);
        attempt(which, damaged.subarray(0, cut % damaged.length));
        const count = attempt(which, good[which].subarray(0, cut % good[which].length));
        // A truncated file has fewer accounts, and never different ones.
        expect(count ?? 0).toBeLessThanOrEqual(which === 'csv' ? 2 : 3);
      }),
      { numRuns: 500 },
    );
  });

  it('names', () => {
    expect(parseBalanceName('2021-03-10T22_12_56.075092Z_Balances.pb_sig.gz')).toEqual({
      instant: 1_615_414_376_075_092_000n,
      format: 'pb',
      kind: 'signature',
    });
    expect(parseBalanceName('2019-08-30T18_15_00.016002001Z_Balances.csv')).toMatchObject({
      format: 'csv',
      kind: 'data',
    });
    for (const name of [
      '2019-13-30T18_15_00Z_Balances.csv',
      '2019-08-30T18_15_00Z.rcd',
      'x_Balances.csv',
      '../2019-08-30T18_15_00Z_Balances.csv',
    ]) {
      expect(parseBalanceName(name)).toBeNull();
    }
  });
});

// Files of real networks. Skipped in a clone without ../shared.
describe.skipIf(sharedDir === null)('importing balance files of real networks', () => {
  const folder = (name: string) => `${sharedDir}/streams/accountBalances/${name}`;
  let test: TestDatabase;
  let copy = '';
  let book: Buffer;
  beforeAll(async () => {
    book = await readFile(`${sharedDir}/streams/addressbook/fixtures/testnet`);
  });
  beforeEach(async () => {
    test = await createTestDatabase();
    copy = await mkdtemp(path.join(os.tmpdir(), 'tain-balances-'));
  });
  afterEach(async () => {
    await test.drop();
    await removeFolder(copy);
  });
  afterAll(() => undefined);

  /** Counts and facts of the reported progress. */
  const reported: string[] = [];
  const run = async (from: string, timeOffset: (at: bigint) => number = () => 0) =>
    importBalances({
      database: test.database,
      store: await openFolderStore(from),
      instants: await findBalanceFiles(await openFolderStore(from), signal),
      addressBooks: bootstrapAddressBooks(book),
      ratio: ONE_THIRD,
      shard: 0n,
      timeOffset,
      log: { info: () => undefined, warn: () => undefined },
      clock: () => 5,
      signal,
      onProgress: ({ step, done, total, unit, facts }) =>
        reported.push(`${step}: ${done}/${total} ${unit}, ${facts?.(0)}`),
    });
  const select = async (sql: string) => (await test.database.pool.query(sql)).rows;
  const writable = async (name: string): Promise<void> => {
    for (const file of await readdir(folder(name), { recursive: true })) {
      if (file.includes('Balances')) {
        await cp(path.join(folder(name), file), path.join(copy, file), { mode: 0 });
        await import('node:fs/promises').then(({ chmod }) => chmod(path.join(copy, file), 0o644));
      }
    }
  };

  it('version 1: all accounts, the whole supply, once', async () => {
    expect(await run(folder('v1'), (at) => (at === 1_567_188_900_016_002_001n ? -1 : 0))).toEqual({
      files: 2,
      accounts: 2 * 25_391,
    });
    expect(reported).toEqual([
      'balance files: 0/2 files, 0 balances',
      'balance files: 1/2 files, 25,391 balances',
    ]);
    const files = await select(
      'select consensus_timestamp, name, count, file_hash, time_offset, synthetic, load_start, load_end from account_balance_file order by 1',
    );
    expect(files.map(({ file_hash: hash, ...rest }) => ({ ...rest, hash: hash.length }))).toEqual([
      {
        consensus_timestamp: '1567188900016002001',
        name: '2019-08-30T18_15_00.016002001Z_Balances.csv',
        count: '25391',
        time_offset: -1,
        synthetic: false,
        load_start: '5',
        load_end: '5',
        hash: 96,
      },
      {
        consensus_timestamp: '1567189800010147001',
        name: '2019-08-30T18_30_00.010147001Z_Balances.csv',
        count: '25391',
        time_offset: 0,
        synthetic: false,
        load_start: '5',
        load_end: '5',
        hash: 96,
      },
    ]);
    expect(
      await select(
        'select sum(balance)::text as sum, count(*)::int as n from account_balance group by consensus_timestamp',
      ),
    ).toEqual([
      { sum: '5000000000000000000', n: 25_391 },
      { sum: '5000000000000000000', n: 25_391 },
    ]);
    expect(
      await select(
        `select balance::text as b from account_balance where account_id = 3 and consensus_timestamp = 1567188900016002001`,
      ),
    ).toEqual([{ b: '235713285725910423' }]);
    expect(await run(folder('v1'))).toEqual({ files: 0, accounts: 0 });
    expect(await select('select count(*)::int as n from account_balance')).toEqual([{ n: 2 * 25_391 }]);
  });

  it('both formats: protobuf is used', async () => {
    const summary = await run(folder('mixed'));
    expect(summary.files).toBe(2);
    expect(await select('select name from account_balance_file order by 1')).toEqual([
      { name: '2021-03-10T22_12_56.075092Z_Balances.pb.gz' },
      { name: '2021-03-10T22_27_56.236886Z_Balances.pb.gz' },
    ]);
    expect(
      await select('select sum(balance)::text as sum from account_balance group by consensus_timestamp'),
    ).toEqual([{ sum: '5000000000000000000' }, { sum: '5000000000000000000' }]);
    expect(await select('select count(*)::int > 0 as some from token_balance')).toEqual([{ some: true }]);
  });

  it('an unsigned file is refused, but can be read', async () => {
    for (const name of ['v2', 'proto']) {
      await expect(run(folder(name))).rejects.toMatchObject({ code: 'no-consensus' });
    }
    expect(await select('select count(*)::int as n from account_balance_file')).toEqual([{ n: 0 }]);
    const v2 = all(
      readCsvBalances(
        await readFile(`${folder('v2')}/balance0.0.3/2020-09-22T04_25_00.083212003Z_Balances.csv`),
        0n,
      ),
    );
    expect(v2.find(({ accountId }) => accountId === 2n)).toMatchObject({
      balance: 4_990_099_993_999_999_930n,
      tokens: [
        { tokenId: 1004n, balance: 900n },
        { tokenId: 1005n, balance: 25n },
        { tokenId: 1006n, balance: 9_000_000n },
        { tokenId: 1010n, balance: 900n },
        { tokenId: 1011n, balance: 25n },
        { tokenId: 1012n, balance: 9_000_000n },
      ],
    });
    const pb = readProtobufBalances(
      gunzipSync(await readFile(`${folder('proto')}/2021-03-08T20_15_00Z_Balances.pb.gz`)),
      0n,
    );
    expect(pb.consensusTimestamp).toBe(1_615_234_500_000_000_000n);
    expect(all(pb)).toEqual(
      Array.from({ length: 10 }, (_, i) => ({
        accountId: BigInt(2000 + i),
        balance: BigInt(3000 + i),
        tokens: Array.from({ length: 5 }, (__, k) => ({
          tokenId: BigInt(5000 + 5 * i + k),
          balance: BigInt(6000 + 5 * i + k),
        })),
      })),
    );
  });

  it('a file that differs from the signed hash is refused; another node may have the right one', async () => {
    await writable('v1');
    const first = '2019-08-30T18_15_00.016002001Z_Balances.csv';
    const alter = async (node: number) => {
      const file = path.join(copy, `balance0.0.${node}`, first);
      await writeFile(file, (await readFile(file, 'latin1')).replace('0,0,7,450', '0,0,7,451'));
    };
    await alter(3);
    expect((await run(copy)).files).toBe(2);
    expect(
      await select('select distinct balance::text as b from account_balance where account_id = 7'),
    ).toEqual([{ b: '450' }]);
    await test.database.pool.query('truncate account_balance, account_balance_file');
    for (const node of [4, 5, 6]) await alter(node);
    await expect(run(copy)).rejects.toMatchObject({ code: 'hash-mismatch' });
    // Two of four nodes are more than a third.
    for (const node of [4, 5, 6]) await rm(path.join(copy, `balance0.0.${node}`), { recursive: true });
    await expect(run(copy)).rejects.toMatchObject({ code: 'no-consensus' });
    expect(await select('select count(*)::int as n from account_balance')).toEqual([{ n: 0 }]);
  });
});

describe('files that the nodes signed, but not as balance files', () => {
  const nodes = [0, 1, 2, 3].map(makeNode);
  const AT = 1_600_000_000_000_000_000n;
  let test: TestDatabase;
  let root = '';
  beforeEach(async () => {
    test = await createTestDatabase();
    root = await mkdtemp(path.join(os.tmpdir(), 'tain-balances-'));
  });
  afterEach(async () => {
    await test.drop();
    await removeFolder(root);
  });

  const isoOf = (at: bigint) => streamInstant(at).replaceAll('_', ':');
  const csvAt = (at: bigint) =>
    `# version:2\n# TimeStamp:${isoOf(at)}\nshardNum,realmNum,accountNum,balance,tokenBalances\n0,0,2,49,\n`;
  const pbAt = (at: bigint) =>
    Buffer.from(
      proto.AllAccountBalances.encode({
        consensusTimestamp: timestamp(at),
        allAccounts: [
          { accountID: { accountNum: Long.fromNumber(2) }, hbarBalance: Long.fromNumber(49) },
          { accountID: { accountNum: Long.fromNumber(3) }, hbarBalance: Long.fromNumber(1) },
        ],
      }).finish(),
    );
  const own = (content: Buffer | string): WrittenFile => {
    const bytes = Buffer.from(content);
    const fileHash = sha384(bytes);
    return { bytes, fileHash, metadataHash: null, hash: fileHash, version: 2, sidecars: [] };
  };
  async function store(file: WrittenFile, at: bigint, format: 'csv' | 'pb', by = nodes): Promise<string> {
    const name = `${streamInstant(at)}_Balances.${format}`;
    for (const node of by) {
      const folder = path.join(root, `balance0.0.${node.account}`);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${name}.gz`), gzipSync(file.bytes));
      await writeFile(path.join(folder, `${name}_sig`), writeSignature(file, node.privateKey));
    }
    return name;
  }
  const run = async (books = bootstrapAddressBooks(encodeBook(nodes))) =>
    importBalances({
      database: test.database,
      store: await openFolderStore(root),
      instants: await findBalanceFiles(await openFolderStore(root), signal),
      addressBooks: books,
      ratio: ONE_THIRD,
      shard: 0n,
      timeOffset: () => 0,
      log: { info: () => undefined, warn: () => undefined },
      clock: () => 5,
      signal,
    });
  const stored = async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      `select name from account_balance_file
       union all select account_id::text from account_balance where consensus_timestamp not in
         (select consensus_timestamp from account_balance_file) order by 1`,
    );
    return rows.map(({ name }) => name.replace(/^.*_Balances/, ''));
  };

  /** An attacker can get a transaction signed that contains a complete balance file. */
  const items = [
    makeItem({
      time: AT,
      body: { memo: `\n${csvAt(AT)}`, consensusSubmitMessage: { message: Buffer.from(`\n${csvAt(AT)}`) } },
      record: { memo: `\n${csvAt(AT)}` },
    }),
    makeItem({ time: AT + 1n, body: { fileCreate: { contents: pbAt(AT) } } }),
  ];
  const records: [string, WrittenFile][] = [
    ['v1', writeV2(items, ZERO_HASH, 1)],
    ['v2', writeV2(items, ZERO_HASH)],
    ['v5', writeV5(items, ZERO_HASH)],
    ['v6', writeV6(items, ZERO_HASH, { number: 1n })],
  ];
  it.each(records)(
    'a record file %s that contains a balance file, copied with its signatures',
    async (_, file) => {
      for (const format of ['csv', 'pb'] as const) {
        const name = await store(file, AT, format);
        await expect(run()).rejects.toMatchObject({ file: expect.stringContaining(name) });
        // The file has a signature of its hash in the layout of balance files.
        await store({ ...file, version: 2, metadataHash: null, fileHash: sha384(file.bytes) }, AT, format);
        await expect(run()).rejects.toMatchObject({ code: 'malformed', file: `${name}.gz` });
        expect(await stored()).toEqual([]);
      }
      await store(own(csvAt(AT)), AT, 'csv');
      expect(await run()).toEqual({ files: 1, accounts: 1 });
    },
  );

  it('a balance file of another time: its name would select the keys', async () => {
    const retired = nodes;
    const present = [0, 1, 2, 3].map(makeNode);
    const rotation = AT - 1_000_000_000n;
    const books = () =>
      restoreAddressBooks(
        [
          { startConsensusTimestamp: 1n, fileId: 102n, fileData: encodeBook(retired) },
          { startConsensusTimestamp: rotation, fileId: 102n, fileData: encodeBook(present) },
        ],
        [],
      );
    for (const [format, content] of [
      ['csv', csvAt(AT)],
      ['pb', pbAt(AT)],
    ] as const) {
      const name = await store(own(content), rotation - 5n, format, retired);
      await expect(run(books())).rejects.toMatchObject({ code: 'malformed', file: `${name}.gz` });
      await rm(root, { recursive: true });
      await store(own(content), AT, format, retired);
      await expect(run(books())).rejects.toMatchObject({ code: 'no-consensus' });
      await rm(root, { recursive: true });
      // Times differ by a nanosecond.
      await store(own(content), AT + 1n, format, present);
      await expect(run(books())).rejects.toMatchObject({ code: 'malformed' });
      await rm(root, { recursive: true });
      expect(await stored()).toEqual([]);
    }
    await store(own(csvAt(AT)), AT, 'csv', present);
    expect((await run(books())).files).toBe(1);
  });

  it('CSV of a time when the network wrote protobuf', async () => {
    const late = 1_633_046_400_000_000_000n;
    await store(own(csvAt(late)), late, 'csv');
    await expect(run()).rejects.toMatchObject({
      code: 'malformed',
      reason: expect.stringContaining('is CSV'),
    });
    await rm(root, { recursive: true });
    // For any network: files after its first protobuf file, even if that was stored long ago.
    await store(own(csvAt(AT)), AT, 'csv');
    await store(own(pbAt(AT + 10n)), AT + 10n, 'pb');
    await store(own(csvAt(AT + 10n)), AT + 10n, 'csv');
    expect((await run()).files).toBe(2);
    expect(await stored()).toEqual(['.csv.gz', '.pb.gz']);
    for (const again of [false, true]) {
      if (again) await rm(root, { recursive: true });
      await store(own(csvAt(AT + 20n)), AT + 20n, 'csv');
      await expect(run()).rejects.toMatchObject({ reason: expect.stringContaining('is CSV') });
      expect(await stored()).toHaveLength(2);
    }
    // At the time of the first protobuf file both files exist.
    await rm(root, { recursive: true });
    await store(own(csvAt(AT + 10n)), AT + 10n, 'csv');
    expect((await run()).files).toBe(0);
  });

  it('a file with invalid content: no part of it is stored', async () => {
    const one = { accountID: { accountNum: Long.fromNumber(2) }, hbarBalance: Long.fromNumber(1) };
    const twice = Buffer.concat([pbAt(AT), proto.AllAccountBalances.encode({ allAccounts: [one] }).finish()]);
    for (const [format, content] of [
      ['csv', `${csvAt(AT)}\n`],
      ['csv', `${csvAt(AT)}0,0,2,5,\n`],
      ['csv', `${csvAt(AT)}0,0,3,5,!\n`],
      ['pb', twice],
      ['pb', Buffer.concat([pbAt(AT), Buffer.from([0x18, 0x01])])],
    ] as const) {
      const name = await store(own(content), AT, format);
      await expect(run()).rejects.toMatchObject({ code: 'malformed', file: `${name}.gz` });
      expect(await stored()).toEqual([]);
      await rm(root, { recursive: true });
    }
  });

  it('decompression bombs are refused without being inflated in memory, and another node may have the file', async () => {
    const name = await store(own(pbAt(AT)), AT, 'pb');
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    let max = 0;
    const watch = setInterval(() => {
      max = Math.max(max, process.memoryUsage().rss - before);
    }, 5);
    for (const node of nodes.slice(0, 3)) {
      await writeFile(path.join(root, `balance0.0.${node.account}`, `${name}.gz`), bomb);
    }
    expect((await run()).files).toBe(1);
    clearInterval(watch);
    expect(max).toBeLessThan(250 * 1024 * 1024);
  });

  it('junk next to the file of a node does not hide it', async () => {
    const name = await store(own(pbAt(AT)), AT, 'pb');
    for (const node of nodes) {
      const folder = path.join(root, `0/${node.nodeId}/balance`);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${name}.gz`), 'junk');
      await writeFile(path.join(folder, `${name}_sig`), 'junk');
      await writeFile(path.join(root, `balance0.0.${node.account}`, name), 'junk');
      await writeFile(path.join(root, `balance0.0.${node.account}`, `${name}_sig.gz`), gzipSync('junk'));
    }
    expect((await run()).files).toBe(1);
  });
});
