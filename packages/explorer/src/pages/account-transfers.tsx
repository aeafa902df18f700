import type { TransactionOfAccount } from '@tain/client/types';
import { useKept } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { Paged } from '../ui/paged.tsx';
import { A, Entity, Hbar, TransactionTime } from '../ui/parts.tsx';
import { tokenNames } from '../ui/token-names.ts';
import { integer, withPoint } from '../words/format.ts';
import { typeName } from '../words/transaction-names.ts';

type I = number | bigint;

/** An amount of a token with its decimals and symbol. */
export function Units({ token, amount }: { token: string | null; amount: unknown }) {
  const known = useLoaded(`unit of ${token}`, () => tokenNames(token === null ? [] : [token])).value;
  const unit = known?.get(token ?? '');
  const text = withPoint(integer(amount) ?? 0n, unit?.decimals ?? 0);
  return <>{unit === undefined ? text : `${text} ${unit.symbol}`}</>;
}

const KINDS: readonly (readonly [kind: string, words: string])[] = [
  ['', 'All transfers'],
  ['hbar', 'Hbars'],
  ['token', 'Tokens'],
  ['nft', 'NFTs'],
  ['event', 'Tokens of contracts'],
];

/** Tab with the transfers of an account, by kind and token. */
export function AccountTransfers({ id }: { id: string }) {
  const [kind, setKind] = useKept('transfer kind', '');
  const [token, setToken] = useKept('transferred token', '');
  const filters = [kind && `&kind=${kind}`, token && `&token.id=${encodeURIComponent(token)}`].join('');
  const path = `/api/v1/accounts/${id}/transfers?limit=25${filters}`;
  return (
    <>
      <div class="body filters">
        <label>
          Show
          <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
            {KINDS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          Token or contract
          <input
            value={token}
            placeholder="0.0.1234"
            onChange={({ currentTarget }) => setToken(currentTarget.value.trim())}
          />
        </label>
      </div>
      <Paged<TransactionOfAccount<I>>
        key={path}
        path={path}
        items="transactions"
        hasCsv
        label="Transfers"
        empty="No transfers."
        columns={[
          {
            head: 'Time',
            cell: ({ consensus_timestamp }) => <TransactionTime at={consensus_timestamp} />,
          },
          { head: 'Type', cell: ({ name }) => typeName(name) },
          { head: 'Transfers', cell: (transaction) => <Changes of={transaction} id={id} /> },
        ]}
      />
    </>
  );
}

/** Transfers of an account in a transaction, one a line. */
function Changes({ of, id }: { of: TransactionOfAccount<I>; id: string }) {
  return (
    <ul class="plain-list">
      {of.transfers.map(({ amount }) => (
        <li key={`hbar ${amount}`}>
          <Hbar amount={amount} />
        </li>
      ))}
      {of.token_transfers.map(({ token_id, amount }) => (
        <li key={`${token_id} ${amount}`}>
          <Units token={token_id} amount={amount} /> (<Entity id={token_id} kind="token" />)
        </li>
      ))}
      {of.nft_transfers.map(({ token_id, serial_number, sender_account_id, receiver_account_id }) => (
        <li key={`${token_id} #${serial_number}`}>
          <A to={`/token/${token_id}/${serial_number}`}>{`${token_id} #${serial_number}`}</A>{' '}
          {receiver_account_id === id ? 'from ' : 'to '}
          <Party id={receiver_account_id === id ? sender_account_id : receiver_account_id} />
        </li>
      ))}
      {of.events.map(({ index, contract_id, from, to, transfers }) => (
        <li key={`event ${index}`}>
          {transfers
            .map(({ id: tokenId, amount }) => (tokenId === null ? amount : `#${tokenId} × ${amount}`))
            .join(', ')}{' '}
          of <Entity id={contract_id} kind="contract" /> from <Entity id={from} kind="account" /> to{' '}
          <Entity id={to} kind="account" />
        </li>
      ))}
    </ul>
  );
}

function Party({ id }: { id: string | null }) {
  return id === null ? <>nobody</> : <Entity id={id} kind="account" />;
}
