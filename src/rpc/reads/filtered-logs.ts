import { LimitReached } from '../../kernel/limits/limit.ts';
import { NUMBER, TIME } from '../../store/access/domain.ts';
import { isCancelled, isDatabaseTrouble } from '../../store/connections/database-trouble.ts';
import { isUnsupported } from '../../store/connections/distributed.ts';
import type { TextRows } from '../../store/connections/select.ts';
import { joinBlock } from '../../store/reads/blocks.sql.ts';
import { logScan } from '../../store/reads/contracts/log-scan.sql.ts';
import { PLANNED_FOR_VALUES, sql } from '../../store/sql.ts';
import { bytesOfRows } from '../method/answer-memory.ts';
import type { RpcContext } from '../method/context.ts';
import { JsonText } from '../method/json-text.ts';
import type { LogFilter } from '../method/log-filter.ts';
import { ERRORS, type RpcError } from '../method/rpc-error.ts';
import { idOfAddress } from './addresses.ts';
import type { LogRange } from './log-range.ts';
import { logJson, logOf, type StoredLog, selectLogAddresses } from './stored-logs.ts';

/** Returns the error of a request whose statement failed; undefined for an error of another kind. */
export function databaseErrorOf(cause: unknown): RpcError | undefined {
  if (cause instanceof LimitReached) return ERRORS.limited('this server');
  if (isCancelled(cause)) return ERRORS.timeout();
  if (isUnsupported(cause)) return ERRORS.internal('The engine of this database cannot do this');
  if (isDatabaseTrouble(cause)) return ERRORS.internal('The database cannot be reached');
  return undefined;
}

/** Maximum number of logs that one statement returns. */
const PAGE_ROWS = 1_000;
/** Number of rows of the first page. The size of its rows decides how many the next one may have. */
const FIRST_PAGE_ROWS = 200;
/** Approximate maximum size of the rows of a page, in bytes. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Maximum number of rows that the merged scans of several contracts read for one page. */
const MERGED_ROWS = 20_000;
const MIN_PAGE_ROWS = 100;
/** Milliseconds after which a search fails instead of reading another page. */
const MAX_SEARCH_MS = 20_000;

const OPENING = Buffer.from('[');
const CLOSING = Buffer.from(']');

type Reading = Pick<RpcContext, 'select' | 'settings' | 'signal' | 'memory'>;

/** Contracts (undefined: all) and topics to search for, between two times. */
interface Search {
  readonly contracts: readonly bigint[] | undefined;
  readonly topics: LogFilter['topics'];
  readonly range: LogRange;
}

/** Position of a log in the order of results. */
type LogPosition = Pick<StoredLog, 'time' | 'index'>;

/** JSON of a log, and the number of its block. */
export interface WrittenLog {
  readonly block: bigint;
  readonly json: string;
}

/** Returns the JSON of the logs that `readLogs` yields. Throws like it. */
export async function answerLogs(
  context: Reading,
  filter: Pick<LogFilter, 'address' | 'topics'>,
  range: LogRange,
): Promise<JsonText> {
  const parts = [OPENING];
  let bytes = 0;
  for await (const page of readLogs(context, filter, range)) {
    const separator = parts.length === 1 ? '' : ',';
    const part = Buffer.from(separator + page.map(({ json }) => json).join(','));
    bytes += part.length;
    // The rows of the page are not needed any more.
    context.memory.set(bytes);
    parts.push(part);
  }
  return new JsonText([...parts, CLOSING]);
}

/**
 * Yields the logs of contracts and topics between two times, by time and index, in pages. Throws `RpcError` (-32005)
 * when there are more than `settings.maxLogs`, or when the search takes too long; clients then request a shorter range.
 */
export async function* readLogs(
  context: Reading,
  { address, topics }: Pick<LogFilter, 'address' | 'topics'>,
  range: LogRange,
): AsyncGenerator<readonly WrittenLog[], void, undefined> {
  const contracts = address?.length ? await selectContracts(context, address) : undefined;
  if (contracts?.length === 0) return;
  const { maxLogs } = context.settings;
  const search = { contracts, topics, range };
  const maxRows = pageRowsOf(contracts?.length ?? 1);
  let pageRows = Math.min(maxRows, FIRST_PAGE_ROWS);
  const begun = performance.now();
  let count = 0;
  let after: LogPosition | undefined;
  do {
    if (context.signal.aborted) throw ERRORS.timeout();
    if (performance.now() - begun > MAX_SEARCH_MS) throw tooSlow();
    const limit = Math.min(pageRows, maxLogs + 1 - count);
    const rows = await selectPage(context, search, limit, after);
    count += rows.length;
    if (count > maxLogs) throw ERRORS.tooManyLogs(`Exceeded maximum number of logs ${maxLogs}`);
    if (rows.length > 0) yield await written(context, rows);
    pageRows = Math.max(
      1,
      Math.min(maxRows, Math.floor((PAGE_BYTES * rows.length) / (bytesOfRows(rows) + 1))),
    );
    after = rows.length < limit ? undefined : positionOf(rows.at(-1));
  } while (after !== undefined);
}

function pageRowsOf(contracts: number): number {
  return Math.min(PAGE_ROWS, Math.max(MIN_PAGE_ROWS, Math.floor(MERGED_ROWS / contracts)));
}

function tooSlow() {
  return ERRORS.tooManyLogs('The search for logs took too long');
}

function positionOf(row: TextRows[number] | undefined): LogPosition | undefined {
  return row && { time: BigInt(row[0] ?? 0), index: BigInt(row[1] ?? 0) };
}

/**
 * Returns the ids of the contracts that have, or had before their deletion, one of the addresses. A long-zero address
 * names an entity by its number, even if the entity has another address.
 */
export async function selectContracts(
  { select, settings }: Reading,
  addresses: readonly string[],
): Promise<readonly bigint[]> {
  const ids = new Set<bigint>();
  const others: Buffer[] = [];
  for (const address of addresses) {
    const id = idOfAddress(address, settings);
    if (id === undefined) others.push(Buffer.from(address.slice(2), 'hex'));
    else ids.add(id);
  }
  if (others.length > 0) {
    const rows = await select(sql`
      select id from entity where evm_address = any(${others}::bytea[])
      union select id from entity where alias = any(${others}::bytea[])`);
    for (const [id] of rows) ids.add(BigInt(id ?? 0));
  }
  return [...ids];
}

/** Reads one page. Rows have the columns for `logOf`, then number and hash of the block. */
async function selectPage(
  { select }: Reading,
  { contracts, topics = [], range: { start, end } }: Search,
  limit: number,
  after: LogPosition | undefined,
): Promise<TextRows> {
  const bounded = { except: [], empty: false } as const;
  const times = { ...bounded, lower: after?.time ?? start, upper: end };
  const indexes = after === undefined ? bounded : { ...bounded, lower: after.index + 1n };
  const scan = logScan({
    contract: contracts,
    topics,
    transactionHash: undefined,
    times,
    keys: [
      { column: sql`cl.consensus_timestamp`, domain: TIME, range: times },
      { column: sql`cl.index`, domain: NUMBER, range: indexes },
    ],
    order: 'asc',
    limit,
  });
  try {
    return await select(sql`${PLANNED_FOR_VALUES}
      select cl.consensus_timestamp, cl.index, cl.contract_id, null, cl.data, cl.topic0, cl.topic1, cl.topic2, cl.topic3,
        cl.transaction_hash, cl.transaction_index, b.index, b.hash
      from (${scan}) cl
      ${joinBlock(sql`cl.consensus_timestamp`)}
      order by cl.consensus_timestamp, cl.index`);
  } catch (error) {
    if (databaseErrorOf(error)?.code === ERRORS.timeout().code) throw tooSlow();
    throw error;
  }
}

async function written(context: Reading, rows: TextRows): Promise<readonly WrittenLog[]> {
  const logs = rows.map(logOf);
  const addresses = await selectLogAddresses(context, logs);
  return logs.map((log, at) => {
    const [number, hash] = rows[at]?.slice(-2) ?? [];
    const block = BigInt(number ?? 0);
    return { block, json: JSON.stringify(logJson(log, { number: block, hash: hash ?? '' }, addresses)) };
  });
}
