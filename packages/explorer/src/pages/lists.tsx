import type { Account, Block, Contract, Nft, Schedule, Token, Transaction } from '@tain/client/types';
import { A, type Column, Entity, Hbar, Time } from '../ui/parts.tsx';
import { TRANSACTION_COLUMNS } from '../ui/transactions.tsx';
import type { FilterKind } from '../words/filters.ts';
import { counted, grouped, memoText } from '../words/format.ts';
import { TRANSACTION_TYPES } from '../words/transaction-names.ts';

type I = number | bigint;

/** Filter of a list: a parameter of the API, with the same name in the page's address. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options?: readonly (readonly [value: string, words: string])[];
  readonly placeholder?: string;
  /** Unit in which a user writes the value, if it is not the API's. */
  readonly kind?: FilterKind;
}

/** A list page. */
export interface List {
  readonly title: string;
  readonly path: string;
  readonly items: string;
  /** Default parameters of the page, overridden by its address. */
  readonly defaults: Readonly<Record<string, string>>;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<never>[];
  /** Whether the list can be saved as CSV. */
  readonly hasCsv?: boolean;
  /** Explains why a mirror with the public interface alone refuses the list. */
  readonly publicMirrorNote?: string;
}

const list = <T,>(own: Omit<List, 'columns'> & { readonly columns: readonly Column<T>[] }): List => own;
const ORDER: Filter = {
  name: 'order',
  label: 'Order',
  options: [
    ['', 'Default'],
    ['desc', 'Newest first'],
    ['asc', 'Oldest first'],
  ],
};
const TIME: Filter = {
  name: 'timestamp',
  label: 'Time (UTC)',
  kind: 'time',
  placeholder: 'lte:2026-11-24 14:00',
};
const ACCOUNT: Filter = { name: 'account.id', label: 'Account', placeholder: '0.0.1001' };
const named = <T extends { readonly token_id: string }>(path: (item: T) => string): Column<T> => ({
  head: 'Token',
  cell: (item) => <A to={path(item)}>{item.token_id}</A>,
});

/** All lists, by their path. */
export const LISTS: Readonly<Record<string, List>> = {
  '/transactions': list<Transaction<I>>({
    title: 'Transactions',
    path: '/api/v1/transactions',
    items: 'transactions',
    hasCsv: true,
    defaults: { limit: '25', order: 'desc' },
    filters: [
      { name: 'transactiontype', label: 'Type', options: [['', 'All types'], ...TRANSACTION_TYPES] },
      {
        name: 'result',
        label: 'Result',
        options: [
          ['', 'All results'],
          ['success', 'Success'],
          ['fail', 'Failed'],
        ],
      },
      ACCOUNT,
      TIME,
      ORDER,
    ],
    columns: TRANSACTION_COLUMNS,
  }),
  '/blocks': list<Block<I>>({
    title: 'Blocks',
    path: '/api/v1/blocks',
    items: 'blocks',
    defaults: { limit: '25', order: 'desc' },
    filters: [{ name: 'block.number', label: 'Number', placeholder: 'lte:1000' }, TIME, ORDER],
    columns: [
      { head: 'Block', cell: ({ number }) => <A to={`/block/${number}`}>{grouped(number)}</A> },
      { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp.from} /> },
      { head: 'Transactions', cell: ({ count }) => grouped(count), isNumber: true },
      { head: 'Gas used', cell: ({ gas_used }) => grouped(gas_used ?? 0), isNumber: true },
      { head: 'Size', cell: ({ size }) => (size === null ? '–' : `${grouped(size)} bytes`), isNumber: true },
    ],
  }),
  '/accounts': list<Account<I>>({
    title: 'Accounts',
    path: '/api/v1/accounts',
    items: 'accounts',
    defaults: { limit: '25', order: 'desc' },
    filters: [
      { ...ACCOUNT, placeholder: 'gte:0.0.1001' },
      { name: 'account.balance', label: 'Balance in ℏ', kind: 'hbars', placeholder: 'gte:1.5' },
      { name: 'account.publickey', label: 'Public key' },
      ORDER,
    ],
    columns: [
      { head: 'Account', cell: ({ account }) => <Entity id={account} kind="account" /> },
      { head: 'Balance', cell: ({ balance }) => <Hbar amount={balance?.balance} />, isNumber: true },
      { head: 'Memo', cell: ({ memo }) => memo || '–' },
      { head: 'Created', cell: ({ created_timestamp }) => <Time at={created_timestamp} brief /> },
    ],
  }),
  '/tokens': list<Token<I>>({
    title: 'Tokens',
    path: '/api/v1/tokens',
    items: 'tokens',
    defaults: { limit: '25', order: 'desc' },
    filters: [
      { name: 'name', label: 'Name', placeholder: 'part of it' },
      {
        name: 'type',
        label: 'Type',
        options: [
          ['', 'All'],
          ['FUNGIBLE_COMMON', 'Fungible'],
          ['NON_FUNGIBLE_UNIQUE', 'NFTs'],
        ],
      },
      ACCOUNT,
      ORDER,
    ],
    columns: [
      named<Token<I>>(({ token_id }) => `/token/${token_id}`),
      { head: 'Name', cell: ({ name }) => name },
      { head: 'Symbol', cell: ({ symbol }) => symbol },
      {
        head: 'Type',
        cell: ({ type, decimals }) =>
          type === 'FUNGIBLE_COMMON' ? `fungible, ${counted(Number(decimals), 'decimal')}` : 'NFTs',
      },
    ],
  }),
  '/nfts': list<Nft<I>>({
    title: 'NFTs',
    publicMirrorNote: 'This mirror lists NFTs by their token or owner only: open a token or an account.',
    path: '/api/v1/tokens/nfts',
    items: 'nfts',
    defaults: { limit: '25', order: 'desc' },
    filters: [
      { name: 'token.id', label: 'Token', placeholder: '0.0.1002' },
      { ...ACCOUNT, label: 'Owner' },
    ],
    columns: [
      {
        head: 'NFT',
        cell: ({ token_id, serial_number }) => (
          <A to={`/token/${token_id}/${serial_number}`}>{`${token_id} #${serial_number}`}</A>
        ),
      },
      {
        head: 'Owner',
        cell: ({ account_id, deleted }) =>
          deleted ? <span class="quiet">burned</span> : <Entity id={account_id} kind="account" />,
      },
      { head: 'Metadata', cell: ({ metadata }) => memoText(metadata ?? '').slice(0, 80) || '–' },
      { head: 'Created', cell: ({ created_timestamp }) => <Time at={created_timestamp} brief /> },
    ],
  }),
  '/topics': list<Transaction<I>>({
    title: 'Topics',
    path: '/api/v1/transactions',
    items: 'transactions',
    defaults: { limit: '25', order: 'desc', transactiontype: 'CONSENSUSCREATETOPIC', result: 'success' },
    filters: [{ ...ACCOUNT, label: 'Created by' }, TIME, ORDER],
    columns: [
      { head: 'Topic', cell: ({ entity_id }) => <Entity id={entity_id} kind="topic" /> },
      {
        head: 'Created by',
        cell: ({ transaction_id }) => <Entity id={transaction_id.split('-')[0]} kind="account" />,
      },
      { head: 'Created', cell: ({ consensus_timestamp }) => <Time at={consensus_timestamp} /> },
    ],
  }),
  '/contracts': list<Contract<I>>({
    title: 'Contracts',
    path: '/api/v1/contracts',
    items: 'contracts',
    defaults: { limit: '25', order: 'desc' },
    filters: [{ name: 'contract.id', label: 'Contract', placeholder: 'gte:0.0.1003' }, ORDER],
    columns: [
      { head: 'Contract', cell: ({ contract_id }) => <Entity id={contract_id} kind="contract" /> },
      { head: 'EVM address', cell: ({ evm_address }) => <code>{evm_address}</code> },
      { head: 'Memo', cell: ({ memo }) => memo || '–' },
      { head: 'Created', cell: ({ created_timestamp }) => <Time at={created_timestamp} brief /> },
    ],
  }),
  '/schedules': list<Schedule>({
    title: 'Schedules',
    path: '/api/v1/schedules',
    items: 'schedules',
    defaults: { limit: '25', order: 'desc' },
    filters: [
      { ...ACCOUNT, label: 'Created by' },
      { name: 'schedule.id', label: 'Schedule', placeholder: 'gte:0.0.1004' },
      ORDER,
    ],
    columns: [
      { head: 'Schedule', cell: ({ schedule_id }) => <Entity id={schedule_id} kind="schedule" /> },
      {
        head: 'State',
        cell: ({ executed_timestamp, deleted }) =>
          deleted ? 'deleted' : executed_timestamp === null ? 'waits' : 'executed',
      },
      { head: 'Signatures', cell: ({ signatures }) => String(signatures.length), isNumber: true },
      {
        head: 'Created by',
        cell: ({ creator_account_id }) => <Entity id={creator_account_id} kind="account" />,
      },
      { head: 'Created', cell: ({ consensus_timestamp }) => <Time at={consensus_timestamp} brief /> },
    ],
  }),
};
