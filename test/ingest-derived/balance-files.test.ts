import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BalanceFile, BalanceReading } from '../../src/ingest/balance-files/balance-file.ts';
import { findBalanceFiles } from '../../src/ingest/balance-files/balance-folder.ts';
import { parseBalanceName } from '../../src/ingest/balance-files/balance-name.ts';
import { importBalances } from '../../src/ingest/balance-files/import-balances.ts';
import { readCsvBalances } from '../../src/ingest/balance-files/read-csv.ts';
import { readProtobufBalances } from '../../src/ingest/balance-files/read-protobuf.ts';
import { MalformedError } from '../../src/ingest/decode/byte-reader.ts';
import { bootstrapAddressBooks } from '../../src/ingest/verify/address-books.ts';
import { ONE_THIRD } from '../../src/ingest/verify/consensus-ratio.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { sharedDir } from '../shared.ts';

const { signal } = new AbortController();

function reading(): BalanceReading & { readonly bad: string[] } {
  const bad: string[] = [];
  return { shard: 0n, onBad: (message) => bad.push(message), bad };
}
const csv = (text: string, to = reading()): BalanceFile => readCsvBalances(Buffer.from(text), to);
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

  it('CSV of version 2, with tokens; what makes no sense is left out', () => {
    const to = reading();
    const tokens = Buffer.from([0x0a, 0x06, 0x0a, 0x02, 0x18, 0x09, 0x10, 0x05]).toString('base64');
    const lines = [
      '# version:2',
      '# TimeStamp:2020-09-22T04:25:00Z',
      'shardNum,realmNum,accountNum,balance,tokenBalances',
      `0,0,3,8,${tokens}`,
      '0,0,4,9,',
      '1,0,5,9,',
      '0,0,6',
      '0,0,7,-1,',
      '0,0,8,9223372036854775808,',
      '0,0,9,1,!',
      '0,0,10,1,CgU=',
      '0,0,274877906944,1,',
      '',
      ' 0 , 0 , 11 , 12 ,\r',
    ];
    const file = csv(lines.join('\n'), to);
    expect(file.consensusTimestamp).toBe(1_600_748_700_000_000_000n);
    expect(all(file)).toEqual([
      { accountId: 3n, balance: 8n, tokens: [{ tokenId: 9n, balance: 5n }] },
      { accountId: 4n, balance: 9n, tokens: [] },
      { accountId: 11n, balance: 12n, tokens: [] },
    ]);
    expect(to.bad).toHaveLength(7);
  });

  it('refuses CSV without a head', () => {
    for (const text of [
      '',
      '0,0,1,2',
      'shardNum,realmNum',
      'TimeStamp:2019-08-30\nshard',
      `${'\n'.repeat(10)}timestamp:2019-08-30T18:15:00Z\nshard`,
    ]) {
      expect(() => csv(text), text).toThrow(MalformedError);
    }
  });

  it('protobuf', () => {
    const to = reading();
    const account = (bytes: number[]) => [0x12, bytes.length, ...bytes];
    const bytes = Buffer.from([
      ...[0x0a, 0x04, 0x08, 0x07, 0x10, 0x03],
      ...account([0x0a, 0x02, 0x18, 0x05, 0x10, 0x96, 0x01, 0x1a, 0x06, 0x0a, 0x02, 0x18, 0x09, 0x10, 0x04]),
      ...account([0x10, 0x01]),
      ...account([0x0a, 0x02, 0x08, 0x01, 0x10, 0x01]),
      ...account([0x0a, 0x02, 0x18, 0x06]),
    ]);
    const file = readProtobufBalances(bytes, to);
    expect(file.consensusTimestamp).toBe(7_000_000_003n);
    expect(all(file)).toEqual([
      { accountId: 5n, balance: 150n, tokens: [{ tokenId: 9n, balance: 4n }] },
      { accountId: 6n, balance: 0n, tokens: [] },
    ]);
    expect(to.bad).toHaveLength(2);
  });

  it('any bytes are read or refused by name', () => {
    const attempt = (read: () => BalanceFile) => {
      try {
        all(read());
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError);
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        attempt(() =>
          readProtobufBalances(Buffer.concat([Buffer.from([0x0a, 0x02, 0x08, 0x07]), bytes]), reading()),
        );
        attempt(() => readProtobufBalances(Buffer.from(bytes), reading()));
        attempt(() =>
          readCsvBalances(
            Buffer.concat([Buffer.from('timestamp:2019-08-30T18:15:00Z\nshard\n'), bytes]),
            reading(),
          ),
        );
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

// The files are those of real networks; a clone without ../shared has none.
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
    await rm(copy, { recursive: true, force: true });
  });
  afterAll(() => undefined);

  const run = async (from: string, timeOffset: (at: bigint) => number = () => 0) =>
    importBalances({
      database: test.database,
      instants: await findBalanceFiles(from, signal),
      addressBooks: bootstrapAddressBooks(book),
      ratio: ONE_THIRD,
      shard: 0n,
      timeOffset,
      log: { info: () => undefined, warn: () => undefined },
      clock: () => 5,
      signal,
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

  it('both formats: protobuf is taken', async () => {
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

  it('what nobody signed is refused, but can be read', async () => {
    for (const name of ['v2', 'proto']) {
      await expect(run(folder(name))).rejects.toMatchObject({ code: 'no-consensus' });
    }
    expect(await select('select count(*)::int as n from account_balance_file')).toEqual([{ n: 0 }]);
    const to = reading();
    const v2 = all(
      readCsvBalances(
        await readFile(`${folder('v2')}/balance0.0.3/2020-09-22T04_25_00.083212003Z_Balances.csv`),
        to,
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
      to,
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
    expect(to.bad).toEqual([]);
  });

  it('a file that differs from what was signed is refused; another node may have the right one', async () => {
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
    // A third of four nodes are two.
    for (const node of [4, 5, 6]) await rm(path.join(copy, `balance0.0.${node}`), { recursive: true });
    await expect(run(copy)).rejects.toMatchObject({ code: 'no-consensus' });
    expect(await select('select count(*)::int as n from account_balance')).toEqual([{ n: 0 }]);
  });
});
