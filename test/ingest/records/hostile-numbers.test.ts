import { shortestBytes } from '@tain/ledger/integer-bytes';
import { jsonText } from '@tain/ledger/json-text';
import { rlpBytes } from '@tain/ledger/rlp';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { account, contract, long, makeItem, START, storeBlocks } from './synthetic.ts';

/** Numbers and texts that no network has written yet, or only a broken one would write. They are stored as defined. */
describe('numbers beyond the range of columns', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const select = async (sql: string): Promise<unknown[]> => (await test.database.pool.query(sql)).rows;

  it('unknown results are 21 (UNKNOWN), unknown types 0, in every table', async () => {
    const call = makeItem({
      at: 1,
      status: 40_000,
      body: { contractCall: { contractID: contract(6001) } },
      record: { receipt: { contractID: contract(6001) }, contractCallResult: { gasUsed: long(1) } },
    });
    const unknown: Item = { ...makeItem({ at: 2, status: -32_769, body: {} }), type: 40_000 };
    const extreme: Item = { ...makeItem({ at: 3, status: 32_767, body: {} }), type: 32_767 };
    await storeBlocks(test.database, [[call, unknown, extreme]], { entityTransactions: true });
    expect(await select('select type, result from transaction order by consensus_timestamp')).toEqual([
      { type: 7, result: 21 },
      { type: 0, result: 21 },
      { type: 32_767, result: 32_767 },
    ]);
    expect(await select('select transaction_result as r from contract_result')).toEqual([{ r: 21 }]);
    expect(await select('select transaction_result as r from contract_transaction_hash')).toEqual([
      { r: 21 },
    ]);
    expect(
      await select(
        `select distinct (consensus_timestamp - ${START})::int as at, type, result from entity_transaction order by 1`,
      ),
    ).toEqual([
      { at: 1, type: 7, result: 21 },
      { at: 2, type: 0, result: 21 },
      { at: 3, type: 32_767, result: 32_767 },
    ]);
  });

  it('unknown kinds of freezes are 0, versions of running hashes at most 32767', async () => {
    await storeBlocks(test.database, [
      [
        makeItem({ at: 1, body: { freeze: { freezeType: 40_000 as number } } }),
        makeItem({
          at: 2,
          body: { consensusSubmitMessage: { topicID: { topicNum: long(9) }, message: Buffer.from('m') } },
          record: { receipt: { topicRunningHashVersion: long(1n << 40n), topicSequenceNumber: long(1) } },
        }),
      ],
    ]);
    expect(await select('select type from network_freeze')).toEqual([{ type: 0 }]);
    expect(await select('select running_hash_version as v from topic_message')).toEqual([{ v: 32_767 }]);
  });

  it('random bytes of PRNG may be missing', async () => {
    await storeBlocks(test.database, [
      [
        makeItem({ at: 1, body: { utilPrng: {} }, record: { prngBytes: Buffer.alloc(0) } }),
        makeItem({ at: 2, body: { utilPrng: { range: 5 } }, record: { prngNumber: 0 } }),
        makeItem({ at: 3, body: { utilPrng: {} } }),
      ],
    ]);
    expect(
      await select(
        'select range, prng_bytes as bytes, prng_number as n from prng order by consensus_timestamp',
      ),
    ).toEqual([
      { range: 0, bytes: Buffer.alloc(0), n: null },
      { range: 5, bytes: null, n: 0 },
    ]);
  });

  it('JSON contains nothing that jsonb refuses', async () => {
    expect(jsonText({ a: 'x\0y\ud800z😀', b: ['\udc00'] })).toBe('{"a":"x\ufffdy\ufffdz😀","b":["\ufffd"]}');
    await storeBlocks(test.database, [
      [
        makeItem({
          at: 1,
          body: { nodeCreate: { accountId: account(3), grpcProxyEndpoint: { domainName: 'a\0b', port: 1 } } },
        }),
      ],
    ]);
    expect(await select("select grpc_proxy_endpoint->>'domain_name' as name from node")).toEqual([
      { name: 'a\ufffdb' },
    ]);
  });

  it('the value of an Ethereum transaction in a block may have 32 bytes', async () => {
    const values = [
      0n,
      10_000_000_000n,
      MAX_INT64 * 10_000_000_000n,
      10_000_000_000n << 63n,
      (1n << 256n) - 1n,
    ];
    const NONE = Buffer.alloc(0);
    const items = values.map((value, index) => {
      const fields = [Buffer.from('0128', 'hex'), NONE, NONE, NONE, Buffer.of(1), Buffer.alloc(20, 7)];
      const signature = [NONE, Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
      const ethereumData = Buffer.concat([
        Buffer.of(2),
        rlpBytes([...fields, shortestBytes(value), NONE, [], ...signature]),
      ]);
      const item = makeItem({
        at: 1 + index,
        status: 10,
        body: { ethereumTransaction: { ethereumData } },
        record: { ethereumHash: Buffer.alloc(32, 1 + index), contractCallResult: { gasUsed: long(1) } },
      });
      const blockFacts = {
        congestionPricingMultiplier: 0n,
        delegationNonce: null,
        lacksAddress: false,
        airdropGrowth: [],
        conflicts: [],
      };
      return { ...item, blockFacts };
    });
    await storeBlocks(test.database, [items]);
    expect(await select('select amount from contract_result order by consensus_timestamp')).toEqual(
      [0n, 1n, MAX_INT64, MAX_INT64, MAX_INT64].map((amount) => ({ amount: String(amount) })),
    );
  });

  it('any number of signatures of unknown kinds is one problem', async () => {
    const pair = (index: number): number[] => [10, 4, 10, 2, index >> 8, index & 255];
    const map = Buffer.from(Array.from({ length: 1_000 }, (_, index) => pair(index)).flat());
    const item = makeItem({ at: 1, body: { scheduleSign: { scheduleID: { scheduleNum: long(5) } } } });
    const transactionBytes = proto.Transaction.encode({ bodyBytes: item.bodyBytes }).finish();
    const signed = {
      ...item,
      transactionBytes: Buffer.concat([Buffer.from([26, 240, 46]), map, transactionBytes]),
    };
    const signatureMap = proto.SignatureMap.decode(map);
    expect(signatureMap.sigPair).toHaveLength(1_000);
    expect(await storeBlocks(test.database, [[{ ...signed, signatureMap }]])).toEqual([
      expect.stringContaining('1000 signatures of unknown kinds'),
    ]);
  });

  it('signatures of unknown kinds are stored with their field number', async () => {
    const field = (tag: number, bytes: Uint8Array): Buffer => {
      const key = (tag << 3) | 2;
      const head = key < 128 ? [key] : [(key & 0x7f) | 0x80, key >> 7];
      return Buffer.concat([Buffer.from([...head, bytes.length]), bytes]);
    };
    const pair = (prefix: number, tag: number, ...values: number[]): Buffer =>
      field(
        1,
        Buffer.concat([field(1, Buffer.from([prefix])), ...values.map((v) => field(tag, Buffer.from([v])))]),
      );
    const map = Buffer.concat([pair(1, 3, 7), pair(2, 99, 8), pair(3, 99, 8, 9), pair(4, 98), pair(2, 3, 5)]);
    const item = makeItem({
      at: 1,
      body: { scheduleSign: { scheduleID: { scheduleNum: long(5) } } },
    });
    for (const transactionBytes of [
      field(5, Buffer.concat([field(1, item.bodyBytes), field(2, map)])),
      Buffer.concat([field(3, map), field(4, item.bodyBytes)]),
    ]) {
      const problems = await storeBlocks(test.database, [
        [{ ...item, transactionBytes, signatureMap: proto.SignatureMap.decode(map) }],
      ]);
      expect(
        await select(
          'select public_key_prefix as prefix, signature, type from transaction_signature order by 1',
        ),
      ).toEqual([
        { prefix: Buffer.from([1]), signature: Buffer.from([7]), type: 3 },
        { prefix: Buffer.from([2]), signature: Buffer.from([8]), type: 99 },
      ]);
      expect(problems).toEqual([expect.stringContaining('2 signatures of unknown kinds')]);
      await test.database.pool.query(
        'truncate transaction_signature, record_file, tain.block_proof, transaction, transaction_hash',
      );
    }
  });
});
