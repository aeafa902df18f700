import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { indexScan } from '../access/index-scan.ts';
import { firstRow, newestRow } from '../access/lookup.ts';
import type { Select } from '../connections/select.ts';
import { sql } from '../sql.ts';

/** Decodes PostgreSQL's text of a `bytea`. */
function bytesOf(text: string | null | undefined): Buffer {
  return Buffer.from((text ?? '').slice(2), 'hex');
}

interface StoredNode {
  readonly node: string;
  readonly weight: string;
  readonly key: string;
}

const LEDGER_COLUMNS = sql`ledger_id, wraps_key, nodes`;
const LEDGERS = sql`tain.ledger_publication`;
const BY_TIME = [sql`consensus_timestamp`];

/**
 * Returns the ledger whose threshold signatures are valid for a block that begins at a time (nanoseconds): the last
 * one published before it, else the first one. Null when none is known, or the database has no table for them.
 */
export async function selectLedgerAt(select: Select, time: bigint): Promise<LedgerPublication | null> {
  const [exists] = await select(sql`select to_regclass('tain.ledger_publication') is not null`);
  if (exists?.[0] !== 't') return null;
  const [before] = await select(
    newestRow({
      select: LEDGER_COLUMNS,
      from: LEDGERS,
      where: [sql`consensus_timestamp < ${time}`],
      by: BY_TIME,
    }),
  );
  const [row = before] = before
    ? []
    : await select(firstRow({ select: LEDGER_COLUMNS, from: LEDGERS, where: [], by: BY_TIME, order: 'asc' }));
  if (row === undefined) return null;
  const [id, key, nodes] = row;
  return {
    ledgerId: bytesOf(id),
    wrapsKey: bytesOf(key),
    nodes: (JSON.parse(nodes ?? '[]') as StoredNode[]).map((stored) => ({
      nodeId: BigInt(stored.node),
      weight: BigInt(stored.weight),
      key: Buffer.from(stored.key, 'hex'),
    })),
  };
}

/** Kinds of `tain.block_proof` for which a threshold signature in the raw block was verified. */
const SIGNED: readonly string[] = ['threshold-signature', 'state-proof'];

/**
 * Returns the consensus ends (nanoseconds) of stored blocks, starting with one that ends at a time, and whether the
 * signature in each was verified. Blocks without a record of it are left out.
 */
export async function selectSigned(
  select: Select,
  from: bigint,
  limit: number,
): Promise<readonly { readonly end: bigint; readonly isSigned: boolean }[]> {
  const [exists] = await select(sql`select to_regclass('tain.block_proof') is not null`);
  if (exists?.[0] !== 't') return [];
  const rows = await select(
    indexScan({
      select: sql`consensus_end, kind`,
      from: sql`tain.block_proof`,
      where: [sql`consensus_end >= ${from}`],
      by: [sql`consensus_end`],
      order: 'asc',
      limit,
    }),
  );
  return rows.map(([end, kind]) => ({ end: BigInt(end ?? 0), isSigned: SIGNED.includes(kind ?? '') }));
}

/** Returns the address book that verifies nodes' signatures of a time (nanoseconds): the last one in force then. */
export async function selectBookAt(
  select: Select,
  time: bigint,
): Promise<{ readonly fileId: bigint; readonly bytes: Buffer } | null> {
  const [row] = await select(
    newestRow({
      select: sql`file_id, file_data`,
      from: sql`address_book`,
      where: [sql`start_consensus_timestamp <= ${time}`, sql`mod(file_id, 274877906944) = 102`],
      by: [sql`start_consensus_timestamp`],
    }),
  );
  return row === undefined ? null : { fileId: BigInt(row[0] ?? 0), bytes: bytesOf(row[1]) };
}
