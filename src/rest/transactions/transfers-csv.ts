import { encodeEntityId, printEntityId } from '@tain/ledger/entity-id';
import { sql } from '../../store/sql.ts';
import { csvCells, decimalText, hbarText } from '../answer/csv.ts';
import type { Field, Fields, Row } from '../answer/field.ts';
import { computed } from '../answer/scalars.ts';
import type { Filter } from '../query/parameter.ts';
import type { CsvRows } from '../route/csv-form.ts';
import type { ApiContext } from '../route/route.ts';
import { TRANSACTION_FIELDS } from './transaction.json.ts';

const OWN_COLUMNS = ['consensus_timestamp', 'transaction_id', 'name', 'result', 'memo'] as const;
const CHANGE_COLUMNS = [
  'account',
  'amount',
  'token_id',
  'serial_number',
  'charged_tx_fee',
  'staking_reward',
] as const;
type OwnColumn = (typeof OWN_COLUMNS)[number];
type ChangeColumn = (typeof CHANGE_COLUMNS)[number];

/** Cells about one balance that a transaction changed; without a token, an amount in hbar. */
type Change = Readonly<Partial<Record<ChangeColumn, string | null>>>;

/** Fields of transactions of which rows are made: columns of the transaction, and lists of its transfers. */
type ItemFields = Readonly<
  Partial<
    Record<
      | OwnColumn
      | 'charged_tx_fee'
      | 'transfers'
      | 'token_transfers'
      | 'nft_transfers'
      | 'staking_reward_transfers'
      | 'events'
      | 'account',
      Field
    >
  >
>;

/** A transaction with the JSON lists of its transfers. */
interface Item {
  readonly own: readonly string[];
  readonly payer: string;
  readonly fee: string;
  readonly transfers: readonly Entry[];
  readonly tokenTransfers: readonly Entry[];
  readonly nftTransfers: readonly Entry[];
  readonly rewards: readonly Entry[];
  readonly events: readonly Event[];
  /** The account whose balances alone are shown; undefined for all. */
  readonly account: string | undefined;
}

/** A transfer of tokens of a contract, from or to the account. */
interface Event {
  readonly contract_id: string;
  readonly is_sender: boolean;
  readonly is_receiver: boolean;
  readonly transfers: readonly { readonly id: string | null; readonly amount: string }[];
}

/** An object of such a list, with its numbers as text. */
type Entry = Readonly<Record<string, string | null>>;

/** Reads a list of objects whose texts are ids alone. Numbers become text, because they may exceed 2^53. */
function entriesOf(json = '[]'): Entry[] {
  return JSON.parse(json.replaceAll(/:(-?\d+)/g, ':"$1"')) as Entry[];
}

function itemOf(fields: Fields, row: Row): Item {
  const cells = csvCells(fields, row);
  const named = Object.fromEntries(Object.keys(fields).map((name, index) => [name, cells[index]]));
  return {
    own: OWN_COLUMNS.filter((name) => name in fields).map((name) => named[name] ?? ''),
    payer: (named.transaction_id ?? '').replace(/-.*$/, ''),
    fee: named.charged_tx_fee ?? '',
    transfers: entriesOf(named.transfers),
    tokenTransfers: entriesOf(named.token_transfers),
    nftTransfers: entriesOf(named.nft_transfers),
    rewards: entriesOf(named.staking_reward_transfers),
    events: JSON.parse(named.events ?? '[]') as Event[],
    account: named.account,
  };
}

/** Decimals by token, for the tokens that are known. */
type Decimals = ReadonlyMap<string, number>;

function* changesOf(item: Item, decimals: Decimals): Generator<Change> {
  const { payer, fee, transfers, tokenTransfers, nftTransfers, rewards } = item;
  // An account may have several entries: what its amount contains is named with the first.
  const seen = new Set<string | null>();
  for (const { account = null, amount } of transfers) {
    const reward = rewards.find((entry) => entry.account === account)?.amount;
    yield seen.has(account)
      ? { account, amount: hbarText(amount) }
      : {
          account,
          amount: hbarText(amount),
          charged_tx_fee: account === payer ? fee : '',
          staking_reward: hbarText(reward),
        };
    seen.add(account);
  }
  for (const { account = null, amount, token_id = null } of tokenTransfers) {
    yield { account, amount: decimalText(amount, decimals.get(token_id ?? '') ?? 0), token_id };
  }
  for (const {
    sender_account_id,
    receiver_account_id,
    token_id = null,
    serial_number = null,
  } of nftTransfers) {
    if (sender_account_id) yield { account: sender_account_id, amount: '-1', token_id, serial_number };
    if (receiver_account_id) yield { account: receiver_account_id, amount: '1', token_id, serial_number };
  }
  const { account = '' } = item;
  for (const { contract_id, is_sender, is_receiver, transfers: moved } of item.events) {
    for (const { id, amount } of moved) {
      const change = { account, token_id: contract_id, serial_number: id };
      if (is_sender) yield { ...change, amount: amount === '0' ? amount : `-${amount}` };
      if (is_receiver) yield { ...change, amount };
    }
  }
}

async function selectDecimals(items: readonly Item[], { select }: ApiContext): Promise<Decimals> {
  const ids = new Set(items.flatMap(({ tokenTransfers }) => tokenTransfers.map(({ token_id }) => token_id)));
  if (ids.size === 0) return new Map();
  const packed = [...ids].map((id) => {
    const [shard = 0n, realm = 0n, num = 0n] = (id ?? '').split('.').map(BigInt);
    return encodeEntityId(shard, realm, num);
  });
  const rows = await select(sql`
    select token_id, decimals
    from token
    where token_id = any(${packed}::bigint[])`);
  return new Map(rows.map(([id, decimals]) => [printEntityId(BigInt(id ?? 0)), Number(decimals ?? 0)]));
}

interface TransactionsRequest {
  readonly values: { readonly 'account.id'?: readonly Filter<bigint>[] };
}

/** Returns the named accounts; undefined if a request selects accounts otherwise, or all. */
function accountsOf({ values }: TransactionsRequest): ReadonlySet<string> | undefined {
  const accounts = values['account.id'] ?? [];
  const isNamed = accounts.length > 0 && accounts.every(({ operator }) => operator === 'eq');
  return isNamed ? new Set(accounts.map(({ value }) => printEntityId(value))) : undefined;
}

/**
 * CSV of transactions: a row for each balance that one changed, as programs for taxes and bookkeeping read them. `columns`: those of
 * a change.
 */
export function balanceRows(
  fields: ItemFields,
  columns: readonly ChangeColumn[],
  description: string,
): CsvRows<TransactionsRequest> {
  return {
    fields: fields as Fields,
    columns: [...OWN_COLUMNS.filter((name) => name in fields), ...columns],
    description: `A row for each balance that a transaction changed${'account' in fields ? ' of the account' : ', of the named accounts alone if `account.id` names them'}. ${description}An NFT has a row for its sender (-1) and one for its receiver (1).`,
    async cells(rows, request, context) {
      const items = rows.map((row) => itemOf(fields as Fields, row));
      const decimals = await selectDecimals(items, context);
      const accounts = accountsOf(request);
      return items.flatMap((item) => {
        const shownOnes = item.account === undefined ? accounts : new Set([item.account]);
        const changes = [...changesOf(item, decimals)].filter(
          ({ account }) => shownOnes === undefined || shownOnes.has(account ?? ''),
        );
        const shown: readonly Change[] = changes.length === 0 ? [{}] : changes;
        return shown.map((change) => [...item.own, ...columns.map((name) => change[name] ?? '')]);
      });
    },
  };
}

/** CSV of the list of transactions. */
export const TRANSACTIONS_CSV: CsvRows<TransactionsRequest> = balanceRows(
  {
    consensus_timestamp: TRANSACTION_FIELDS.consensus_timestamp,
    transaction_id: TRANSACTION_FIELDS.transaction_id,
    name: TRANSACTION_FIELDS.name,
    result: TRANSACTION_FIELDS.result,
    memo: computed<string>(
      [sql`t.memo`],
      (bytes) => JSON.stringify(Buffer.from(bytes?.slice(2) ?? '', 'hex').toString('utf8')),
      { type: 'string' },
    ),
    charged_tx_fee: TRANSACTION_FIELDS.charged_tx_fee,
    transfers: TRANSACTION_FIELDS.transfers,
    token_transfers: TRANSACTION_FIELDS.token_transfers,
    nft_transfers: TRANSACTION_FIELDS.nft_transfers,
    staking_reward_transfers: TRANSACTION_FIELDS.staking_reward_transfers,
  },
  CHANGE_COLUMNS,
  'A transaction without any has one row. Without `token_id` the amount is in hbars; it contains `charged_tx_fee` (of the payer) and `staking_reward`. ',
);

/** Columns of the changes of one token. */
export const TOKEN_CHANGE_COLUMNS: readonly ChangeColumn[] = [
  'account',
  'amount',
  'token_id',
  'serial_number',
];
