import { type Row, text } from './rows.ts';
import type { Model } from './state-tables.ts';
import { num } from './stream.ts';

/** Interval of balance snapshots: the first block that reaches a quarter of an hour has one. */

const QUARTER = 900_000_000_000n;
const LOOK_BACK_NS = 30n * 86_400_000_000_000n;
const TREASURY = 2;

interface Snapshots {
  readonly account_balance: { rows: Row[]; key: string[] };
  readonly token_balance: { rows: Row[]; key: string[] };
  readonly account_balance_file: { rows: Row[]; key: string[] };
}

/** Returns the rows of all snapshots. `ends` are the consensus ends of the blocks. */
export function snapshotRows(model: Model, ends: readonly bigint[]): Snapshots {
  const marks = ends.filter((end, i) => i > 0 && end / QUARTER > (ends[i - 1] ?? 0n) / QUARTER);
  const accounts: Row[] = [];
  const tokens: Row[] = [];
  const files: Row[] = [];
  let previous: bigint | null = null;
  for (const at of marks) {
    // The first snapshot is complete, and later ones contain the changes since the previous one. The test has no end of
    // a month.
    const since: bigint = previous ?? at - LOOK_BACK_NS;
    const whole = previous === null;
    const rows = accountRows(model, at, since, whole);
    accounts.push(...rows);
    tokens.push(...tokenRows(model, at, since, whole));
    files.push({
      consensus_timestamp: text(at),
      count: text(rows.length),
      file_hash: null,
      name: `${instant(at)}_Balances.csv`,
      bytes: null,
      time_offset: '0',
      synthetic: 'true',
    });
    previous = at;
  }
  return {
    account_balance: { rows: accounts, key: ['consensus_timestamp', 'account_id'] },
    token_balance: { rows: tokens, key: ['consensus_timestamp', 'account_id', 'token_id'] },
    account_balance_file: { rows: files, key: ['consensus_timestamp'] },
  };
}

function accountRows({ ledger, stream }: Model, at: bigint, since: bigint, whole: boolean): Row[] {
  const moved = new Map<number, bigint>();
  for (const { record, at: time } of stream.items)
    if (time <= at)
      for (const { accountID } of record.transferList?.accountAmounts ?? [])
        moved.set(num(accountID?.accountNum), time);
  return [...ledger.accounts.entries()].flatMap(([id]) => {
    const row = ledger.accounts.at(id, at);
    if (row === undefined) return [];
    const changed = later(moved.get(id), row.createdAt) > since;
    if (!changed && id !== TREASURY && !(whole && !row.deleted)) return [];
    return { consensus_timestamp: text(at), balance: text(row.balance), account_id: text(id) };
  });
}

function tokenRows({ ledger, stream }: Model, at: bigint, since: bigint, whole: boolean): Row[] {
  const moved = new Map<string, bigint>();
  for (const { record, at: time, ok } of stream.items) {
    if (!ok || time > at) continue;
    for (const { token, transfers, nftTransfers } of record.tokenTransferLists ?? []) {
      const ids = [
        ...(transfers ?? []).map((one) => one.accountID),
        ...(nftTransfers ?? []).flatMap((one) => [one.senderAccountID, one.receiverAccountID]),
      ];
      for (const id of ids) moved.set(`${num(id?.accountNum)}|${num(token?.tokenNum)}`, time);
    }
  }
  return [...ledger.relations.entries()].flatMap(([key]) => {
    const row = ledger.relations.at(key, at);
    if (row === undefined) return [];
    const changed = later(moved.get(`${row.account}|${row.token}`), row.createdAt) > since;
    if (!changed && !(whole && row.associated)) return [];
    return {
      consensus_timestamp: text(at),
      account_id: text(row.account),
      balance: text(row.balance),
      token_id: text(row.token),
    };
  });
}

function later(moved: bigint | undefined, created: bigint): bigint {
  return moved === undefined || moved < created ? created : moved;
}

/** Formats a time like Java, with underscores: milliseconds, microseconds or nanoseconds as needed. */
function instant(at: bigint): string {
  const seconds = new Date(Number(at / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '_');
  const nanos = String(at % 1_000_000_000n).padStart(9, '0');
  const digits = nanos.endsWith('000000') ? 3 : nanos.endsWith('000') ? 6 : 9;
  return Number(nanos) === 0 ? `${seconds}Z` : `${seconds}.${nanos.slice(0, digits)}Z`;
}
