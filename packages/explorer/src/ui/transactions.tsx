import type { Transaction } from '@tain/client/types';
import { payerOf, sentenceOf } from '../words/sentence.ts';
import { typeName } from '../words/transaction-names.ts';
import { useLoaded } from './hooks.ts';
import { type Column, Entity, Hbar, Result, Sentence, Table, TransactionTime } from './parts.tsx';
import { tokenNames } from './token-names.ts';

type Tx = Transaction<number | bigint>;

/**
 * Returns the path of a transaction's page: its id, with the nonce and the flag of a scheduled transaction if it has
 * them.
 */
export function transactionPath({
  transaction_id,
  nonce,
  scheduled,
}: Pick<Tx, 'transaction_id' | 'nonce' | 'scheduled'>): string {
  const query = new URLSearchParams();
  if (Number(nonce) !== 0) query.set('nonce', String(nonce));
  if (scheduled) query.set('scheduled', 'true');
  return `/transaction/${transaction_id}${query.size > 0 ? `?${query}` : ''}`;
}

/** Sentence about a transaction, with token amounts in their own units. */
export function TransactionSentence({ tx }: { tx: Tx }) {
  return tx.token_transfers.length === 0 ? <Sentence parts={sentenceOf(tx)} /> : <TokenSentence tx={tx} />;
}

function TokenSentence({ tx }: { tx: Tx }) {
  const tokens = tx.token_transfers.map(({ token_id }) => token_id);
  const names = useLoaded(`names ${tokens.join()}`, async () => await tokenNames(tokens)).value;
  return <Sentence parts={sentenceOf(tx, names)} />;
}

const COLUMNS: readonly Column<Tx>[] = [
  {
    head: 'Time',
    cell: (tx) => <TransactionTime at={tx.consensus_timestamp} to={transactionPath(tx)} />,
  },
  { head: 'Type', cell: ({ name }) => <span class="chip type">{typeName(name)}</span> },
  { head: 'What happened', cell: (tx) => <TransactionSentence tx={tx} /> },
  { head: 'Result', cell: ({ result }) => <Result result={result} /> },
  { head: 'Fee', cell: ({ charged_tx_fee }) => <Hbar amount={charged_tx_fee} />, isNumber: true },
];

/** Columns of lists of transactions. */
export const TRANSACTION_COLUMNS = COLUMNS;

const WITHOUT_TYPE = COLUMNS.filter(({ head }) => head !== 'Type');

/** Table of the newest transactions, without a column of types, because the sentence contains the type. */
export function Transactions({ items, label = 'Transactions' }: { items: readonly Tx[]; label?: string }) {
  return <Table label={label} columns={WITHOUT_TYPE} items={items} empty="No transactions." />;
}

/** The payer of a transaction as a link. */
export function Payer({ id }: { id: string }) {
  return <Entity id={payerOf(id)} kind="account" />;
}
