import fc from 'fast-check';
import {
  type Filters,
  filters,
  given,
  holds,
  idText,
  idValues,
  literal,
  meetsAll,
  meetsAny,
  meetsBoth,
  numberText,
  numberValues,
  type Operator,
  type RandomRequest,
  some,
  timeText,
  timeValues,
  twoKeys,
  word,
  words,
} from '../random-request.ts';
import { byNumber, int, type Row, type Rows } from '../rows.ts';
import { type Item, nanos, num, type Statement } from '../statement.ts';
import { sortRows } from './accounts.ts';
import { timeSet } from './transactions.ts';

const MAX_DAYS = 7n * 86_400_000_000_000n;
const MAX_AFTER_VALID_START_NS = 35n * 60n * 1_000_000_000n;
const MAX_AFTER_VALID_START_OF_SCHEDULE_NS = 89_285n * 60n * 1_000_000_000n;
const WRONG_NONCE = 312n;

const contracts: Statement = {
  route: '/api/v1/contracts',
  items: 'contracts',
  order: 'desc',
  keyOf: ({ contract_id }) => num(contract_id),
  requests: (rows) => {
    const bounds = idValues(rows.values('entity', 'id', ({ type }) => type === 'CONTRACT'));
    return fc
      .record({ 'contract.id': filters(bounds, idText, { eq: 'mixed', ne: true }) })
      .map((query) => ({ path: {}, query }));
  },
  expect: (rows, request) =>
    sortRows(
      rows
        .of('entity')
        .filter((row) => row.type === 'CONTRACT' && meetsAny(row.id, given(request, 'contract.id'))),
      ['id'],
    ),
};

/**
 * Draws contracts of a path, mostly ones that have rows. Not contract 0, which stands for all contracts in the list of results:
 * exact answers have it.
 */
function contractPaths(rows: Rows, ids: readonly bigint[]): fc.Arbitrary<RandomRequest['path']> {
  const first = rows.values('entity', 'id', ({ type }) => type === 'CONTRACT')[0] ?? 98n;
  const others = ids.filter((id) => id !== 0n);
  return fc
    .constantFrom(98n, first, ...some(others, 8), 6_500_000n)
    .map((id) => ({ contractIdOrAddress: idText(id) }));
}
const pathContract = ({ path }: RandomRequest): bigint =>
  BigInt((path.contractIdOrAddress ?? '').replace('0.0.', ''));

const hashText = (digits: bigint): string => `0x${digits.toString(16)}`;

function resultQuery(rows: Rows): fc.Arbitrary<RandomRequest['query']> {
  const blocks = rows.of('record_file');
  const last = blocks.length - 1;
  const shown = some(blocks, 8).concat(blocks.slice(last));
  const number = fc
    .constantFrom(...shown.map((row) => int(row, 'index')), 99_999n)
    .map((value): Filters => [{ operator: 'eq', value, text: String(value) }]);
  const hash = fc
    .constantFrom(...shown.map((row) => String(row.hash)), 'ef'.repeat(48))
    .chain((digits) => fc.constantFrom(digits, `0x${digits}`, digits.slice(0, 64)))
    .map((text) => [literal(text)]);
  const indexes = filters(numberValues(rows.values('contract_result', 'transaction_index')), numberText, {
    eq: 'several',
    bounds: false,
  });
  const none: Filters = [];
  const index = fc.oneof(
    {
      arbitrary: fc.constant({ 'block.number': none, 'block.hash': none, 'transaction.index': none }),
      weight: 3,
    },
    fc.record({ 'block.number': number, 'block.hash': fc.constant(none), 'transaction.index': indexes }),
    fc.record({ 'block.number': fc.constant(none), 'block.hash': hash, 'transaction.index': indexes }),
  );
  return fc
    .record({
      indexes: index,
      timestamp: fc.oneof(
        fc.constant<Filters>([]),
        timeSet(
          timeValues(
            [
              ...rows.values('contract_result', 'consensus_timestamp'),
              ...rows.values('contract_log', 'consensus_timestamp'),
            ].sort(byNumber),
          ),
        ),
      ),
      from: fc.oneof(
        fc.constant<Filters>([]),
        filters(idValues(rows.values('contract_result', 'sender_id')), idText, { eq: 'mixed', ne: true }),
      ),
      internal: words('true', 'false'),
      hbar: words('true', 'false'),
    })
    .map(({ indexes, ...query }) => ({ ...query, ...indexes }));
}

/** Returns whether a row's time and its index in the block meet the filters. */
function isPlaced(rows: Rows, row: Row, request: RandomRequest): boolean {
  const time = int(row, 'consensus_timestamp');
  const number = given(request, 'block.number').at(-1)?.value;
  const hash = word(request, 'block.hash')?.replace('0x', '');
  const isIn = (block: Row) => int(block, 'consensus_start') <= time && time <= int(block, 'consensus_end');
  return (
    meetsAny(time, given(request, 'timestamp')) &&
    (number === undefined || rows.of('record_file').some((block) => block.index === number && isIn(block))) &&
    (hash === undefined ||
      rows.of('record_file').some((block) => String(block.hash).startsWith(hash) && isIn(block))) &&
    meetsAny(row.transaction_index, given(request, 'transaction.index'))
  );
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Returns whether a log is the synthetic one of a wildcard NFT transfer (serial number -1), which is in no list. */
const isWildcard = ({ synthetic, topic0, topic3 }: Row): boolean =>
  synthetic === true && topic0 === TRANSFER && topic3 === 'f'.repeat(16);

/**
 * Returns the logs shown as results: logs of token transfers without a contract execution, unless the request filters
 * by sender.
 */
function syntheticLogs(rows: Rows, request: RandomRequest): Row[] {
  return rows
    .of('contract_log')
    .filter(
      (row) =>
        row.synthetic === true &&
        !isWildcard(row) &&
        given(request, 'from').length === 0 &&
        rows.with('contract_result', 'consensus_timestamp', int(row, 'consensus_timestamp')).length === 0 &&
        isPlaced(rows, row, request),
    );
}

const timesOf = (rows: readonly Row[]): string[] =>
  [...new Set(rows.map((row) => int(row, 'consensus_timestamp')))].sort(byNumber).map(String);

function realResults(rows: Rows, request: RandomRequest): Row[] {
  return rows
    .of('contract_result')
    .filter(
      (row) =>
        row.transaction_result !== WRONG_NONCE &&
        (word(request, 'internal') === 'true' || row.transaction_nonce === 0n) &&
        (given(request, 'from').length === 0 ||
          (row.sender_id !== null && meetsAny(row.sender_id, given(request, 'from')))) &&
        isPlaced(rows, row, request),
    );
}

const ofTime = ({ timestamp }: Item): string => nanos(timestamp);

const results: Statement = {
  route: '/api/v1/contracts/results',
  items: 'results',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ofTime,
  requests: (rows) => resultQuery(rows).map((query) => ({ path: {}, query })),
  expect(rows, request) {
    const real = realResults(rows, request).filter((row) => row.transaction_index !== null);
    return timesOf([...real, ...syntheticLogs(rows, request)]);
  },
};

const contractResults: Statement = {
  route: '/api/v1/contracts/{contractIdOrAddress}/results',
  items: 'results',
  order: 'desc',
  dependsOnServer: true,
  keyOf: ofTime,
  requests: (rows) =>
    fc.record({
      path: contractPaths(rows, [
        ...rows.values('contract_result', 'contract_id'),
        ...rows.values('contract_log', 'contract_id', ({ synthetic }) => synthetic === true),
      ]),
      query: resultQuery(rows),
    }),
  expect: (rows, request) =>
    timesOf(
      [...realResults(rows, request), ...syntheticLogs(rows, request)].filter(
        (row) => row.contract_id === pathContract(request),
      ),
    ),
};

/** Draws queries of logs: times and indexes together, or topics within at most seven days. */
function logQuery(rows: Rows): fc.Arbitrary<RandomRequest['query']> {
  const pairs = rows
    .of('contract_log')
    .map((row) => [int(row, 'consensus_timestamp'), int(row, 'index')] as const)
    .sort(([a, x], [b, y]) => byNumber(a, b) || byNumber(x, y));
  const bounds = timeValues(pairs.map(([time]) => time));
  const topics = (index: number) => {
    const values = [
      ...new Set(
        rows.of('contract_log').flatMap((row) => {
          const topic = row[`topic${index}`];
          return typeof topic === 'string' ? [BigInt(`0x0${topic}`)] : [];
        }),
      ),
    ];
    return filters([...some(values, 6), 0n], hashText, { eq: 'several', bounds: false });
  };
  const span = fc
    .tuple(fc.constantFrom(...bounds), fc.constantFrom(...bounds), fc.boolean())
    .map(([a, b, instant]): Filters => {
      if (instant || a === b) return [{ operator: 'eq', value: a, text: timeText(a) }];
      const [from, to] = a < b ? [a, b] : [b, a];
      return [
        { operator: 'gte', value: from, text: timeText(from) },
        { operator: 'lte', value: to, text: timeText(to) },
      ];
    })
    .filter(([from, to]) => to === undefined || BigInt(to.value) - BigInt(from?.value ?? 0) < MAX_DAYS);
  const keys = twoKeys(pairs, timeText, numberText)
    // An index filter without a time is refused.
    .filter(({ first, second }) => !second.some(isEq) || first.some(isEq))
    .map(({ first, second }) => ({ timestamp: first, index: second }));
  const byTopics = fc
    .record({
      timestamp: span,
      topic0: topics(0),
      topic1: topics(1),
      topic2: topics(2),
      topic3: topics(3),
      which: fc.nat({ max: 15 }),
    })
    .map(({ timestamp, which, ...all }) => ({
      timestamp,
      ...Object.fromEntries(
        Object.entries(all).map(([name, list], index) => [name, (which >> index) & 1 ? list : []]),
      ),
    }));
  return fc.oneof({ arbitrary: keys, weight: 2 }, byTopics);
}

const isEq = ({ operator }: { readonly operator: Operator }): boolean => operator === 'eq';

function logs(rows: Rows, request: RandomRequest): Row[] {
  const hash = word(request, 'transaction.hash')?.replace('0x', '');
  const times = hash === undefined ? [] : timesOfHash(rows, hash);
  return rows.of('contract_log').filter(
    (row) =>
      !isWildcard(row) &&
      meetsBoth(row.consensus_timestamp, given(request, 'timestamp'), row.index, given(request, 'index')) &&
      (hash === undefined || times.some((time) => time === row.consensus_timestamp)) &&
      [0, 1, 2, 3].every((index) => {
        const requested = given(request, `topic${index}`);
        const topic = row[`topic${index}`];
        return (
          requested.length === 0 || (typeof topic === 'string' && meetsAny(BigInt(`0x0${topic}`), requested))
        );
      }),
  );
}

/** Returns the times of the transactions whose hash is, or begins with, the given one. */
function timesOfHash(rows: Rows, hash: string): bigint[] {
  return rows
    .of('transaction_hash')
    .filter((row) => `${String(row.hash)}${row.hash_suffix ?? ''}`.startsWith(hash))
    .map((row) => int(row, 'consensus_timestamp'));
}

const keyOfLog = ({ timestamp, index }: Item): string => `${nanos(timestamp)}:${String(index)}`;
const LOG_KEYS = ['consensus_timestamp', 'index'];

function logsOfAll(route: string): Statement {
  return {
    route,
    items: 'logs',
    order: 'desc',
    keyOf: keyOfLog,
    refused: { timestamp: ['ne'], index: ['ne'] },
    requests(rows) {
      const logged = new Set(rows.values('contract_log', 'consensus_timestamp'));
      const hashes = rows
        .of('transaction_hash')
        .filter((row) => logged.has(int(row, 'consensus_timestamp')))
        .map((row) => `${String(row.hash)}${row.hash_suffix ?? ''}`)
        // Excludes hashes of several transactions, because the answer has only one of them.
        .filter((hash) => timesOfHash(rows, hash.slice(0, 64)).length === 1);
      const hash = fc.option(
        fc
          .constantFrom(...some(hashes, 8), 'ef'.repeat(48))
          .chain((digits) => fc.constantFrom(digits, digits.slice(0, 64))),
        { nil: undefined, freq: 2 },
      );
      return fc.record({ query: logQuery(rows), hash }).map(({ query, hash }) => ({
        path: {},
        query: { ...query, ...(hash === undefined ? {} : { 'transaction.hash': [literal(hash)] }) },
      }));
    },
    expect: (rows, request) => sortRows(logs(rows, request), LOG_KEYS),
  };
}

const contractLogs: Statement = {
  route: '/api/v1/contracts/{contractIdOrAddress}/results/logs',
  items: 'logs',
  order: 'desc',
  keyOf: keyOfLog,
  refused: { timestamp: ['ne'], index: ['ne'] },
  requests: (rows) =>
    fc.record({
      path: contractPaths(rows, rows.values('contract_log', 'contract_id')),
      query: logQuery(rows),
    }),
  expect: (rows, request) =>
    sortRows(
      logs(rows, request).filter((row) => row.contract_id === pathContract(request)),
      LOG_KEYS,
    ),
};

/**
 * Returns the transaction that an id refers to: one within the usual time before others, then a success, then the
 * newest.
 */
function transactionOfId(rows: Rows, id: string): Row | undefined {
  const [payer = '', seconds = '', nano = ''] = id.split('-');
  const start = BigInt(seconds) * 1_000_000_000n + BigInt(nano);
  const isNear = (row: Row) => int(row, 'consensus_timestamp') <= start + MAX_AFTER_VALID_START_NS;
  return rows
    .with('transaction', 'payer_account_id', BigInt(payer.replace('0.0.', '')))
    .filter(
      (row) =>
        row.valid_start_ns === start &&
        row.nonce === 0n &&
        int(row, 'consensus_timestamp') >= start &&
        int(row, 'consensus_timestamp') <= start + MAX_AFTER_VALID_START_OF_SCHEDULE_NS,
    )
    .sort(
      (a, b) =>
        Number(isNear(b)) - Number(isNear(a)) ||
        Number(b.result === 22n) - Number(a.result === 22n) ||
        byNumber(int(b, 'consensus_timestamp'), int(a, 'consensus_timestamp')),
    )[0];
}

const actions: Statement = {
  route: '/api/v1/contracts/results/{transactionIdOrHash}/actions',
  items: 'actions',
  order: 'asc',
  keyOf: ({ index }) => String(index),
  requests(rows) {
    const acted = rows.values('contract_action', 'consensus_timestamp');
    const idsOf = (times: readonly bigint[]) =>
      times.flatMap((time) =>
        rows.with('transaction', 'consensus_timestamp', time).map((row) => {
          const start = int(row, 'valid_start_ns');
          return `${idText(int(row, 'payer_account_id'))}-${start / 1_000_000_000n}-${String(start % 1_000_000_000n).padStart(9, '0')}`;
        }),
      );
    // Most transactions have one action; some have calls within calls.
    const nested = acted.filter(
      (time) => rows.with('contract_action', 'consensus_timestamp', time).length > 1,
    );
    const ids = [...some(idsOf(acted), 10), ...some(idsOf(nested), 5)];
    return fc.record({
      path: fc.constantFrom(...ids, '0.0.98-1-1').map((id) => ({ transactionIdOrHash: id })),
      query: fc.record({
        index: filters(numberValues(rows.values('contract_action', 'index')), numberText, { ne: true }),
      }),
    });
  },
  expect(rows, request) {
    const transaction = transactionOfId(rows, request.path.transactionIdOrHash ?? '');
    if (transaction === undefined) return 404;
    return sortRows(
      rows
        .of('contract_action')
        .filter(
          (row) =>
            row.consensus_timestamp === transaction.consensus_timestamp &&
            meetsAll(row.index, given(request, 'index')),
        ),
      ['index'],
    );
  },
};

/** Returns a slot as stored in changes, without leading zeros, as text that sorts like those bytes. */
function stored(slot: bigint): string {
  const digits = slot === 0n ? '' : slot.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

const state: Statement = {
  route: '/api/v1/contracts/{contractIdOrAddress}/state',
  items: 'state',
  order: 'asc',
  refused: { timestamp: ['ne'] },
  keyOf: ({ slot }) => String(BigInt(String(slot))),
  requests(rows) {
    const slots = [...rows.of('contract_state'), ...rows.of('contract_state_change')].map(({ slot }) =>
      BigInt(`0x0${String(slot)}`),
    );
    return fc.record({
      path: contractPaths(rows, [
        ...rows.values('contract_state', 'contract_id'),
        ...rows.values('contract_state_change', 'contract_id'),
      ]),
      query: fc.record({
        slot: filters(some([...new Set(slots)].sort(byNumber), 12), hashText, { eq: 'several' }),
        timestamp: fc.oneof(
          fc.constant<Filters>([]),
          filters(timeValues(rows.values('contract_state_change', 'consensus_timestamp')), timeText),
        ),
      }),
    });
  },
  expect(rows, request) {
    const own = (row: Row) => row.contract_id === pathContract(request);
    const slotOf = ({ slot }: Row) => BigInt(`0x0${String(slot)}`);
    // A time without an operator means at or before it.
    const times = given(request, 'timestamp').map((filter) =>
      isEq(filter) ? { ...filter, operator: 'lte' as const } : filter,
    );
    if (times.length === 0) {
      return [...new Set(rows.of('contract_state').filter(own).map(slotOf))]
        .filter((slot) => meetsAny(slot, given(request, 'slot')))
        .sort(byNumber)
        .map(String);
    }
    // Slots in changes are compared and ordered as they are stored.
    const requested = given(request, 'slot').map((filter) => ({
      ...filter,
      value: stored(BigInt(filter.value)),
    }));
    const changed = rows
      .of('contract_state_change')
      .filter((row) => own(row) && times.every((time) => holds(row.consensus_timestamp, time)));
    return [...new Set(changed.map((row) => stored(slotOf(row))))]
      .filter((slot) => meetsAny(slot, requested))
      .sort()
      .map((slot) => String(BigInt(`0x0${slot}`)));
  },
};

export const CONTRACT_STATEMENTS: readonly Statement[] = [
  contracts,
  results,
  contractResults,
  actions,
  logsOfAll('/api/v1/contracts/results/logs'),
  logsOfAll('/api/v1/contracts/logs'),
  contractLogs,
  state,
];
