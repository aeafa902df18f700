import { inRange, TIME } from '../access/domain.ts';
import { type IndexScan, indexRange, indexScan } from '../access/index-scan.ts';
import { sameKey } from '../access/joined-rows.ts';
import { as, hasRow } from '../access/lookup.ts';
import { merge } from '../access/merge.ts';
import { CONDITION_IS_RARER, rarerScan } from '../access/rarer-scan.ts';
import { join, raw, type Sql, sql } from '../sql.ts';
import type { TransferPage } from './nft-transfers.sql.ts';

/** Filters of transfers of tokens of contracts: events of ERC-20, ERC-721 and ERC-1155. */
export interface TokenEventSearch extends TransferPage {
  /** Addresses of the sender or the receiver as stored in topics: without leading zeros. */
  readonly addresses: readonly Uint8Array[];
  /** Packed id of the contract; undefined allows every one that is no token of the ledger. */
  readonly contract: bigint | undefined;
}

/** Topic 0 of the events. */
export const TOKEN_EVENTS = {
  Transfer: 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  TransferSingle: 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  TransferBatch: '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const;

const bytes = (event: keyof typeof TOKEN_EVENTS) => `'\\x${TOKEN_EVENTS[event]}'::bytea`;
const [TRANSFER, SINGLE, BATCH] = [bytes('Transfer'), bytes('TransferSingle'), bytes('TransferBatch')];

/** Topics with an address of a sender or a receiver, and the events in which they have it; conditions as in the indexes. */
const ROLES = [
  { topic: 'topic1', events: `topic0 = ${TRANSFER}` },
  { topic: 'topic2', events: `topic0 in (${TRANSFER}, ${SINGLE}, ${BATCH})` },
  { topic: 'topic3', events: `topic0 in (${SINGLE}, ${BATCH})` },
] as const;

/** Condition that a contract emitted the log, written as in the indexes. */
const IS_EMITTED = raw('(l.synthetic is null or not l.synthetic)');
const AT = sql`consensus_timestamp`;
const TIME_OF_L = sql`l.consensus_timestamp`;

/** Condition that the contract of a log is a token of the ledger, whose transfers are rows of their own. */
const IS_OF_LEDGER = hasRow(sql`token x`, [sameKey('x.token_id', 'l', 'contract_id')]);

/** Condition that a log is such an event from or to one of the addresses. `alias` is that of the log. */
export function isTokenEvent(alias: string, isAddress: (topic: Sql) => Sql): Sql {
  const roles = ROLES.map(
    ({ topic, events }) => sql`${raw(`${alias}.${events}`)} and ${isAddress(raw(`${alias}.${topic}`))}`,
  );
  return sql`(${join(roles, ' or ')}) and (${raw(alias)}.synthetic is null or not ${raw(alias)}.synthetic)`;
}

/**
 * Selects the consensus times of transactions with such events, once each, in order up to the limit.
 *
 * Required plan: a scan along the index of the address in each topic; with a contract, along these or along the index of its logs,
 * whichever has fewer rows. Events that a contract call emitted for a token of the ledger are read and left out.
 */
export function tokenEventTimes(search: TokenEventSearch): Sql {
  const { contract, order, limit, sampled, hasAccountIndex } = search;
  const merged = (scans: readonly Sql[], size = limit) =>
    merge({ scans, as: 'v', select: AT, distinct: true, by: [AT], order, limit: size });
  if (contract === undefined) {
    const isOthers = sql`${IS_OF_LEDGER} is not true`;
    return hasAccountIndex ? merged(timesOfAddresses(search, [isOthers])) : timesOfAll(search, [isOthers]);
  }
  const isOfContract = sql`l.contract_id = ${contract}`;
  if (!hasAccountIndex) return timesOfContract(search, contract, [isAnyRole(search)]);
  const sample = { ...search, limit: sampled };
  const rarer = rarerScan({
    condition: timesOfContract(sample, contract, []),
    others: merged(timesOfAddresses(sample, []), sampled),
    by: AT,
    order,
    size: sampled,
  });
  const scans = [
    timesOfContract(search, contract, [isAnyRole(search), CONDITION_IS_RARER]),
    ...timesOfAddresses(search, [isOfContract]).map(
      (scan) => sql`
    select *
    from ${as(scan, 'k')}
    where not ${CONDITION_IS_RARER}`,
    ),
  ];
  return sql`${rarer}${merged(scans)}`;
}

function isAnyRole({ addresses }: TokenEventSearch): Sql {
  return isTokenEvent('l', (topic) => sql`${topic} = any(${addresses.map(bufferOf)}::bytea[])`);
}

function bufferOf(address: Uint8Array): Buffer {
  return Buffer.from(address);
}

/** A scan for each address in each of its topics. */
function timesOfAddresses(search: TokenEventSearch, further: readonly Sql[]): Sql[] {
  const { addresses, times: range, order, limit } = search;
  return ROLES.flatMap(({ topic, events }) =>
    addresses.map((address) => {
      const column = raw(`l.${topic}`);
      const prefix = [{ column, value: sql`${bufferOf(address)}` }];
      const bounds = indexRange({ prefix, column: TIME_OF_L, range, domain: TIME });
      return timesOf({
        ...bounds,
        select: sql`${column}, ${TIME_OF_L}`,
        distinct: [column, TIME_OF_L],
        where: [raw(`l.${events}`), IS_EMITTED, ...bounds.where, ...further],
        order,
        limit,
      });
    }),
  );
}

/** Times of a contract's logs that meet conditions. Its index is in descending order of time. */
function timesOfContract(search: TokenEventSearch, contract: bigint, conditions: readonly Sql[]): Sql {
  const { times: range, order, limit } = search;
  const column = sql`l.contract_id`;
  return timesOf({
    select: sql`${column}, ${TIME_OF_L}`,
    distinct: [column, TIME_OF_L],
    where: [sql`${column} = ${contract}`, ...inRange(TIME_OF_L, range, TIME), ...conditions],
    by: [TIME_OF_L],
    order,
    limit,
  });
}

/** Times of all logs that are such events, along the index of times. */
function timesOfAll(search: TokenEventSearch, conditions: readonly Sql[]): Sql {
  const { times, order, limit } = search;
  return timesOf({
    select: TIME_OF_L,
    distinct: [TIME_OF_L],
    where: [isAnyRole(search), ...inRange(TIME_OF_L, times, TIME), ...conditions],
    by: [TIME_OF_L],
    order,
    limit,
  });
}

function timesOf(scan: Omit<IndexScan, 'from' | 'scanned'>): Sql {
  const rows = indexScan({ ...scan, from: sql`contract_log l`, scanned: 'l' });
  return sql`
    select k.consensus_timestamp
    from ${as(rows, 'k')}`;
}
