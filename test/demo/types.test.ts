import { existsSync, readFileSync } from 'node:fs';
import { proto } from '@tain/protos/hapi';
import { expect, test } from 'vitest';
import { TYPE_NAMES, typeNumber } from '../../packages/network-simulator/src/ledger/transaction-types.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { TRANSACTION_TYPES } from '../../src/kernel/transaction-type.ts';
import { documentedTypes } from './oracle/documented-types.ts';

/** Fields of a body that do not say what it asks for. */
const COMMON = [
  'transactionID',
  'nodeAccountID',
  'transactionFee',
  'transactionValidDuration',
  'generateRecord',
  'memo',
  'batchKey',
  'maxCustomFees',
  'highVolume',
  'data',
];

test('the demo network makes every type that the protos and the interface know, and one of the future', () => {
  const body = proto.TransactionBody.prototype as object;
  const known = Object.keys(body).filter((name) => !COMMON.includes(name));
  expect(known.length).toBeGreaterThan(60);
  expect(KINDS.map(({ field }) => field).sort()).toEqual([...known, 'future'].sort());
  expect(KINDS.map(({ name }) => name).sort()).toEqual([...TYPE_NAMES].sort());
  const names = new Map(KINDS.map(({ name, field }) => [typeNumber(field), name]));
  for (const [number, name] of Object.entries(TRANSACTION_TYPES))
    expect(names.get(Number(number))).toBe(name);
  expect(Math.max(...names.keys())).toBeGreaterThan(Math.max(...Object.keys(TRANSACTION_TYPES).map(Number)));
});

test('docs/architecture.md names the module that makes each', () => {
  const documented = documentedTypes();
  expect(documented.map(({ field }) => field).sort()).toEqual(
    KINDS.map(({ field }) => field)
      .filter((field) => field !== 'future')
      .sort(),
  );
  const wrong = documented.filter(({ field, demo }) => {
    const path = new URL(`../../packages/network-simulator/src/transactions/${demo}.ts`, import.meta.url);
    if (!existsSync(path)) return true;
    const made = new RegExp(`field: '${field}'|pauseKind\\('\\w+', '${field}'|^ {2}${field}: \\(`, 'm');
    return !made.test(readFileSync(path, 'utf8'));
  });
  expect(wrong.map(({ field, demo }) => `${field}: ${demo}`)).toEqual([]);
});
