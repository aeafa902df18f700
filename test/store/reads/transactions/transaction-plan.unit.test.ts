import { describe, expect, it } from 'vitest';
import { UNBOUNDED } from '../../../../src/store/access/domain.ts';
import {
  planTransactions,
  type SourcesPlan,
  type TransactionPlan,
} from '../../../../src/store/reads/transactions/transaction-plan.ts';
import type { TransactionSearch } from '../../../../src/store/reads/transactions/transaction-search.ts';

const TRANSFER = 14;
const MINT = 37;
const [PAYER, OTHER] = [1001n, 1002n];
const [TREASURY, NODE, FEES] = [2n, 3n, 98n];

function searchFor(search: Partial<TransactionSearch>): TransactionSearch {
  return {
    accounts: 'all',
    without: [],
    times: UNBOUNDED,
    types: [],
    result: undefined,
    transfers: undefined,
    order: 'desc',
    limit: 25,
    sampled: 50,
    gathered: 5000,
    ...search,
  };
}

const of = (...ids: readonly bigint[]) => ({ accounts: { ids } });
const RANGE = { ...UNBOUNDED, lower: 1000n };

describe('transactions of any account', () => {
  it.each<[string, Partial<TransactionSearch>, TransactionPlan]>([
    ['all', {}, { way: 'table' }],
    ['failed transactions', { result: 'fail' }, { way: 'table' }],
    ['transactions without an account', { without: [PAYER] }, { way: 'table' }],
    ['one type', { types: [MINT] }, { way: 'type', type: MINT }],
    ['two types', { types: [MINT, TRANSFER] }, { way: 'scan', takesPart: 'any account' }],
    ['credits', { transfers: 'credit' }, { way: 'scan', takesPart: 'any account with transfers' }],
    [
      'credits of a type',
      { transfers: 'credit', types: [MINT] },
      { way: 'scan', takesPart: 'any account with transfers' },
    ],
    ['accounts within bounds', { accounts: { range: RANGE } }, { way: 'gather or scan', range: RANGE }],
    [
      'bounds that include the fee account',
      { accounts: { range: { ...UNBOUNDED, upper: FEES } } },
      { way: 'scan', takesPart: { ...UNBOUNDED, upper: FEES } },
    ],
  ])('%s', (_, search, plan) => {
    expect(planTransactions(searchFor(search))).toEqual(plan);
  });
});

/** Formats sources as `kind: ids`. */
function written(plan: TransactionPlan): unknown {
  if (plan.way !== 'sources') return plan.way;
  const texts = (sources: SourcesPlan['always']) => sources.map(({ of, ids }) => `${of}: ${ids.join(' ')}`);
  return { always: texts(plan.always), transfers: texts(plan.transfers), eitherWay: plan.eitherWay };
}

describe('transactions of accounts', () => {
  const always = ['payer: 1001', 'listed: 1001'];
  it.each<[string, Partial<TransactionSearch>, unknown]>([
    ['no account', of(), 'nothing'],
    ['one account', of(PAYER), { always, transfers: ['transfers: 1001', 'tokens: 1001'], eitherWay: false }],
    [
      'two accounts',
      of(PAYER, OTHER),
      {
        always: ['payer: 1001 1002', 'listed: 1001 1002'],
        transfers: ['transfers: 1001 1002', 'tokens: 1001 1002'],
        eitherWay: false,
      },
    ],
    [
      'the fee account and another one',
      of(PAYER, FEES),
      {
        always: ['payer: 98', 'payer: 1001', 'listed: 98', 'listed: 1001'],
        transfers: ['fee account: 98', 'tokens: 98', 'transfers: 1001', 'tokens: 1001'],
        eitherWay: false,
      },
    ],
    [
      'a type, which may be rarer than the account',
      { ...of(PAYER), types: [MINT] },
      { always, transfers: ['transfers: 1001', 'tokens: 1001'], eitherWay: true },
    ],
    [
      'failed transactions, which may be rarer than the account',
      { ...of(PAYER), result: 'fail' },
      { always, transfers: ['transfers: 1001', 'tokens: 1001'], eitherWay: true },
    ],
    [
      'credits',
      { ...of(PAYER, NODE), transfers: 'credit' },
      {
        always: [],
        transfers: ['transfers: 3', 'tokens: 3', 'credits: 1001', 'tokens: 1001'],
        eitherWay: false,
      },
    ],
    [
      'debits',
      { ...of(PAYER, TREASURY), transfers: 'debit' },
      {
        always: [],
        transfers: [
          "network's debits: 2",
          'tokens: 2',
          'debits by others: 1001',
          'debits by themselves: 1001',
          'tokens: 1001',
        ],
        eitherWay: false,
      },
    ],
    [
      'one account and not another, which most transactions lack',
      { ...of(PAYER), without: [OTHER] },
      { always, transfers: ['transfers: 1001', 'tokens: 1001'], eitherWay: true },
    ],
    [
      'one account and not the fee account, which nearly every transaction has',
      { ...of(PAYER), without: [FEES] },
      { always, transfers: ['transfers: 1001', 'tokens: 1001'], eitherWay: false },
    ],
    [
      'an excluded account, in lists alone',
      { ...of(PAYER), without: [PAYER] },
      { always: ['listed: 1001'], transfers: [], eitherWay: false },
    ],
    ['debits of an excluded account', { ...of(PAYER), without: [PAYER], transfers: 'debit' }, 'nothing'],
  ])('%s', (_, search, plan) => {
    expect(written(planTransactions(searchFor(search)))).toEqual(plan);
  });
});
