import { ENTITY_ID, timestampText } from '../../access/domain.ts';
import { indexScan } from '../../access/index-scan.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { namedBlock } from '../../reads/block.ts';
import type { Row } from '../answer/field.ts';

/** The last block, as the front page shows it. */
export interface ShownBlock {
  readonly number: string;
  /** 96 hex digits. */
  readonly hash: string;
  readonly previousHash: string;
  /** Seconds and nanoseconds of its last transaction. */
  readonly consensusEnd: string;
  readonly transactions: string;
  readonly version: string | null;
  /** How it was proven (`tain.proof_kind`); null where that is not known. */
  readonly proof: string | null;
}

/** What a node did about the signature of the last block. */
export interface ShownSignature {
  readonly node: string;
  readonly account: string;
  /** `verified`, `diverged`, `invalid`, `unreadable` or `missing`. */
  readonly outcome: string;
  /** Share of the files of this day that it signed, from 0 to 1; null where nothing is counted. */
  readonly share: number | null;
}

export interface Proof {
  /** Null before the first block. */
  readonly block: ShownBlock | null;
  /** False for a database that another program wrote: who signed is not known here. */
  readonly verified: boolean;
  /** Whether there are blocks that nobody is known to have signed. */
  readonly hasUnsigned: boolean;
  /** Whether the first ledger is trusted because it came first. */
  readonly onFirstUse: boolean;
  /** Empty where no list is kept, as for a block long past. */
  readonly signatures: readonly ShownSignature[];
}

type Select = (query: Sql) => Promise<Row[]>;

const LAST_BLOCK = namedBlock(
  sql`index, hash, prev_hash, consensus_end, count,
      hapi_version_major || '.' || hapi_version_minor || '.' || hapi_version_patch,
      to_regclass('tain.signature_evidence') is not null`,
  'latest',
);

/** The last block and who signed it. Throws `Problem` (503) when the database does not answer. */
export async function selectProof(select: Select): Promise<Proof> {
  const [row] = await select(LAST_BLOCK);
  if (row === undefined)
    return { block: null, verified: true, hasUnsigned: false, onFirstUse: false, signatures: [] };
  const [number, hash, previousHash, end, transactions, version, evidence] = row;
  const { proof, ...grounds } =
    evidence === 't'
      ? await selectKind(select, BigInt(end ?? 0))
      : { proof: null, hasUnsigned: false, onFirstUse: false };
  return {
    block: {
      number: number ?? '',
      hash: hash ?? '',
      previousHash: previousHash ?? '',
      consensusEnd: timestampText(end ?? '0'),
      transactions: transactions ?? '0',
      version: version ?? null,
      proof,
    },
    verified: evidence === 't',
    ...grounds,
    signatures: evidence === 't' ? await selectSignatures(select, BigInt(end ?? 0)) : [],
  };
}

/** How the block was proven that ends at a time, and what the proof of stored blocks rests on. */
async function selectKind(
  select: Select,
  end: bigint,
): Promise<Pick<Proof, 'hasUnsigned' | 'onFirstUse'> & { readonly proof: string | null }> {
  const [row] =
    await select(sql`select (select kind::text from tain.block_proof where consensus_end = ${end}),
      exists (select from tain.block_proof where kind = 'chain'),
      exists (select from tain.ledger_publication where grounds = 'first-use')`);
  return { proof: row?.[0] ?? null, hasUnsigned: row?.[1] === 't', onFirstUse: row?.[2] === 't' };
}

async function selectSignatures(select: Select, end: bigint): Promise<ShownSignature[]> {
  const rows = await select(
    indexScan({
      select: sql`s.node_id, s.node_account_id, s.outcome, d.verified,
        d.verified + d.diverged + d.invalid + d.unreadable + d.missing`,
      from: sql`tain.signature_evidence e
      cross join unnest(e.node_ids, e.node_account_ids, e.outcomes) s (node_id, node_account_id, outcome)
      left join tain.signature_day d on d.node_id = s.node_id and d.day = tain.day_of_nanos(e.consensus_end)`,
      where: [sql`e.consensus_end = ${end}`],
      by: [sql`s.node_id`],
      order: 'asc',
    }),
  );
  return rows.map(([node, account, outcome, verified, files]) => ({
    node: node ?? '',
    account: ENTITY_ID.print(account ?? '0'),
    outcome: outcome ?? 'missing',
    share: files && files !== '0' ? Number(verified) / Number(files) : null,
  }));
}
