import { longZeroHex, ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { integerBytes } from '@tain/ledger/integer-bytes';
import { TIME } from '../../store/access/domain.ts';
import { keyedRows } from '../../store/access/joined-rows.ts';
import {
  ACTIVITY_KINDS,
  type ActivityKind,
  activityTimes,
  IS_NOT_DELETED,
} from '../../store/reads/account-activity.sql.ts';
import { selectTokenKind } from '../../store/reads/token-transfers.sql.ts';
import { accountsOfActivity } from '../../store/reads/touched-ids.sql.ts';
import { TRANSACTION_OF_TIME } from '../../store/reads/transactions/transaction-rows.sql.ts';
import { type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { listInSql, listSchema, nestedList } from '../answer/objects.ts';
import { entityId, json } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { EQ, list, single } from '../query/parameter.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import {
  NFT_TRANSFER_FIELDS,
  OF_TRANSACTION,
  TOKEN_TRANSFER_FIELDS,
  TRANSACTION_FIELDS,
  TRANSFER_FIELDS,
} from '../transactions/transaction.json.ts';
import { balanceRows, TOKEN_CHANGE_COLUMNS } from '../transactions/transfers-csv.ts';
import { ACCOUNT_PATH } from './get-account.ts';
import { EVENTS_OF_ACCOUNT, MAX_EVENTS, SIDED_EVENTS } from './token-event.json.ts';

const { ENTITY, oneOf, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const KIND = oneOf<ActivityKind>({ hbar: 'hbar', token: 'token', nft: 'nft', event: 'event' });

const NFTS_OF_ACCOUNT = nestedList(
  NFT_TRANSFER_FIELDS,
  sql`jsonb_array_elements(t.nft_transfer) e where ((e->>'sender_account_id')::bigint = w.account_id or (e->>'receiver_account_id')::bigint = w.account_id)
        and (w.token_id is null or (e->>'token_id')::bigint = w.token_id)`,
  undefined,
  sql`w.of_nfts and jsonb_typeof(t.nft_transfer) = 'array'`,
);

/** A transaction with the transfers of the account `w.account_id`, from `transaction t`. */
const FIELDS = {
  consensus_timestamp: TRANSACTION_FIELDS.consensus_timestamp,
  events: {
    ...EVENTS_OF_ACCOUNT,
    schema: {
      ...EVENTS_OF_ACCOUNT.schema,
      description: `Events of ERC-20, ERC-721 and ERC-1155 tokens; at most ${MAX_EVENTS}, and all at \`/contracts/results/logs?timestamp=\`.`,
    },
  } satisfies typeof EVENTS_OF_ACCOUNT,
  name: TRANSACTION_FIELDS.name,
  nft_transfers: NFTS_OF_ACCOUNT,
  token_transfers: ofAccount(
    TOKEN_TRANSFER_FIELDS,
    sql`token_id, amount`,
    keyedRows('token_transfer', [
      OF_TRANSACTION,
      sql`account_id = w.account_id and w.of_tokens and (w.token_id is null or token_id = w.token_id)`,
    ]),
  ),
  transaction_id: TRANSACTION_FIELDS.transaction_id,
  transfers: ofAccount(
    TRANSFER_FIELDS,
    sql`amount`,
    keyedRows('crypto_transfer', [
      OF_TRANSACTION,
      sql`entity_id = w.account_id and w.of_hbar`,
      IS_NOT_DELETED,
    ]),
  ),
};

function ofAccount(fields: Readonly<Record<string, Field>>, by: Sql, rows: Sql): Field<readonly unknown[]> {
  return json<readonly unknown[]>(
    sql`(select ${listInSql(fields, by)} from ${rows})`,
    listSchema(fields),
    '[]',
  );
}

const CSV_FIELDS = { ...FIELDS, events: SIDED_EVENTS, account: entityId(sql`w.account_id`) };

/** Returns an account's EVM addresses as stored in topics: its long-zero address, and its own if it has one. */
async function selectAddresses(account: bigint, { lookup }: ApiContext): Promise<Buffer[]> {
  const [row] = await lookup(sql`select evm_address from entity where id = ${account}`);
  return topicsOf([longZeroHex(account), row?.[0]?.slice(2) ?? '']);
}

/**
 * Returns addresses (hex digits, or none) as stored in topics: without leading zeros. The zero address is left out, because
 * events name it for mints and burns: it is no account's.
 */
function topicsOf(addresses: readonly string[]): Buffer[] {
  const named = new Set(addresses.filter((address) => address !== '' && address !== ZERO_ADDRESS));
  return [...named].map((address) => integerBytes(BigInt(`0x${address}`)));
}

/** GET /accounts/{idOrAliasOrEvmAddress}/transfers: transactions in which an account has transfers of any kind, newest first. */
export const listAccountTransfers = listRoute({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/transfers',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'accounts',
  summary: 'List the transfers of an account',
  description:
    'Transactions in which the account sent or received hbar, tokens, NFTs, or tokens of contracts (events of ERC-20, ERC-721, ERC-1155), with its transfers alone. `kind` and `token.id` select transfers. Events of tokens of the ledger are left out, because these have transfers. An extension: the public mirror node has no such operation. Fast where feature `account_transfers` of `/network/capabilities` is available; otherwise many more transfers are read, and a request may take too long.',
  pathParameters: ACCOUNT_PATH,
  parameters: {
    kind: list(KIND, 'Kind of transfer; repeated: any of them.', { operators: EQ }),
    limit,
    order: order('desc'),
    timestamp: list(TIMESTAMP, 'Consensus time; repeated: all must match.'),
    'token.id': single(ENTITY, 'Token of the ledger, or contract of a token; without hbar.'),
  },
  items: 'transactions',
  fields: FIELDS,
  csv: balanceRows(
    CSV_FIELDS,
    TOKEN_CHANGE_COLUMNS,
    'Without `token_id` the amount is in hbars. Tokens of contracts have the contract as `token_id`, the id of an NFT as `serial_number`, and amounts in their smallest unit. ',
  ),
  stream: {
    time: sql`w.consensus_timestamp`,
    family: 'transactions',
    touched: {
      kind: 'accounts of activity',
      select: accountsOfActivity,
      names({ pathValues: { idOrAliasOrEvmAddress: account } }) {
        if (!('id' in account)) return undefined;
        const topics = topicsOf([longZeroHex(account.id)]).map((topic) => topic.toString('hex'));
        return [account.id.toString(), ...topics];
      },
    },
  },
  resolve: async ({ idOrAliasOrEvmAddress }, context) => {
    await selectEntityId(context, idOrAliasOrEvmAddress, LEDGER);
  },
  async page({ pathValues, values }, context) {
    const { order, limit, 'token.id': token } = values;
    const account = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, LEDGER);
    const time = pageKey('timestamp', sql`w.consensus_timestamp`, TIME, values.timestamp, 'all');
    const kinds = await selectKinds(
      values.kind.map(({ value }) => value),
      token,
      context,
    );
    const addresses = kinds.has('event') ? await selectAddresses(account, context) : [];
    if (addresses.length === 0) kinds.delete('event');
    const isEmpty = kinds.size === 0 || time.range.empty;
    const abilities = await context.shared.abilities.get();
    if (isEmpty) return { from: sql`transaction w`, keys: [time], order, limit, empty: true };
    const times = activityTimes({
      account,
      addresses,
      kinds,
      token,
      times: time.range,
      order,
      limit,
      sampled: context.settings.thresholds.sampled,
      gathered: context.settings.thresholds.gathered,
      hasTokenIndex: abilities.tokenTransfers,
      hasAccountIndex: abilities.accountTransfers,
    });
    return {
      scan: sql`
    select consensus_timestamp, ${account}::bigint as account_id, ${token ?? null}::bigint as token_id, ${addresses}::bytea[] as addresses,
      ${kinds.has('hbar')}::boolean as of_hbar, ${kinds.has('token')}::boolean as of_tokens, ${kinds.has('nft')}::boolean as of_nfts, ${kinds.has('event')}::boolean as of_events
    from (${times}) x`,
      alias: 'w',
      rowsOfKey: TRANSACTION_OF_TIME,
      keys: [time],
      order,
      limit,
    };
  },
});

/** Returns the requested kinds that a token can have. A token that is not known, such as that of a contract, can have all but hbar. */
async function selectKinds(
  requested: readonly ActivityKind[],
  token: bigint | undefined,
  context: ApiContext,
): Promise<Set<ActivityKind>> {
  const kinds = new Set<ActivityKind>(requested.length === 0 ? ACTIVITY_KINDS : requested);
  if (token === undefined) return kinds;
  const kind = await selectTokenKind(context.lookup, token);
  const possible = kind === undefined ? ['token', 'nft', 'event'] : [kind === 'nft' ? 'nft' : 'token'];
  return new Set([...kinds].filter((each) => possible.includes(each)));
}
