import type { Network } from '@tain/ledger/network';
import { isShownLog } from '../../store/reads/contracts/log-scan.sql.ts';
import { ofTransactionHash } from '../../store/reads/transactions/by-name.sql.ts';
import { all, limitOf, type Sql, sql, where } from '../../store/sql.ts';
import type { RpcContext } from '../method/context.ts';
import { bytesHex, hash32, quantity, seconds, word } from '../values/hex.ts';
import type { LogJson } from '../values/log.ts';
import { type Addresses, idOfAddress, selectAddresses } from './addresses.ts';
import type { RpcBlock } from './stored-block.ts';

/** A log as stored in the database. Bytes are PostgreSQL's text. */
export interface StoredLog {
  readonly time: bigint;
  readonly index: bigint;
  readonly contract: bigint;
  readonly payer: bigint;
  readonly data: string | null;
  readonly topics: readonly string[];
  /** Hash of the transaction in hex digits. */
  readonly hash: string;
  readonly transactionIndex: bigint;
}

const LOG_COLUMNS = sql`cl.consensus_timestamp, cl.index, cl.contract_id, cl.payer_account_id, cl.data,
  cl.topic0, cl.topic1, cl.topic2, cl.topic3, cl.transaction_hash, cl.transaction_index`;

/** Reads at most `limit` logs that meet conditions on `cl`, by time and index. */
export async function selectLogs(
  { select }: Pick<RpcContext, 'select'>,
  conditions: readonly Sql[],
  limit?: number,
): Promise<StoredLog[]> {
  const rows = await select(sql`
    select ${LOG_COLUMNS}
    from contract_log cl${where([...conditions, isShownLog('cl')])}
    order by cl.consensus_timestamp, cl.index${limit === undefined ? sql`` : sql` ${limitOf(limit)}`}`);
  return rows.map(logOf);
}

/** Returns conditions on `cl` for logs between two times (nanoseconds), both included. */
export function logsBetween(start: bigint, end: bigint): Sql[] {
  return [sql`cl.consensus_timestamp >= ${start}`, sql`cl.consensus_timestamp <= ${end}`];
}

export function logOf([time, index, contract, payer, data, ...more]: readonly (string | null)[]): StoredLog {
  const [hash, transactionIndex] = more.slice(4);
  return {
    time: BigInt(time ?? 0),
    index: BigInt(index ?? 0),
    contract: BigInt(contract ?? 0),
    payer: BigInt(payer ?? 0),
    data: data ?? null,
    topics: more.slice(0, 4).filter((topic) => topic != null),
    hash: hash?.slice(2) ?? '',
    transactionIndex: BigInt(transactionIndex ?? 0),
  };
}

/** Returns a log in the form for clients. */
export function logJson(
  log: StoredLog,
  block: Pick<RpcBlock, 'hash' | 'number'>,
  addresses: Addresses,
): LogJson {
  return {
    address: addresses.of(log.contract),
    blockHash: hash32(block.hash),
    blockNumber: quantity(block.number),
    blockTimestamp: seconds(log.time),
    data: log.data === null || log.data.length <= 2 ? bytesHex(null) : word(log.data),
    logIndex: quantity(log.index),
    removed: false,
    topics: log.topics.map(word),
    transactionHash: hash32(log.hash),
    transactionIndex: quantity(log.transactionIndex),
  };
}

/** Returns the packed ids whose addresses logs contain. */
export function idsOfLogs(logs: readonly StoredLog[]): bigint[] {
  return logs.flatMap(({ contract, payer }) => [contract, payer]).filter((id) => id !== 0n);
}

/** Returns the packed ids of the token and of the parties of a transfer, from its log. */
export function partiesOf({ contract, topics }: StoredLog, network: Network): bigint[] {
  const parties = topics.slice(1).flatMap((topic) => idOfAddress(addressOfTopic(topic), network) ?? []);
  return [contract, ...parties];
}

/** Returns the address in the last 20 bytes of a topic (PostgreSQL's text), in hex with `0x`. */
export function addressOfTopic(topic: string): string {
  return `0x${word(topic).slice(-40)}`;
}

/** Reads the addresses that logs contain. */
export function selectLogAddresses(
  { select, settings }: Pick<RpcContext, 'select' | 'settings'>,
  logs: readonly StoredLog[],
): Promise<Addresses> {
  return selectAddresses(select, settings, idsOfLogs(logs));
}

/** Maximum number of transactions with one hash of 32 bytes. */
const MAX_TIMES = 10;

/** Reads the logs of the newest transaction with a hash (32 bytes, hex with `0x`) up to a time. */
export async function selectLogsByHash(
  context: Pick<RpcContext, 'select'>,
  hash: string,
  until: bigint,
): Promise<StoredLog[]> {
  const conditions = ofTransactionHash(Buffer.from(hash.slice(2), 'hex'));
  const rows = await context.select(sql`
    select consensus_timestamp from transaction_hash
    where ${all(conditions)} and consensus_timestamp <= ${until}
    order by consensus_timestamp desc limit ${MAX_TIMES}`);
  for (const [time] of rows) {
    const logs = await selectLogs(context, [sql`cl.consensus_timestamp = ${BigInt(time ?? 0)}`]);
    if (logs.length > 0) return logs;
  }
  return [];
}
