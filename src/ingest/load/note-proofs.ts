import {
  OTHERS,
  UNRECOGNIZED_SQL,
  type UnrecognizedRow,
  type UnrecognizedSince,
  unrecognizedOf,
} from '../../kernel/unrecognized.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { MAX_UNRECOGNIZED } from '../decode/unrecognized.ts';
import type { BlockProofKind } from '../records/batch.ts';
import type { ProofKind } from '../verify/proof.ts';

/**
 * Proofs that cover a block's root hash. They also cover every earlier block, because each block names the previous
 * root hash.
 */
const COVERING: readonly ProofKind[] = ['threshold-signature', 'state-proof', 'later-block'];

/**
 * Stores how each block was proven, which may prove stored blocks before it. When a block is stored again, its proof
 * may become stronger, never weaker.
 */
export async function noteProofs(client: Queryable, proofs: readonly BlockProofKind[]): Promise<void> {
  await client.query(
    `insert into tain.block_proof (consensus_end, kind)
     select consensus_end, kind::tain.proof_kind from unnest($1::bigint[], $2::text[]) as p (consensus_end, kind)
     on conflict (consensus_end) do update set kind = excluded.kind where block_proof.kind = 'chain'`,
    [proofs.map(({ consensusEnd }) => consensusEnd.toString()), proofs.map(({ kind }) => kind)],
  );
  const last = proofs.findLast(({ kind }) => COVERING.includes(kind));
  if (last) await proveEarlier(client, last.consensusEnd);
}

/** Marks earlier blocks as proven by stored ones. */
export async function proveStored(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ end: string | null }>(
    'select max(consensus_end)::text as end from tain.block_proof where kind = any($1::text[]::tain.proof_kind[])',
    [COVERING],
  );
  const end = rows[0]?.end ?? null;
  if (end !== null) await proveEarlier(client, BigInt(end));
}

/**
 * Marks blocks that were stored on their hash chain alone as proven by a later block, which ends at `covering`, because
 * each block names the root hash of the previous one. The ledgers that they published are proven in the same way.
 */
async function proveEarlier(client: Queryable, covering: bigint): Promise<void> {
  const { rowCount } = await client.query(
    `update tain.block_proof set kind = 'later-block' where kind = 'chain' and consensus_end < $1`,
    [covering.toString()],
  );
  if ((rowCount ?? 0) === 0) return;
  // A ledger in an unsigned amendment is excluded: nodes signed its block without the amendment, so no later block
  // proves it.
  await client.query(
    `update tain.ledger_publication l set grounds = 'later-block'
     where grounds = 'chain' and consensus_timestamp < $1
       and (select b.kind from tain.block_proof b where b.consensus_end >= l.consensus_timestamp
            order by b.consensus_end limit 1) = 'later-block'`,
    [covering.toString()],
  );
}

/**
 * Records the first block ever stored, and whether it is the network's first, in the transaction that stores the block.
 * Only record files from version 6 on contain a block number. Before version 6, the network's first file names no
 * previous hash (mainnet's first file, of 2019-09-13, has zeros there).
 */
export async function noteFirstBlock(client: Queryable): Promise<void> {
  await client.query(
    `insert into tain.first_block (index, consensus_start, is_genesis)
     select index, consensus_start, index = 0 and (version >= 6 or prev_hash ~ '^(0x)?0*$')
     from record_file
     order by consensus_end limit 1
     on conflict do nothing`,
  );
}

/**
 * Adds the unknown parts of the stream to the stored ones. The table has at most `MAX_UNRECOGNIZED` names; further ones
 * are counted under a common name for each kind.
 */
export async function noteUnrecognized(
  client: Queryable,
  parts: readonly UnrecognizedSince[],
): Promise<void> {
  if (parts.length === 0) return;
  await client.query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
         as g (kind, name, count, first_seen, last_seen)
     ), placed as (
       select g.kind, g.count, g.first_seen, g.last_seen,
              case when u.name is not null
                     or row_number() over (partition by u.name is null order by g.kind, g.name)
                        + (select count(*) from tain.unrecognized) <= $6 then g.name else $7 end as name
       from given g left join tain.unrecognized u using (kind, name)
     )
     insert into tain.unrecognized (kind, name, count, first_seen, last_seen)
     select kind, name, sum(count), min(first_seen), max(last_seen) from placed group by kind, name
     on conflict (kind, name) do update set
       count = unrecognized.count + excluded.count,
       first_seen = least(unrecognized.first_seen, excluded.first_seen),
       last_seen = greatest(unrecognized.last_seen, excluded.last_seen)`,
    [
      parts.map(({ kind }) => kind),
      parts.map(({ name }) => name),
      parts.map(({ count }) => count),
      parts.map(({ firstSeen }) => firstSeen.toString()),
      parts.map(({ lastSeen }) => lastSeen.toString()),
      MAX_UNRECOGNIZED,
      OTHERS,
    ],
  );
}

/** Returns the stored parts, oldest first; none in a public mirror's database. */
export async function selectUnrecognized(client: Queryable): Promise<UnrecognizedSince[]> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    "select to_regclass('tain.unrecognized') is not null as present",
  );
  if (!tables[0]?.present) return [];
  const { rows } = await client.query<UnrecognizedRow>(UNRECOGNIZED_SQL);
  return rows.map(unrecognizedOf);
}
