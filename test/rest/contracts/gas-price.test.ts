import { readExchangeRates as readRates } from '@tain/ledger/exchange-rates';
import { readGasPrices as readSchedule } from '@tain/ledger/fee-schedules';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gasPrice } from '../../../src/rest/contracts/gas-price.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { feeScheduleBytes, GENESIS } from '../network/fee-schedule.ts';
import { insert } from '../rows.ts';
import { noteStatements } from '../statement-work.ts';
import { at, ethereum, fileRow, participation, result } from './contract-rows.ts';

const { ContractCall, ContractCreate } = proto.HederaFunctionality;

function expirySeconds(seconds: number | undefined): proto.ITimestampSeconds | null {
  return seconds === undefined ? null : { seconds: Long.fromNumber(seconds) };
}

function scheduleBytes(current: number, next: number, expiry?: number): Uint8Array {
  const schedule = (gas: number) => ({
    transactionFeeSchedule: [
      { hederaFunctionality: ContractCreate, fees: [{ servicedata: { gas: Long.ONE } }] },
      {
        hederaFunctionality: ContractCall,
        fees: [{ servicedata: { gas: Long.fromNumber(gas) } }, { servicedata: { gas: Long.ONE } }],
      },
    ],
  });
  return proto.CurrentAndNextFeeSchedule.encode({
    currentFeeSchedule: { ...schedule(current), expiryTime: expirySeconds(expiry) },
    nextFeeSchedule: schedule(next),
  }).finish();
}

function ratesBytes(cents: number, nextCents: number, expiry?: number): Uint8Array {
  return proto.ExchangeRateSet.encode({
    currentRate: {
      hbarEquiv: 1,
      centEquiv: cents,
      expirationTime: expirySeconds(expiry),
    },
    nextRate: { hbarEquiv: 1, centEquiv: nextCents },
  }).finish();
}

describe('the price of gas', () => {
  it('is the schedule’s gas by the rate, at least one tinybar', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 1000 }), (gas, cents) => {
        const price = gasPrice(
          readSchedule(scheduleBytes(gas, 0)),
          readRates(ratesBytes(cents, 1)),
          at(9000),
        );
        expect(price).toBe(BigInt(Math.max(1, Math.floor(gas / (cents * 1000)))));
      }),
    );
    expect(gasPrice(readSchedule(scheduleBytes(852_000, 0)), readRates(ratesBytes(12, 1)), 0n)).toBe(71n);
  });

  it('uses the next rate once the hour began after the expiry', () => {
    const schedule = readSchedule(scheduleBytes(852_000, 1_704_000, 7200));
    const rates = readRates(ratesBytes(12, 6, 3600));
    const price = (seconds: number) => gasPrice(schedule, rates, at(seconds));
    expect(price(3599)).toBe(71n);
    // The hour begins at the expiry itself, not after it.
    expect(price(7199)).toBe(71n);
    expect(price(7200)).toBe(142n);
    expect(price(10_799)).toBe(142n);
    expect(price(10_800)).toBe(284n);
  });

  it('is unknown without a rate or a price, and malformed files are refused', () => {
    const schedule = readSchedule(scheduleBytes(852_000, 0));
    expect(gasPrice(schedule, readRates(ratesBytes(0, 0)), 0n)).toBeNull();
    const empty = proto.CurrentAndNextFeeSchedule.encode({ currentFeeSchedule: {} }).finish();
    expect(gasPrice(readSchedule(empty), readRates(ratesBytes(1, 1)), 0n)).toBeNull();
    expect(() => readSchedule(Buffer.from([0xff]))).toThrow();
    expect(() => readSchedule(Buffer.alloc(0))).toThrow();
    expect(() => readRates(Buffer.alloc(0))).toThrow();
  });
});

describe('in answers', () => {
  let api: TestApi;
  let retained: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
    retained = await startTestApi({ settings: { cache: true } });
    for (const { database } of [api, retained]) {
      await insert(database, 'contract_result', [
        result(at(50), 1001),
        result(at(150), 1001),
        result(at(250), 1001),
        result(at(350), 1001),
      ]);
      await insert(database, 'ethereum_transaction', [ethereum(at(350))]);
      await insert(database, 'contract_transaction', [participation(at(150), 1001, [1001, 2000])]);
    }
  });
  afterAll(async () => {
    await api.close();
    await retained.close();
  });
  beforeEach(async () => {
    for (const { database } of [api, retained]) await database.pool.query('delete from file_data');
  });

  const files = async (rows: ReturnType<typeof fileRow>[]) => {
    for (const { database } of [api, retained]) await insert(database, 'file_data', rows);
  };
  const prices = async (of: TestApi = api, query = ''): Promise<unknown[]> => {
    const { results } = await of.json(`/api/v1/contracts/results?order=asc${query}`);
    return (results as { gas_price: string | null }[]).map(({ gas_price }) => gas_price);
  };

  it('follows the files as of that time, in the requested unit', async () => {
    await files([
      fileRow(111, at(100), 'create', scheduleBytes(852_000, 0)),
      fileRow(112, at(110), 'create', ratesBytes(12, 1)),
      fileRow(112, at(200), 'update', ratesBytes(6, 1)),
      fileRow(1111, at(120), 'create', scheduleBytes(1, 1)),
    ]);
    for (const of of [api, retained, retained]) {
      expect(await prices(of)).toEqual([null, '0x47', '0x8e', '0x47']);
      expect(await prices(of, '&hbar=false')).toEqual([
        null,
        '0xa54f4c3c00',
        '0x14a9e987800',
        '0xa54f4c3c00',
      ]);
    }
    expect(await api.json('/api/v1/contracts/1001/results/150')).toMatchObject({
      gas_price: '0x47',
      amount: 5,
    });
    expect(await api.json('/api/v1/contracts/1001/results/150?hbar=false')).toMatchObject({
      gas_price: '0xa54f4c3c00',
      amount: 50_000_000_000,
    });
  });

  it('is assembled from appended chunks', async () => {
    const whole = Buffer.from(scheduleBytes(852_000, 0));
    await files([
      fileRow(111, at(90), 'create', whole.subarray(0, 20)),
      fileRow(111, at(91), 'append', whole.subarray(20)),
      fileRow(111, at(92), 'update', Buffer.alloc(0)),
      fileRow(112, at(93), 'create', ratesBytes(12, 1)),
    ]);
    expect((await prices())[1]).toBe('0x47');
  });

  it('skips a limited number of broken versions', async () => {
    const broken = (count: number) =>
      Array.from({ length: count }, (_, i) => fileRow(112, at(101 + i), 'update', Buffer.from([0xff])));
    await files([
      fileRow(111, at(90), 'create', scheduleBytes(852_000, 0)),
      fileRow(112, at(91), 'create', ratesBytes(12, 1)),
      ...broken(11),
    ]);
    expect((await prices())[1]).toBe('0x47');
    await files([fileRow(112, at(149), 'update', Buffer.from([0xff]))]);
    expect((await prices())[1]).toBeNull();
  });

  it('is that before a long upload in progress, as in all answers, by one statement a file', async () => {
    /** An upload byte by byte. At 150 it has more than twelve writes and is incomplete. */
    const upload = (file: number, content: Uint8Array) =>
      Array.from({ length: 40 }, (_, index) =>
        fileRow(
          file,
          at(136 + index) + BigInt(file),
          index === 0 ? 'update' : 'append',
          index === 39 ? content.subarray(39) : content.subarray(index, index + 1),
        ),
      );
    await files([
      fileRow(111, at(90), 'create', scheduleBytes(852_000, 0, 9999)),
      fileRow(112, at(91), 'create', ratesBytes(12, 1, 9999)),
      ...upload(111, scheduleBytes(1_704_000, 0, 99_999)),
      ...upload(112, ratesBytes(6, 1, 99_999)),
    ]);
    expect(await prices()).toEqual([null, '0x47', '0x11c', '0x47']);
    const statements = noteStatements();
    expect(await api.json('/api/v1/network/exchangerate?timestamp=150')).toMatchObject({
      current_rate: { cent_equivalent: 12 },
      timestamp: '91.000000000',
    });
    expect(await api.json('/api/v1/network/fees?timestamp=150')).toEqual({
      fees: [
        { gas: 71, transaction_type: 'ContractCall' },
        { gas: 1, transaction_type: 'ContractCreate' },
      ],
      timestamp: '90.000000000',
    });
    expect(statements.filter(({ text }) => text.includes('file_data'))).toHaveLength(2);
  });

  it('is that of the simple fee schedule once the network has one', async () => {
    const simple = (gas: number) => feeScheduleBytes({ ...GENESIS, prices: { ...GENESIS.prices, GAS: gas } });
    const RATES = fileRow(112, at(1), 'create', ratesBytes(12, 1));
    await files([
      RATES,
      fileRow(113, at(150), 'create', simple(1200)),
      fileRow(113, at(250), 'update', simple(600)),
    ]);
    expect(await prices()).toEqual([null, '0x64', '0x32', '0x47']);
    await files([fileRow(111, at(2), 'create', scheduleBytes(852_000, 0))]);
    await files([fileRow(111, at(240), 'update', scheduleBytes(1, 0))]);
    expect(await prices()).toEqual(['0x47', '0x64', '0x32', '0x47']);
    expect(await api.json('/api/v1/contracts/1001/results/150')).toMatchObject({ gas_price: '0x64' });
    // An unreadable schedule counts as missing.
    await api.database.pool.query('delete from file_data where entity_id = 113');
    await files([fileRow(113, at(140), 'create', Buffer.from([0xff]))]);
    expect((await prices())[1]).toBe('0x47');
  });

  it('is unknown without one of the files', async () => {
    await files([fileRow(111, at(90), 'create', scheduleBytes(852_000, 0))]);
    expect(await prices()).toEqual([null, null, null, '0x47']);
  });
});
