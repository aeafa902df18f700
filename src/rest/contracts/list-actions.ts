import type { TransactionReference } from '@tain/ledger/transaction-id';
import { NUMBER } from '../../store/access/domain.ts';
import { referencedTransaction } from '../../store/reads/contracts/transaction-reference.sql.ts';
import { sql } from '../../store/sql.ts';
import { entityId, integer, named, timestamp, word } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { invalidParameters, notFound } from '../query/problem.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { requireRetainedNow } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';
import { hexOrEmpty, longZeroDigits } from './addresses.sql.ts';
import { checkIndexes, INDEX } from './log-parameters.ts';
import { ADDRESS_SCHEMA, HEX_SCHEMA } from './result.json.ts';
import { EXECUTION_PATH, isTransactionReference } from './transaction-reference.ts';

/** Enum numbers of the sidecar messages: contract_action.proto of HAPI. */
const CALL_TYPES = ['NO_ACTION', 'CALL', 'CREATE', 'PRECOMPILE', 'SYSTEM'];
const OPERATIONS = ['UNKNOWN', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'];
/** Kinds of results, by the number of the field that held the result. */
const RESULTS: Readonly<Record<number, string>> = { 11: 'OUTPUT', 12: 'REVERT_REASON', 13: 'ERROR' };

/** Recipient of the action: an account rather than a contract. */
const RECIPIENT = sql`coalesce(nullif(a.recipient_account, 0), nullif(a.recipient_contract, 0))`;

/** A call or creation within a contract execution, from `contract_action a`. */
const ACTION_FIELDS = {
  call_depth: integer(sql`a.call_depth`, { nullable: false, description: '0 for the outermost call.' }),
  call_operation_type: named(
    sql`coalesce(a.call_operation_type, 0)`,
    (type) => OPERATIONS[type] ?? 'UNKNOWN',
    { nullable: false, enum: OPERATIONS },
  ),
  call_type: named(sql`a.call_type`, (type) => CALL_TYPES[type] ?? 'NO_ACTION', { enum: CALL_TYPES }),
  caller: entityId(sql`a.caller`),
  caller_type: word(sql`a.caller_type`, { enum: ['ACCOUNT', 'CONTRACT'] }),
  from: word(sql`'0x' || ${longZeroDigits(sql`a.caller`)}`, {
    ...ADDRESS_SCHEMA,
    description: 'EVM address of the caller, derived from its number.',
  }),
  gas: integer(sql`a.gas`, { nullable: false, description: 'Gas that the action could use.' }),
  gas_used: integer(sql`a.gas_used`, { nullable: false }),
  index: integer(sql`a.index`, { nullable: false }),
  input: word(hexOrEmpty(sql`a.input`), { ...HEX_SCHEMA, nullable: false }),
  recipient: entityId(RECIPIENT),
  recipient_type: word(
    sql`case when a.recipient_account <> 0 then 'ACCOUNT' when a.recipient_contract <> 0 then 'CONTRACT' end`,
    { enum: ['ACCOUNT', 'CONTRACT'] },
  ),
  result_data: word(hexOrEmpty(sql`a.result_data`), { ...HEX_SCHEMA, nullable: false }),
  result_data_type: named(sql`a.result_data_type`, (type) => RESULTS[type] ?? 'OUTPUT', {
    nullable: false,
    enum: Object.values(RESULTS),
  }),
  timestamp: timestamp(sql`a.consensus_timestamp`, { nullable: false }),
  to: word(
    sql`'0x' || coalesce(lpad(encode(nullif(a.recipient_address, ''), 'hex'), 40, '0'), ${longZeroDigits(RECIPIENT)})`,
    { ...ADDRESS_SCHEMA, description: 'EVM address of the recipient.' },
  ),
  value: integer(sql`a.value`, { nullable: false, description: 'Amount in tinybars.' }),
};

const { limit, order } = LEDGER;

const MAX_INT32 = 2_147_483_647n;

/** GET /contracts/results/{transactionIdOrHash}/actions: the calls within one execution. */
export const listActions = listRoute({
  path: '/api/v1/contracts/results/{transactionIdOrHash}/actions',
  dialect: LEDGER,
  maxAgeSeconds: 600,
  tag: 'contracts',
  summary: 'List actions of a transaction',
  description: 'Calls and creations of one contract execution, in the order of their execution.',
  queryFirst: true,
  pathParameters: { transactionIdOrHash: EXECUTION_PATH },
  parameters: {
    index: list(INDEX, 'Index of the action in the execution.'),
    limit,
    order: order('asc'),
  },
  // An invalid reference is reported after errors such as `ne`.
  checkQuery({ values, pathTexts }) {
    const isReference = isTransactionReference(pathTexts.transactionIdOrHash ?? '');
    if (!isReference && values.index.some(({ operator }) => operator === 'ne'))
      throw invalidParameters('index');
  },
  items: 'actions',
  fields: ACTION_FIELDS,
  async page({ pathValues, values }, context) {
    const { time, payer } = await selectTransaction(pathValues.transactionIdOrHash, context);
    checkIndexes(values.index);
    return {
      from: sql`contract_action a`,
      where: [sql`a.consensus_timestamp = ${time}`, sql`a.payer_account_id = ${payer}`],
      keys: [pageKey('index', sql`a.index`, { ...NUMBER, max: MAX_INT32 }, values.index, 'all')],
      order: values.order,
      limit: values.limit,
    };
  },
  // Distinguishes a transaction without actions from one whose actions were removed.
  async whenEmpty({ pathValues }, context) {
    const { time } = await selectTransaction(pathValues.transactionIdOrHash, context);
    await requireRetainedNow(context, time, 'actions');
  },
});

async function selectTransaction(reference: TransactionReference, context: ApiContext) {
  const [found] = await context.lookup(referencedTransaction(reference, 0n));
  const [time, payer] = found ?? [];
  if (!time || !payer) throw notFound();
  return { time: BigInt(time), payer: BigInt(payer) };
}
