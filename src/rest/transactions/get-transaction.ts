import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import type { TransactionId } from '@tain/ledger/transaction-id';
import { TYPE } from '@tain/ledger/transaction-type';
import { indexScan } from '../../store/access/index-scan.ts';
import {
  MAX_AFTER_VALID_START_OF_SCHEDULE_NS,
  SUCCESSES,
  transactionsOfHash,
  transactionsOfId,
} from '../../store/reads/transactions/by-name.sql.ts';
import { sql } from '../../store/sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type ParameterType, RuleBroken, single } from '../query/parameter.ts';
import { notFound } from '../query/problem.ts';
import { type ApiContext, route } from '../route/route.ts';
import { rewardAccount } from './list-transactions.ts';
import { joinTransfers, TRANSACTION_DETAIL_FIELDS } from './transaction.json.ts';

const { BOOLEAN, integer, TRANSACTION_ID } = LEDGER.types;

type TransactionReference = { readonly id: TransactionId } | { readonly hash: Buffer };

const BASE64_HASH = /^[A-Za-z0-9+/_-]{64}$/;
const HEX_HASH = /^(?:0x)?([0-9a-fA-F]{96})$/;

/** A transaction id, or a hash of 48 bytes: 64 characters are base64 in either alphabet, 96 are hex. */
const ID_OR_HASH: ParameterType<TransactionReference> = {
  parse(text, context, operator) {
    if (BASE64_HASH.test(text)) return { hash: Buffer.from(text, 'base64') };
    const digits = HEX_HASH.exec(text)?.[1];
    if (digits !== undefined) return { hash: Buffer.from(digits, 'hex') };
    const id = TRANSACTION_ID.parse(text, context, operator);
    return id === undefined || id instanceof RuleBroken ? id : { id };
  },
  schema: TRANSACTION_ID.schema,
};

/** `{transactionIdOrHash}` of a path. */
export const TRANSACTION_PATH = {
  type: ID_OR_HASH,
  description:
    'Transaction id as `shard.realm.num-sss-nnn`, or hash of 48 bytes in hex or base64 (either alphabet; `+` and `/` percent-encoded).',
  message:
    'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
};

/** Parameters that choose among several transactions with one id. */
export const WHICH_TRANSACTION = {
  nonce: single(
    integer(0n, 2_147_483_647n),
    'Nonce: 0 for the submitted transaction, greater for its children.',
  ),
  scheduled: single(BOOLEAN, 'Whether the transaction was executed by a schedule.'),
};

/** Returns whether a schedule may still be executed, so that the answer may soon change. */
async function mayChange(context: ApiContext, rows: readonly Times[]): Promise<boolean> {
  if (rows.some(({ scheduled }) => scheduled)) return false;
  const created = rows.filter(({ type, succeeded }) => type === String(TYPE.scheduleCreate) && succeeded);
  const now = BigInt(context.clock()) * NANOS_PER_MILLISECOND;
  return created.some(({ at }) => at + MAX_AFTER_VALID_START_OF_SCHEDULE_NS > now);
}

interface Times {
  readonly at: bigint;
  readonly type: string | null;
  readonly succeeded: boolean;
  readonly scheduled: boolean;
}

const FURTHER_COLUMNS = sql`t.consensus_timestamp,t.type,t.result in (${SUCCESSES}),t.scheduled`;
const CHANGING_MAX_AGE_SECONDS = 5;

/** GET /transactions/{transactionIdOrHash}: all transactions with an id or a hash. */
export const getTransaction = route({
  path: '/api/v1/transactions/{transactionIdOrHash}',
  dialect: LEDGER,
  maxAgeSeconds: 600,
  tag: 'transactions',
  summary: 'Get transactions by id or hash',
  description:
    'Several transactions can have one id: duplicates, children with other nonces, executions of a schedule, and inner transactions of a batch.',
  queryFirst: true,
  pathParameters: {
    transactionIdOrHash: TRANSACTION_PATH,
  },
  parameters: WHICH_TRANSACTION,
  schema: {
    type: 'object',
    properties: { transactions: { type: 'array', items: objectSchema(TRANSACTION_DETAIL_FIELDS) } },
    required: ['transactions'],
  },
  async answer({ pathValues: { transactionIdOrHash: reference }, values }, context) {
    const transactions =
      'id' in reference ? transactionsOfId(reference.id, values) : transactionsOfHash(reference.hash, values);
    const { columns, selected, write } = objectWriter(TRANSACTION_DETAIL_FIELDS);
    const rows = await context.lookup(
      indexScan({
        select: sql`${selected},${FURTHER_COLUMNS}`,
        from: sql`${transactions}
    ${joinTransfers(rewardAccount(context))}`,
        where: [],
        by: [sql`t.ordinal`, sql`t.consensus_timestamp`],
        order: 'asc',
      }),
    );
    if (rows.length === 0) throw notFound();
    const body = `{"transactions":[${rows.map((row) => write(row)).join(',')}]}`;
    if ('hash' in reference || values.scheduled !== undefined) return { body };
    const times = rows.map((row): Times => {
      const [at, type, succeeded, scheduled] = row.slice(columns.length);
      return {
        at: BigInt(at ?? 0),
        type: type ?? null,
        succeeded: succeeded === 't',
        scheduled: scheduled === 't',
      };
    });
    return (await mayChange(context, times)) ? { body, maxAgeSeconds: CHANGING_MAX_AGE_SECONDS } : { body };
  },
});
