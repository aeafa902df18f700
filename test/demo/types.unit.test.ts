import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TRANSACTION_TYPES } from '@tain/ledger/transaction-type';
import { proto } from '@tain/protos/hapi';
import { expect, test } from 'vitest';
import { isRawField, RAW_FIELDS } from '../../packages/network-simulator/src/ledger/draft.ts';
import { KINDS, TYPES } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { documentedTypes } from './oracle/documented-types.ts';

const TRANSACTIONS = fileURLToPath(
  new URL('../../packages/network-simulator/src/transactions', import.meta.url),
);

/** Fields of a body that all types have. */
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

/** Type that nodes send each other. It has no result, so it is in no record; blocks have it beside their rounds. */
const WITHOUT_RESULT = 'stateSignatureTransaction';

test('the demo network makes every type of the protos and the interface, and a future one', () => {
  const body = proto.TransactionBody.prototype as object;
  const known = Object.keys(body).filter((name) => !COMMON.includes(name) && name !== WITHOUT_RESULT);
  expect(known.length).toBeGreaterThan(60);
  expect(KINDS.map(({ field }) => field).sort()).toEqual([...known, ...Object.keys(RAW_FIELDS)].sort());
  const names = new Map(KINDS.map(({ name, number }) => [number, name]));
  for (const [number, name] of Object.entries(TRANSACTION_TYPES)) {
    if (name !== WITHOUT_RESULT.toUpperCase()) expect(names.get(Number(number))).toBe(name);
  }
  expect(Math.max(...names.keys())).toBeGreaterThan(Math.max(...Object.keys(TRANSACTION_TYPES).map(Number)));
});

test('test/ingest/records/transaction-types.md names the module that makes each', async () => {
  const documented = documentedTypes();
  expect(documented.map(({ field }) => field).sort()).toEqual(
    KINDS.map(({ field }) => field)
      .filter((field) => !isRawField(field))
      .concat(WITHOUT_RESULT)
      .sort(),
  );
  const rules = new Map<string, object>(Object.entries(TYPES).map(([field, [, made]]) => [field, made]));
  const wrong: string[] = [];
  for (const { field, demo } of documented) {
    if (field === WITHOUT_RESULT) continue;
    const module = path.join(TRANSACTIONS, `${demo}.ts`);
    const { networkInternal = {}, ...made } = (await import(module)) as Record<string, object>;
    const all: unknown[] = [...Object.values(made), ...Object.values(networkInternal)];
    if (!all.includes(rules.get(field))) wrong.push(`${field}: ${demo}`);
  }
  expect(wrong).toEqual([]);
});
