import { indexScan } from '../../store/access/index-scan.ts';
import { blockAt, type isBlock, namedBlock } from '../../store/reads/block.ts';
import { selectBookAt, selectLedgerAt, selectSigned } from '../../store/reads/proof-grounds.sql.ts';
import { sql } from '../../store/sql.ts';
import { Problem, unavailable } from '../query/problem.ts';
import type { ProofOutcome, ProofRefusalKind, ProofRequest, Prover } from '../route/prover.ts';
import type { ApiContext } from '../route/route.ts';

/** Headers that forbid caches to store a refusal: the proof may be available later. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** Seconds after which a block that waits for a signature may have one. */
const RETRY_AFTER_SECONDS = '5';

/** A block from `record_file`. */
type Block = Omit<ProofRequest['block'], 'isSigned'> & { readonly end: bigint };

const COLUMNS = sql`index, hash, name, version, consensus_start, consensus_end`;

type Row = readonly (string | null)[] | undefined;

function blockOf(row: Row): Block | undefined {
  if (row === undefined) return undefined;
  const [number, hash, name, version, start, end] = row;
  return {
    number: BigInt(number ?? 0),
    hash: hash ?? '',
    name: name ?? '',
    version: Number(version),
    start: BigInt(start ?? 0),
    end: BigInt(end ?? 0),
  };
}

/** Returns the named block; undefined when there is none. */
export async function findBlock(
  context: ApiContext,
  name: Parameters<typeof isBlock>[0],
): Promise<Block | undefined> {
  const [row] = await context.lookup(namedBlock(COLUMNS, name));
  return blockOf(row);
}

/** Returns the block of a transaction with a consensus time (nanoseconds). */
export async function findBlockAt(context: ApiContext, at: bigint): Promise<Block | undefined> {
  const [row] = await context.lookup(blockAt(COLUMNS, sql`${at}`));
  return blockOf(row);
}

/** Makes a proof. Throws `Problem`: 404, 409, 410, 502 or 503. */
export async function prove(
  prover: Prover,
  context: ApiContext,
  block: Block,
  subject: ProofRequest['subject'],
): Promise<Extract<ProofOutcome, { kind: 'proven' }>> {
  const { select } = context;
  const [own] = await selectSigned(select, block.end, 1);
  const outcome = await prover({
    block: { ...block, isSigned: own?.end === block.end && own.isSigned },
    subject,
    client: context.client,
    ledgerAt: (time) => selectLedgerAt(select, time),
    following: (max) => followingOf(context, block, max),
    book: await selectBookAt(context.select, block.start),
    signal: context.signal,
  });
  if (outcome.kind === 'proven') return outcome;
  throw refusal(outcome.kind, outcome.detail);
}

/** Returns the blocks after one, up to the first whose own signature was verified, at most `max`. */
async function followingOf(
  { select, lookup }: ApiContext,
  { number, end }: Block,
  max: number,
): Promise<readonly ProofRequest['block'][]> {
  const signed = await selectSigned(select, end + 1n, max);
  const first = signed.find(({ isSigned }) => isSigned);
  const rows = await lookup(
    indexScan({
      select: COLUMNS,
      from: sql`record_file`,
      where: [sql`index > ${number}`, ...(first ? [sql`consensus_end <= ${first.end}`] : [])],
      by: [sql`index`],
      order: 'asc',
      limit: max,
    }),
  );
  return rows
    .map(blockOf)
    .filter((block) => block !== undefined)
    .map((block) => ({ ...block, isSigned: block.end === first?.end }));
}

function refusal(kind: ProofRefusalKind, detail: string): Problem {
  switch (kind) {
    case 'unknown':
      return new Problem(404, [{ message: 'Not found', detail }], NO_STORE);
    case 'unsigned':
      return new Problem(409, [{ message: 'Not proven yet', detail }], {
        'retry-after': RETRY_AFTER_SECONDS,
        ...NO_STORE,
      });
    case 'gone':
      return new Problem(410, [{ message: 'Raw file is no longer available', detail }], NO_STORE);
    case 'differs':
      return new Problem(502, [{ message: 'Raw file differs', detail }]);
    case 'unavailable':
      return unavailable(detail);
  }
}
