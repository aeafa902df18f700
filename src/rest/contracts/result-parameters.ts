import { earlier, MAX_INT64, MIN_INT64 } from '@tain/ledger/timestamp';
import { selectBlock } from '../../store/reads/block.ts';
import type { ResultSearch, Senders } from '../../store/reads/contracts/result-scan.sql.ts';
import { chooseSenders } from '../../store/reads/contracts/senders.ts';
import type { Sql } from '../../store/sql.ts';
import { type EntityReference, HASH } from '../query/common-types.ts';
import type { ReadQuery } from '../query/dialects/dialect.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import {
  ALL,
  defaulted,
  EQ,
  list,
  type Parameter,
  type ParameterType,
  type Values,
} from '../query/parameter.ts';
import { badRequest, notFound } from '../query/problem.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { rangeOf } from '../query/range.ts';
import { laterPosition } from '../route/cursor.ts';
import type { ApiContext } from '../route/route.ts';
import { type Span, spanOfValues } from '../route/stream.ts';
import { NO_ENTITY, selectReferencedIds } from './contract-id.ts';

const { BOOLEAN, ENTITY_OR_ADDRESS, integer, reportedAs, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const DOTTED_ADDRESS = /\.[0-9a-fA-F]{40}$/;

/** A sender by number or EVM address, addresses without shard and realm; with any operator. */
const SENDER: ParameterType<EntityReference> = reportedAs('from', {
  ...ENTITY_OR_ADDRESS,
  parse: (text, context) =>
    DOTTED_ADDRESS.test(text) ? undefined : ENTITY_OR_ADDRESS.parse(text, context, 'eq'),
});

/** `hbar`: the unit of amounts. */
export const hbar: Parameter<boolean, 'defaulted'> = defaulted(
  BOOLEAN,
  true,
  'Whether amounts and gas prices are in tinybars; otherwise in weibars.',
);

/** Throws `Problem` (400) if `hbar` was given more than once. */
export function checkHbarOnce(given: readonly RequestParameter[]): void {
  const hbar = given.find(({ name }) => name === 'hbar');
  if (hbar?.list) throw invalidHbar(hbar.values.join(','));
}

/** 400 for an invalid value of `hbar`. */
export function invalidHbar(value: string): Error {
  return badRequest(`Invalid hbar parameter value: ${value}. Must be 'true' or 'false'`);
}

/** Parameters of lists of results. */
export const RESULT_PARAMETERS = {
  'block.hash': list(HASH, 'Hash of the block, or the first 32 bytes of it.', { operators: EQ }),
  'block.number': list(integer(0n, MAX_INT64, true), 'Number of the block, decimal or `0x` hexadecimal.', {
    operators: EQ,
  }),
  from: list(SENDER, 'Sender by id or EVM address; repeated: any of them.', { operators: ALL }),
  hbar,
  internal: defaulted(BOOLEAN, false, 'Whether results of child transactions are included.'),
  limit,
  order: order('desc'),
  timestamp: list(TIMESTAMP, 'Consensus time.'),
  'transaction.index': list(integer(0n), 'Index of the transaction in the block; requires a block.', {
    operators: EQ,
  }),
};

/** Checks the combination of blocks and indexes in them. Throws `Problem` (400). */
export function checkBlocks({ values }: Pick<ReadQuery<typeof RESULT_PARAMETERS>, 'values'>): void {
  const has = (name: 'block.hash' | 'block.number' | 'transaction.index') => values[name].length > 0;
  const problems: string[] = [];
  if (has('transaction.index') && !has('block.number') && !has('block.hash')) {
    problems.push(
      'transaction.index - transaction.index requires block.number or block.hash filter to be specified',
    );
  }
  if (has('block.number') && has('block.hash')) {
    problems.push('block.hash - cannot combine block.number and block.hash');
  }
  if (problems.length > 0) throw badRequest(...problems.map((text) => `Invalid parameter usage: ${text}`));
}

/** Returns the search of a list's parameters. Throws `Problem` (404). */
export async function readSearch(
  values: Values<typeof RESULT_PARAMETERS>,
  context: ApiContext,
  contract: Sql | undefined,
): Promise<ResultSearch> {
  const number = values['block.number'].at(-1)?.value;
  const hash = values['block.hash'].at(-1)?.value;
  const indexes = values['transaction.index'].map(({ value }) => value);
  return {
    contract,
    senders: await selectSenders(context, values.from),
    times: rangeOf(values.timestamp),
    block: number !== undefined ? { number } : hash !== undefined ? { hash } : undefined,
    indexes,
    internal: values.internal,
    order: values.order,
    limit: values.limit,
  };
}

/** Span of the results of a request: its block, or its times. */
export async function spanOfResults(
  { values }: { readonly values: Values<typeof RESULT_PARAMETERS> },
  { select }: ApiContext,
): Promise<Span> {
  const number = values['block.number'].at(-1)?.value;
  const hash = values['block.hash'].at(-1)?.value;
  const name = number !== undefined ? { number } : hash !== undefined ? { hash } : undefined;
  const block = name && (await selectBlock(select, name));
  const span = spanOfValues(values);
  // The results of a future block appear when it is stored.
  if (block === undefined) return span;
  const start = { time: block.consensusStart - 1n };
  return {
    after: span.after === undefined ? start : laterPosition(span.after, start),
    to: span.to === undefined ? block.consensusEnd : earlier(span.to, block.consensusEnd),
  };
}

/** Returns the senders within the filters. An address without an entity is 404. */
async function selectSenders(
  context: ApiContext,
  filters: Values<typeof RESULT_PARAMETERS>['from'],
): Promise<Senders> {
  if (filters.length === 0) return 'all';
  const ids = await selectReferencedIds(context, filters);
  if (ids.some(({ value }) => value === NO_ENTITY)) throw notFound();
  const range = rangeOf(ids, 'any', MAX_INT64, MIN_INT64);
  return chooseSenders(context.select, context.settings.thresholds, range);
}
