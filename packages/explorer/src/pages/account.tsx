import type { AccountDetails, StakingReward, Transaction } from '@tain/client/types';
import { useFeature } from '../about.ts';
import { find, get } from '../api.ts';
import { useCents, useChecksum } from '../reads.ts';
import { type PageProps, useKept } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import { LabelForm } from '../ui/labels.tsx';
import { Paged } from '../ui/paged.tsx';
import { A, Code, Entity, Facts, Failure, Hbar, Sentence, Skeleton, Tabs, Time } from '../ui/parts.tsx';
import { tokenNames } from '../ui/token-names.ts';
import { TRANSACTION_COLUMNS, transactionPath } from '../ui/transactions.tsx';
import { dollarText, hbars, integer } from '../words/format.ts';
import { payerOf, sentenceOf } from '../words/sentence.ts';
import { TRANSACTION_TYPES } from '../words/transaction-names.ts';
import { Airdrops, Allowances, Holdings, OwnedNfts } from './account-holdings.tsx';
import { AccountTransfers } from './account-transfers.tsx';

type I = number | bigint;

/** Number of recent transactions searched for the last one that the account sent. */
const RECENT = 25;

/** Sentence about the last transaction that an account sent, with its fee. */
function LastSent({ id }: { id: string }) {
  const path = `/api/v1/transactions?account.id=${id}&type=debit&order=desc&limit=${RECENT}`;
  const { value } = useLoaded(`last sent ${id}`, async () => {
    const { transactions } = await get<{ transactions: readonly Transaction<I>[] }>(path);
    const sent = transactions.find((tx) => payerOf(tx.transaction_id) === id && Number(tx.nonce) === 0);
    const moved = sent?.token_transfers.map(({ token_id }) => token_id) ?? [];
    return sent === undefined ? null : { sent, tokens: await tokenNames(moved) };
  });
  if (value === null) return null;
  // An empty line reserves the space of the sentence while it loads.
  if (value === undefined) return <p class="lead">{'\u00a0'}</p>;
  const { sent, tokens } = value;
  return (
    <p class="lead">
      <A to={transactionPath(sent)}>Last</A>, <Time at={sent.consensus_timestamp} brief />,{' '}
      <Sentence parts={sentenceOf(sent, tokens)} />, fee <Hbar amount={sent.charged_tx_fee} />.
    </p>
  );
}

const KINDS: readonly (readonly [query: string, words: string])[] = [
  ['', 'All transactions'],
  ['type=credit', 'What it received'],
  ['type=debit', 'What it paid or sent'],
  ['result=fail', 'What failed'],
  ...TRANSACTION_TYPES.map(([type, name]) => [`transactiontype=${type}`, name] as const),
];

/** Tabs with the history of an account by kind. */
function History({ id }: { id: string }) {
  const [kind, setKind] = useKept('kind', '');
  const path = `/api/v1/transactions?account.id=${id}&order=desc&limit=25${kind === '' ? '' : `&${kind}`}`;
  return (
    <>
      <div class="body filters">
        <label>
          Show
          <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
            {KINDS.map(([query, words]) => (
              <option key={query} value={query}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Paged
        key={path}
        path={path}
        items="transactions"
        label="Transactions"
        columns={TRANSACTION_COLUMNS}
        empty="No transactions."
      />
    </>
  );
}

/** Link to the page of an account that is a contract; empty for others. */
function ContractLink({ id }: { id: string }) {
  const path = `/api/v1/contracts?contract.id=${id}`;
  const found = useLoaded(path, () => find<{ contracts: readonly unknown[] }>(path)).value;
  if (found === undefined || found === null || found.contracts.length === 0) return null;
  return (
    <>
      It is a contract, whose code, calls and events are on{' '}
      <A to={`/contract/${id}`}>its page as a contract</A>.{' '}
    </>
  );
}

/** Page of an account, by its id, alias or EVM address. */
export function AccountPage({ params }: PageProps) {
  const path = `/api/v1/accounts/${encodeURIComponent(params.id ?? '')}?transactions=false`;
  const { value: account, error } = useLoaded(path, () => get<AccountDetails<I>>(path));
  const cents = useCents();
  const hasTransfers = useFeature('account_transfers');
  if (error !== undefined) return <Failure error={error} title={`Account ${params.id}`} />;
  if (account === undefined) return <Skeleton lines={12} />;
  const id = account.account ?? params.id ?? '';
  const own = `/api/v1/accounts/${id}`;
  const balance = integer(account.balance?.balance);
  const stake =
    account.staked_node_id !== null ? `node ${account.staked_node_id}` : account.staked_account_id;
  return (
    <>
      <div class="head">
        <span class="kind">Account</span>
        <h1>Account {id}</h1>
        <p class="lead">
          {account.deleted
            ? 'The account is deleted.'
            : balance === null
              ? 'The balance is not known.'
              : `The account holds ${hbars(balance)}${cents === null ? '' : ` (${dollarText(balance, cents)})`}.`}{' '}
          <ContractLink id={id} />
          {stake !== null && (
            <>It stakes to {account.staked_node_id === null ? <Entity id={stake} /> : stake}.</>
          )}
        </p>
        <LastSent id={id} />
        <LabelForm names={[id, account.evm_address]} />
      </div>
      <Tabs
        tabs={[
          {
            name: 'Transactions',
            render: () => <History id={id} />,
          },
          { name: 'Details', render: () => <Details account={account} /> },
          ...(hasTransfers ? [{ name: 'Transfers', render: () => <AccountTransfers id={id} /> }] : []),
          { name: 'Tokens', render: () => <Holdings path={`${own}/tokens?limit=100`} /> },
          {
            name: 'NFTs',
            render: () => <OwnedNfts path={`${own}/nfts?limit=25`} pagePath={`/account/${id}?tab=NFTs`} />,
          },
          { name: 'Allowances', render: () => <Allowances own={own} /> },
          {
            name: 'Airdrops',
            render: () => <Airdrops id={id} own={own} />,
          },
          {
            name: 'Rewards',
            render: () => (
              <Paged<StakingReward<I>>
                path={`${own}/rewards?limit=25`}
                items="rewards"
                hasCsv
                label="Staking rewards"
                empty="No staking reward was paid."
                columns={[
                  {
                    head: 'Time',
                    cell: ({ timestamp }) => (
                      <A to={`/transaction/${timestamp}`}>
                        <Time at={timestamp} />
                      </A>
                    ),
                  },
                  { head: 'Paid by', cell: () => <Entity id="0.0.800" kind="account" /> },
                  { head: 'Reward', cell: ({ amount }) => <Hbar amount={amount} />, isNumber: true },
                ]}
              />
            ),
          },
          { name: 'JSON', render: () => <JsonPanel paths={[path]} /> },
        ]}
      />
    </>
  );
}

function Details({ account }: { account: AccountDetails<I> }) {
  const { max_automatic_token_associations: automatic } = account;
  const checksum = useChecksum(account.account ?? '');
  return (
    <Facts
      rows={[
        ['Account', <Code text={account.account} what="the id" />],
        [
          'With checksum',
          checksum === null ? (
            <span class="quiet">The mirror does not report its network.</span>
          ) : (
            checksum && <Code text={checksum} what="the id with its checksum" />
          ),
        ],
        ['Balance', <Hbar amount={account.balance?.balance} />],
        ['EVM address', <Code text={account.evm_address} what="the EVM address" />],
        ['Alias', account.alias !== null && <Code text={account.alias} what="the alias" />],
        ['Key', <KeyView value={account.key} />],
        ['Memo', account.memo],
        ['Created', <Time at={account.created_timestamp} />],
        ['Expires', account.expiry_timestamp !== null && <Time at={account.expiry_timestamp} />],
        ['Ethereum nonce', account.ethereum_nonce !== null && String(account.ethereum_nonce)],
        [
          'Automatic associations',
          automatic === null ? null : automatic === -1 ? 'any number of tokens' : `up to ${automatic} tokens`,
        ],
        ['Signs what it receives', account.receiver_sig_required === true && 'yes'],
        [
          'Staked to',
          account.staked_node_id !== null
            ? `node ${account.staked_node_id}`
            : account.staked_account_id !== null && <Entity id={account.staked_account_id} kind="account" />,
        ],
        ['Declines rewards', account.decline_reward && 'yes'],
        ['Pending reward', account.pending_reward !== null && <Hbar amount={account.pending_reward} />],
      ]}
    />
  );
}
