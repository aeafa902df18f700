import { proto } from '@tain/protos/hapi';
import { expect, test } from 'vitest';
import { TOTAL_SUPPLY } from '../src/amounts.ts';
import { readExchangeRates, readExchangeRatesAsGiven, tinybarsOf } from '../src/exchange-rates.ts';
import { expiryOf } from '../src/expiry.ts';
import { gasPriceInTinybars } from '../src/fee-schedules.ts';
import { inForce, startOfHour } from '../src/in-force.ts';
import { collectsFees } from '../src/network.ts';
import { RESPONSE_CODES } from '../src/response-code.ts';
import { isSuccess, RESULT, SUCCESS_CODES } from '../src/results.ts';
import { mayUpdateSystemFile } from '../src/system-files.ts';
import { TRANSACTION_TYPES, TYPE } from '../src/transaction-type.ts';

const SECOND = 1_000_000_000n;

/** Converts `successButMissing` to `SUCCESS_BUT_MISSING`. */
const capitals = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

test("results have the network's numbers", () => {
  for (const [name, code] of Object.entries(RESULT)) expect(RESPONSE_CODES[code]).toBe(capitals(name));
  const named = Object.keys(RESPONSE_CODES).map(Number);
  expect(named.filter(isSuccess)).toEqual([...SUCCESS_CODES]);
});

test('types have the names of their fields, but for the calls of hooks, which have none in the API', () => {
  const { hookDispatch, ...named } = TYPE;
  expect(TRANSACTION_TYPES[hookDispatch]).toBeUndefined();
  for (const [name, type] of Object.entries(named)) expect(TRANSACTION_TYPES[type]).toBe(name.toUpperCase());
});

test('an expired rate is followed by the next', () => {
  const succession = { current: 'a', next: 'b', expires: 10n };
  expect(inForce(succession, 10n * SECOND)).toBe('a');
  expect(inForce(succession, 10n * SECOND + 1n)).toBe('b');
  expect(inForce({ ...succession, expires: null }, 99n * SECOND)).toBe('a');
  expect(startOfHour(7_201n * SECOND)).toBe(7_200n * SECOND);
});

test('an entity expires at its set time, or else a renewal period after its creation', () => {
  const created = { created: 5n * SECOND, renewalPeriod: 10n };
  expect(expiryOf({ ...created, expires: 7n })).toBe(7n);
  expect(expiryOf({ ...created, expires: null })).toBe(15n * SECOND);
  expect(expiryOf({ expires: null, created: null, renewalPeriod: 10n })).toBeNull();
  expect(expiryOf({ expires: null, created: 5n, renewalPeriod: null })).toBeNull();
});

test('missing rates are refused, or zeros', () => {
  const bytes = proto.ExchangeRateSet.encode({ currentRate: { hbarEquiv: 3, centEquiv: 7 } }).finish();
  expect(() => readExchangeRates(bytes)).toThrow('missing');
  expect(readExchangeRatesAsGiven(bytes)).toEqual({
    current: { hbars: 3n, cents: 7n, expires: 0n },
    next: { hbars: 0n, cents: 0n, expires: 0n },
    expires: 0n,
  });
  expect(tinybarsOf(100n, { hbars: 3n, cents: 7n, expires: null })).toBe(42n);
  expect(tinybarsOf(100n, { hbars: 3n, cents: 0n, expires: null })).toBeUndefined();
});

test('a gas price is rounded down, and at least a tinybar', () => {
  const rate = { hbars: 30_000n, cents: 360_000n, expires: null };
  expect(gasPriceInTinybars(852_000n, rate, 'once')).toBe(71n);
  expect(gasPriceInTinybars(11_999n, { ...rate, cents: 30_000n }, 'twice')).toBe(11n);
  expect(gasPriceInTinybars(1_999n, { hbars: 3n, cents: 1n, expires: null }, 'once')).toBe(5n);
  expect(gasPriceInTinybars(1_999n, { hbars: 3n, cents: 1n, expires: null }, 'twice')).toBe(3n);
  expect(gasPriceInTinybars(1n, rate, 'once')).toBe(1n);
});

test('privileged accounts change system files for free', () => {
  const may = [2n, 50n, 55n, 56n, 57n, 58n, 1001n].map((payer) =>
    [101n, 102n, 111n, 112n, 113n, 121n, 123n, 150n, 160n, 1000n]
      .filter((file) => mayUpdateSystemFile(payer, file))
      .map(Number),
  );
  const all = [101, 102, 111, 112, 113, 121, 123, 150, 160];
  expect(may).toEqual([all, all, [101, 102, 121, 123], [111, 113], [112, 121, 123], [150], []]);
});

test('fees are collected by nodes and three accounts', () => {
  const found = Array.from({ length: 1_000 }, (_, num) => BigInt(num)).filter(collectsFees);
  expect(found).toHaveLength(47 + 3);
  expect(TOTAL_SUPPLY).toBe(5_000_000_000_000_000_000n);
});
