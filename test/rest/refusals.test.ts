import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER, LOOKUP } from '../../src/rest/query/dialects/ledger.ts';
import type { Route } from '../../src/rest/route/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { tries } from '../effort.ts';
import { seedsOf } from '../seeds.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { insert } from './rows.ts';

/*
 * Checks errors of invalid requests, and their order, on every route of the older families. Random requests combine the
 * routes' parameters, invalid or repeated values, unknown names, and paths that are malformed or out of range. The
 * expected errors come from a naive implementation that is independent of the server's code.
 */
const SEEDS = seedsOf([1]);
const RUNS = tries(20);

/** Order in which a route checks names and values of the query, the form of its path, and the path's range. */
type Steps = 'query, path' | 'form, query, range';

interface Statement {
  readonly steps: Steps;
  /**
   * Order of the reported problems. Plain: the order of the request, an unknown name once. Grouped: by kind, once per
   * value.
   */
  readonly problems: 'plain' | 'grouped';
}

const PLAIN_FIRST: Statement = { steps: 'query, path', problems: 'plain' };
const QUERY_FIRST: Statement = { steps: 'query, path', problems: 'grouped' };
const FORM_FIRST: Statement = { steps: 'form, query, range', problems: 'grouped' };

/** Rules of the routes other than `FORM_FIRST`. */
const STATEMENTS: Readonly<Record<string, Statement>> = {
  '/accounts': PLAIN_FIRST,
  '/balances': PLAIN_FIRST,
  '/blocks/{hashOrNumber}': PLAIN_FIRST,
  '/contracts/results/{transactionIdOrHash}': PLAIN_FIRST,
  '/contracts/{contractIdOrAddress}/results/{timestamp}': { steps: 'form, query, range', problems: 'plain' },
  '/schedules/{scheduleId}': PLAIN_FIRST,
  '/tokens/{tokenId}/nfts/{serialNumber}': PLAIN_FIRST,
  '/topics/{topicId}/messages/{sequenceNumber}': PLAIN_FIRST,
  '/topics/messages/{timestamp}': PLAIN_FIRST,
  '/accounts/{idOrAliasOrEvmAddress}': QUERY_FIRST,
  '/contracts/results/{transactionIdOrHash}/actions': QUERY_FIRST,
  '/transactions/{transactionIdOrHash}': QUERY_FIRST,
};

/** A value in a path, and its error, from the parser or the range check. */
interface PathValue {
  readonly text: string;
  readonly form?: string;
  readonly range?: string;
}

const invalid = (name: string) => `Invalid parameter: ${name}`;
const TRANSACTION =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';
const good = (...texts: string[]): PathValue[] => texts.map((text) => ({ text }));
const malformed = (form: string, ...texts: string[]): PathValue[] => texts.map((text) => ({ text, form }));
const outOfRange = (text: string, range: string): PathValue => ({ text, range });
const TOO_GREAT = '0.0.274877906944';

function pathValues(route: string, name: string): PathValue[] {
  switch (name) {
    case 'idOrAliasOrEvmAddress':
      return [
        ...good('1001', '0.0.1001'),
        ...malformed(invalid(name), '0.0.0.5', 'x!', '-1', TOO_GREAT, '1.0.1001.'),
      ];
    case 'contractIdOrAddress': {
      const list = route !== '/contracts/{contractIdOrAddress}';
      const range = (id: string) => (list ? invalid('contractid') : `Invalid entity ID "${id}"`);
      return [
        ...good('1001', `0.0.${'0'.repeat(37)}3e9`, `0x${'0'.repeat(37)}3e9`),
        ...malformed(invalid('contractid'), 'abc', '0.0.0.5', `0x${'f'.repeat(39)}`, '0x5'),
        outOfRange('-1', range('0.0.-1')),
        outOfRange('1024.0.5', range('1024.0.5')),
        outOfRange('9223372036854775807', range('0.0.9223372036854775807')),
        outOfRange(`1.0.${'0'.repeat(37)}3e9`, range(`1.0.${'0'.repeat(37)}3e9`)),
      ];
    }
    case 'tokenId':
      return [
        ...good('1500', '0x1500', '0x0.0.1500', `0x${'0'.repeat(37)}3e9`),
        ...malformed(invalid('tokenid'), 'abc', '-1', TOO_GREAT, `0x${'f'.repeat(40)}`, '0x0x1500'),
      ];
    case 'topicId':
      return [
        ...good('5', '0.0.5'),
        ...malformed(invalid('topic.id'), 'abc', '0x5', `0x${'0'.repeat(40)}`),
        outOfRange('-1', 'Invalid entity ID "0.0.-1"'),
        outOfRange('1024.0.5', 'Invalid entity ID "1024.0.5"'),
        outOfRange('00.65536.005', 'Invalid entity ID "00.65536.005"'),
      ];
    case 'scheduleId':
      return [
        ...good('5', '0x5', '0x0.5'),
        ...malformed(invalid('scheduleid'), 'abc', '-1', TOO_GREAT, `0x${'0'.repeat(40)}`),
      ];
    case 'hashOrNumber':
      return [...good('5', '0'.repeat(64)), ...malformed(invalid(name), 'abc', '-1', '0x5', '0'.repeat(63))];
    case 'serialNumber':
      return [...good('5'), ...malformed(invalid('serialnumber'), '0', 'x', '1e3', '9223372036854775808')];
    case 'sequenceNumber':
      return [...good('5'), ...malformed(invalid('sequencenumber'), '0', 'x', '9223372036854775808')];
    case 'timestamp':
      return [
        ...good('5', '5.1'),
        ...malformed(
          invalid(route.startsWith('/topics') ? 'consensus_timestamp' : 'timestamp'),
          '5.',
          'x',
          '12345678901',
        ),
      ];
    case 'transactionIdOrHash': {
      const isHash = good(route.startsWith('/transactions') ? 'a'.repeat(96) : 'a'.repeat(64));
      return [
        ...isHash,
        ...good('0.0.5-1-1'),
        ...malformed(TRANSACTION, 'abc', '5-1-1', '0.0.5-1', '0.0.5-9223372036854775808-1'),
        outOfRange(`${TOO_GREAT}-1-1`, `Invalid entity ID "${TOO_GREAT}"`),
        outOfRange('0.65536.01-1-1', 'Invalid entity ID "0.65536.01"'),
      ];
    }
    default:
      return good('5');
  }
}

/** Invalid values of query parameters, by the kind of their name. */
const WRONG: readonly (readonly [names: RegExp, values: readonly string[]])[] = [
  [/^contract\.id$/, ['x', `0x${'0'.repeat(40)}`, `gt:${'0'.repeat(40)}`, '0x5', '']],
  [/^token\.id$/, ['x', '0.0.0.5', `0x${'f'.repeat(40)}`, '0x5', '']],
  [/^from$/, ['x', '0x5', `0.0.${'0'.repeat(40)}`, '']],
  [/\.id$/, ['x', '0.0.0.5', '0x5', '']],
  [/^limit$/, ['0', '-1', 'x', '1.5', '9223372036854775808', '99999999999999999999', '']],
  [/^order$/, ['up', '', 'ascending']],
  [/^block\.number$/, ['x', '-1', '0x', 'ne:5', '99999999999999999999']],
  [/^(account\.balance|index|sequencenumber|serialnumber|nonce|transaction\.index)$/, ['x', '-1', '']],
  [/^timestamp$/, ['x', '1.', '12345678901', '1.1234567890', '']],
  [/hash$|key$|^topic|^slot$/, ['x', '0x', 'f'.repeat(97)]],
  [/^(exact|hbar|internal|scheduled|transactions)$/, ['1', 'yes', 'ne:true', '']],
  // Whether balances are wanted, or bounds of one.
  [/^balance$/, ['yes', 'ne:true', '']],
  [/^(encoding|result|transactiontype|type)$/, ['x', '']],
  [/^name$/, ['ab', 'x'.repeat(101)]],
];

/** Values that are valid in every combination. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '100', '101'],
  order: ['asc', 'DESC'],
};
/** Parameters whose invalid values are reported separately (see below), or before all other problems. */
const APART: Readonly<Record<string, readonly string[]>> = {
  '/balances': ['account.id'],
  '/tokens': ['name'],
  '/contracts/{contractIdOrAddress}/results/{timestamp}': ['hbar'],
};
/** Names that are unknown on most routes. */
const UNKNOWN = ['foo', 'Foo', 'a.b', 'bar'];

interface Part {
  readonly name: string;
  readonly value: string;
  readonly problem: 'unknown' | 'invalid' | 'none';
}

interface RandomRequest {
  readonly url: string;
  readonly path: readonly PathValue[];
  readonly parts: readonly Part[];
}

const below = ({ path }: Route) => path.slice('/api/v1'.length);
/** Excludes routes with a token or a parameter of their own in the query, which are Tain's extensions. */
const OLDER = ROUTES.filter(
  ({ dialect, method, path }) =>
    method === 'GET' &&
    (dialect === LEDGER || dialect === LOOKUP) &&
    !path.startsWith('/api/v1/tokens/nfts/') &&
    path !== '/api/v1/tokens/search' &&
    path !== '/api/v1/topics/search' &&
    path !== '/api/v1/contracts/search' &&
    path !== '/api/v1/tokens/{tokenId}/transfers' &&
    path !== '/api/v1/accounts/{idOrAliasOrEvmAddress}/transfers',
);

function requests(route: Route): fc.Arbitrary<RandomRequest> {
  const names = Object.keys(route.pathParameters);
  const own = Object.keys(route.parameters).filter((name) => !APART[below(route)]?.includes(name));
  const known = own.map((name) => {
    const values = WRONG.find(([names]) => names.test(name))?.[1];
    if (values === undefined) throw new Error(`no wrong value of ${name}`);
    const wrong = fc.constantFrom(...values).map((value): Part => ({ name, value, problem: 'invalid' }));
    const right = fc
      .constantFrom(...(RIGHT[name] ?? ['']))
      .map((value): Part => ({ name, value, problem: 'none' }));
    return RIGHT[name] === undefined ? wrong : fc.oneof(wrong, right);
  });
  const unknown = fc
    .tuple(fc.constantFrom(...UNKNOWN), fc.constantFrom('', '1', 'gt:1'))
    .map(([name, value]): Part => ({ name, value, problem: 'unknown' }));
  return fc
    .tuple(
      fc.tuple(...names.map((name) => fc.constantFrom(...pathValues(below(route), name)))),
      fc.array(fc.oneof(unknown, ...known), { maxLength: 4 }),
    )
    .map(([path, parts]) => {
      const pathname = names.reduce(
        (text, name, index) => text.replace(`{${name}}`, encodeURIComponent(path[index]?.text ?? '')),
        route.path,
      );
      const query = parts.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
      return { url: query === '' ? pathname : `${pathname}?${query}`, path, parts };
    });
}

/** Returns the problems of a query: names in the order of their first occurrence, with their values. */
function problemsOf(parts: readonly Part[], { problems }: Statement): string[] {
  const lower = (part: Part) => part.name.toLowerCase();
  const names = [...new Set(parts.map(lower))];
  const inOrder = names.flatMap((name) => parts.filter((part) => lower(part) === name));
  const unknown = (part: Part) => `Unknown query parameter: ${lower(part)}`;
  const messageOf = (part: Part) => (part.problem === 'unknown' ? unknown(part) : invalid(part.name));
  const wrong = inOrder.filter(({ problem }) => problem !== 'none');
  if (problems === 'grouped') {
    const kind = (problemKind: Part['problem']) =>
      wrong.filter(({ problem }) => problem === problemKind).map(messageOf);
    return [...kind('invalid'), ...kind('unknown')];
  }
  const first = (part: Part) => wrong.findIndex((other) => lower(other) === lower(part));
  return wrong.filter((part, at) => part.problem !== 'unknown' || first(part) === at).map(messageOf);
}

/** Returns the expected errors of a request; empty if it is valid. */
function expected(route: Route, { path, parts }: RandomRequest): string[] {
  const statement = STATEMENTS[below(route)] ?? FORM_FIRST;
  const forms = path.flatMap(({ form }) => (form === undefined ? [] : [form]));
  // For an NFT the token is checked before the number.
  const form = below(route).startsWith('/tokens/{tokenId}/nfts/') ? forms.slice(0, 1) : forms;
  const range = path.flatMap(({ range }) => (range === undefined ? [] : [range])).slice(0, 1);
  const query = problemsOf(parts, statement);
  const steps = statement.steps === 'query, path' ? [query, form, range] : [form, query, range];
  return steps.find(({ length }) => length > 0) ?? [];
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  const account = { id: 1001, num: 1001, realm: 0, shard: 0, type: 'ACCOUNT', created_timestamp: 1 };
  await insert(api.database, 'entity', [{ ...account, timestamp_range: '[1,)', deleted: false }]);
});
afterAll(() => api.close());

async function errorsOf(url: string): Promise<string[]> {
  const response = await api.get(url);
  const body = (await response.json()) as {
    _status?: { messages: { message: string; detail?: string }[] };
  };
  if (response.status !== 400) return [];
  return (body._status?.messages ?? []).map(({ message, detail }) =>
    detail ? `${message} / ${detail}` : message,
  );
}

describe('a wrong request', () => {
  it.each(OLDER.map((route) => [below(route), route] as const))('%s', async (_, route) => {
    const property = fc.asyncProperty(requests(route), async (request) => {
      expect(await errorsOf(request.url), request.url).toEqual(expected(route, request));
    });
    for (const seed of SEEDS) await fc.assert(property, { seed, numRuns: RUNS });
  });

  const INSTANT = 'timestamp must have eq operator';
  const CANNOT = 'Cannot search topics without a valid timestamp range: ';
  const BLOCK =
    'Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified';
  const ONE_OF = (end: string, name: string) => `Only one ${end} operator is allowed for ${name}`;
  const NO_ALIAS = (text: string) => `Invalid accountAlias string ${text}`;
  const HASH = 'a'.repeat(64);
  const ADDRESS = 'f'.repeat(40);
  const ONE_NAME = 'Invalid parameter: account.id / Only one EVM address or alias is allowed.';

  it.each([
    // Logs: the rules of each key are checked in the order of the request, then those of the pair.
    ['contracts/results/logs?timestamp=ne:1', 'Not equal (ne) operator is not supported for timestamp'],
    ['contracts/1/results/logs?timestamp=ne:1', 'Not equal (ne) operator is not supported for timestamp'],
    [
      'contracts/results/logs?timestamp=ne:1&topic0=1',
      `${CANNOT}Not equals operator not supported for timestamp param`,
    ],
    ['contracts/results/logs?timestamp=1&index=1&index=2', ONE_OF('equal (eq)', 'index')],
    ['contracts/results/logs?index=1', INSTANT],
    ['contracts/results/logs?index=gt:1&index=gte:2', ONE_OF('gt/gte', 'index')],
    ['contracts/results/logs?index=ne:1', 'Not equal (ne) operator is not supported for index'],
    ['contracts/results/logs?timestamp=lt:1&timestamp=lte:2&index=gt:1', ONE_OF('lt/lte', 'timestamp')],
    [
      'contracts/results/logs?index=ne:1&timestamp=lt:1&timestamp=lte:2',
      'Not equal (ne) operator is not supported for index',
    ],
    [
      `contracts/results/logs?transaction.hash=${HASH}&transaction.hash=${HASH}&index=ne:1`,
      'Only one transaction.hash filter is allowed',
    ],
    [
      `contracts/results/logs?index=ne:1&transaction.hash=${HASH}&transaction.hash=${HASH}`,
      'Not equal (ne) operator is not supported for index',
    ],
    [
      'contracts/results/logs?timestamp=lt:9&timestamp=lt:8&timestamp=gt:1&timestamp=gt:2&topic0=1',
      `${CANNOT}Multiple gt or gte operators not permitted for timestamp param`,
    ],
    ['contracts/results/logs?timestamp=1&timestamp=2&topic0=1', ONE_OF('equal (eq)', 'timestamp')],
    [
      'contracts/results/logs?timestamp=1&timestamp=gt:2&topic0=1',
      `${CANNOT}Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param`,
    ],
    // Problems that are reported before and after the range of the path's contract.
    ['contracts/-1/results/logs?topic0=0', `${CANNOT}No timestamp range or eq operator provided`],
    ['contracts/-1/results/logs?index=0', invalid('contractid')],
    ['contracts/-1/results?transaction.index=1', BLOCK],
    ['contracts/-1/results?from=-1', invalid('from')],
    ['contracts/-1/state?timestamp=ne:1', invalid('contractid')],
    // Invalid ids in queries.
    ['contracts/results?from=-1&transaction.index=1', invalid('from')],
    ['contracts?contract.id=1024.0.1', invalid('contractid')],
    ['accounts?account.id=1024.0.1', 'Invalid entity ID "1024.0.1"'],
    ['accounts?account.id=0000000000001', 'Invalid entity ID "0.0.0000000000001"'],
    [`transactions?account.id=1.0.${ADDRESS}`, `Invalid entity ID "1.0.${ADDRESS}"`],
    [`schedules?schedule.id=1.${'0'.repeat(40)}`, `Invalid entity ID "0.1.${'0'.repeat(40)}"`],
    // Names of accounts in balances.
    ['balances?account.id=TRUE', NO_ALIAS('TRUE')],
    ['balances?account.id=ne:TRUE', NO_ALIAS('TRUE')],
    ['balances?account.id=x&account.id=TRUE', invalid('account.id')],
    [`balances?account.id=${ADDRESS}&account.id=TRUE`, ONE_NAME],
    [`balances?account.id=${ADDRESS}&account.id=AA`, ONE_NAME],
    // Repeated `hbar`, which is reported before the path.
    [
      'contracts/results/x?hbar=true&hbar=false',
      "Invalid hbar parameter value: true,false. Must be 'true' or 'false'",
    ],
    ['contracts/results?hbar[]=true', "Invalid hbar parameter value: true. Must be 'true' or 'false'"],
    ['contracts/x/results/x?hbar=no&foo=1', "Invalid hbar parameter value: no. Must be 'true' or 'false'"],
    ['contracts/results/x/actions?index=ne:0', invalid('index')],
    ['contracts/results/x/actions?index=0', TRANSACTION],
    ['contracts/results/x/actions?index=1.5', TRANSACTION],
    ['contracts/results/x/actions?index=9223372036854775808', TRANSACTION],
    ['contracts/results/x/actions?index=-1', invalid('index')],
  ])('%s', async (path, message) => {
    expect(await errorsOf(`/api/v1/${path}`)).toEqual([message]);
  });

  it.each([
    'contracts/1/results?hbar=true&hbar=false',
    `blocks?block.number=0x${'0'.repeat(39)}1`,
    `contracts?contract.id=${'0'.repeat(37)}3e9`,
    'accounts?order[]=desc',
    'topics/5/messages?encoding=gt:utf-8',
    'tokens/0x1/nfts?limit=9223372036854775807',
  ])('is not refused: %s', async (path) => {
    expect((await api.get(`/api/v1/${path}`)).status).toBe(200);
  });

  it('accepts no token with an invalid number', async () => {
    for (const path of ['tokens/0x1', 'schedules/0x1']) {
      expect((await api.get(`/api/v1/${path}`)).status).toBe(404);
    }
  });
});
