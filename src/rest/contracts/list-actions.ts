import type { TransactionReference } from '@tain/ledger/transaction-id';
import { NUMBER } from '../../store/access/domain.ts';
import { referencedTransaction } from '../../store/reads/contracts/transaction-reference.sql.ts';
import { sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { invalidParameters, notFound } from '../query/problem.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { requireRetainedNow } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';
import { ACTION_FIELDS } from './action.json.ts';
import { checkIndexes, INDEX } from './log-parameters.ts';
import { isTransactionReference, TRANSACTION_PATH } from './transaction-reference.ts';

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
  pathParameters: { transactionIdOrHash: TRANSACTION_PATH },
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
