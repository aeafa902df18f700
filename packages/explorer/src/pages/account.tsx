import type {
  AccountDetails,
  Airdrop,
  CryptoAllowance,
  Nft,
  NftAllowance,
  StakingReward,
  TokenAllowance,
  TokenRelationship,
  Transaction,
} from '@tain/client/types';
import { useFeature } from '../about.ts';
import { find, get } from '../api.ts';
import { picturesAllowed } from '../config.ts';
import { useCents, useChecksum } from '../reads.ts';
import { type PageProps, useKept } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import { LabelForm } from '../ui/labels.tsx';
import { Paged } from '../ui/paged.tsx';
import {
  A,
  Code,
  type Column,
  Entity,
  Facts,
  Failure,
  Hbar,
  Sentence,
  Skeleton,
  Tabs,
  Time,
} from '../ui/parts.tsx';
import { hostOf, PictureConsent, Thumbnail } from '../ui/pictures.tsx';
import { tokenNames } from '../ui/token-names.ts';
import { TRANSACTION_COLUMNS, transactionPath } from '../ui/transactions.tsx';
import { dollarText, hbars, integer, memoText, withPoint } from '../words/format.ts';
import { payerOf, sentenceOf } from '../words/sentence.ts';
import { TRANSACTION_TYPES } from '../words/transaction-names.ts';

import { AccountTransfers, Units } from './account-transfers.tsx';

type I = number | bigint;

const NFTS: readonly Column<Nft<I>>[] = [
  {
    head: 'NFT',
    cell: ({ token_id, serial_number }) => (
      <A to={`/token/${token_id}/${serial_number}`}>{`${token_id} #${serial_number}`}</A>
    ),
  },
  { head: 'Metadata', cell: ({ metadata }) => memoText(metadata ?? '').slice(0, 80) || '–' },
  { head: 'Created', cell: ({ created_timestamp }) => <Time at={created_timestamp} brief /> },
];
const PICTURE: Column<Nft<I>> = {
  head: 'Picture',
  cell: ({ metadata }) => <Thumbnail metadata={memoText(metadata ?? '')} />,
};
const AIRDROPS: readonly Column<Airdrop<I>>[] = [
  { head: 'Token', cell: ({ token_id }) => <Entity id={token_id} kind="token" /> },
  {
    head: 'Amount',
    cell: ({ amount, serial_number, token_id }) =>
      serial_number === null || serial_number === undefined || Number(serial_number) === 0 ? (
        <Units token={token_id} amount={amount} />
      ) : (
        `NFT #${serial_number}`
      ),
    isNumber: true,
  },
  { head: 'From', cell: ({ sender_id }) => <Entity id={sender_id} kind="account" /> },
  { head: 'To', cell: ({ receiver_id }) => <Entity id={receiver_id} kind="account" /> },
  { head: 'Since', cell: ({ timestamp }) => <Time at={timestamp.from} brief /> },
];

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

/** NFTs of an account. Their pictures load only on request. */
function OwnedNfts({ path, pagePath }: { path: string; pagePath: string }) {
  const first = useLoaded(path, () => get<{ nfts: readonly Nft<I>[] }>(path)).value?.nfts ?? [];
  const hosts = first.map(({ metadata }) => hostOf(memoText(metadata ?? ''))).filter((host) => host !== null);
  return (
    <>
      {hosts.length > 0 && !picturesAllowed() && <PictureConsent hosts={hosts} pagePath={pagePath} />}
      <Paged
        path={path}
        items="nfts"
        label="NFTs"
        columns={picturesAllowed() ? [PICTURE, ...NFTS] : NFTS}
        empty="The account has no NFTs."
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
            render: () => (
              <>
                <Paged
                  path={`${own}/airdrops/pending?limit=25`}
                  items="airdrops"
                  label="Pending airdrops"
                  title="Waiting for this account"
                  columns={AIRDROPS}
                  empty="No airdrop waits for this account."
                />
                <Paged
                  path={`${own}/airdrops/outstanding?limit=25`}
                  items="airdrops"
                  label="Outstanding airdrops"
                  title="Sent by this account"
                  columns={AIRDROPS}
                  empty="No airdrop of this account waits for its receiver."
                />
                <Paged
                  path={`/api/v1/transactions?account.id=${id}&transactiontype=TOKENCLAIMAIRDROP&order=desc&limit=25`}
                  items="transactions"
                  label="Claims of airdrops"
                  title="Claims"
                  columns={TRANSACTION_COLUMNS}
                  empty="This account has claimed no airdrop."
                />
              </>
            ),
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

function Holdings({ path }: { path: string }) {
  const names = useLoaded(`names ${path}`, async () => {
    const { tokens } = await get<{ tokens: readonly TokenRelationship<I>[] }>(path);
    return tokenNames(tokens.map(({ token_id }) => token_id));
  }).value;
  return (
    <Paged<TokenRelationship<I>>
      path={path}
      items="tokens"
      label="Tokens"
      empty="The account is associated with no token."
      columns={[
        { head: 'Token', cell: ({ token_id }) => <Entity id={token_id} kind="token" /> },
        { head: 'Symbol', cell: ({ token_id }) => names?.get(token_id)?.symbol ?? '–' },
        {
          head: 'Balance',
          cell: ({ balance, decimals }) => withPoint(BigInt(balance), Number(decimals ?? 0)),
          isNumber: true,
        },
        { head: 'Frozen', cell: ({ freeze_status }) => (freeze_status === 'FROZEN' ? 'yes' : 'no') },
        { head: 'KYC', cell: ({ kyc_status }) => (kyc_status ?? '–').toLowerCase().replaceAll('_', ' ') },
      ]}
    />
  );
}

function Allowances({ own }: { own: string }) {
  return (
    <>
      <Paged<CryptoAllowance<I>>
        path={`${own}/allowances/crypto?limit=25`}
        items="allowances"
        label="Allowances of hbars"
        title="Hbars"
        empty="The account has granted no hbar allowance."
        columns={[
          { head: 'Spender of hbars', cell: ({ spender }) => <Entity id={spender} kind="account" /> },
          { head: 'Left', cell: ({ amount }) => <Hbar amount={amount} />, isNumber: true },
          { head: 'Granted', cell: ({ amount_granted }) => <Hbar amount={amount_granted} />, isNumber: true },
        ]}
      />
      <Paged<TokenAllowance<I>>
        path={`${own}/allowances/tokens?limit=25`}
        items="allowances"
        label="Allowances of tokens"
        title="Tokens"
        empty="The account has granted no token allowance."
        columns={[
          { head: 'Spender of tokens', cell: ({ spender }) => <Entity id={spender} kind="account" /> },
          { head: 'Token', cell: ({ token_id }) => <Entity id={token_id} kind="token" /> },
          {
            head: 'Left',
            cell: ({ amount, token_id }) => <Units token={token_id} amount={amount} />,
            isNumber: true,
          },
          {
            head: 'Granted',
            cell: ({ amount_granted, token_id }) => <Units token={token_id} amount={amount_granted} />,
            isNumber: true,
          },
        ]}
      />
      <Paged<NftAllowance>
        path={`${own}/allowances/nfts?limit=25`}
        items="allowances"
        label="Allowances of NFTs"
        title="NFTs"
        empty="The account has granted no allowance for all NFTs of a token."
        columns={[
          { head: 'Spender of NFTs', cell: ({ spender }) => <Entity id={spender} kind="account" /> },
          { head: 'Token', cell: ({ token_id }) => <Entity id={token_id} kind="token" /> },
          { head: 'All of them', cell: ({ approved_for_all }) => (approved_for_all ? 'yes' : 'no') },
        ]}
      />
    </>
  );
}
