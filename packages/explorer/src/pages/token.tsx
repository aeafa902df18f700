import type {
  Nft,
  TokenBalance,
  TokenDetails,
  TokenHoldersPage,
  TransactionOfToken,
} from '@tain/client/types';
import { useAbout, useFeature } from '../about.ts';
import { get } from '../api.ts';
import type { PageProps } from '../router.ts';
import { EventList } from '../ui/events.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { KeyView } from '../ui/keys.tsx';
import { Paged } from '../ui/paged.tsx';
import {
  A,
  Code,
  type Column,
  Entity,
  Facts,
  Failure,
  Skeleton,
  Table,
  Tabs,
  Time,
  TransactionTime,
} from '../ui/parts.tsx';
import { feeTexts } from '../words/fees.ts';
import { memoText, withPoint } from '../words/format.ts';
import { supplyText } from '../words/sentence.ts';
import { typeName } from '../words/transaction-names.ts';
import { EntityPage } from './search.tsx';

type I = number | bigint;

/** Page of a token by its id, or of the token or contract with an EVM address. */
export function TokenPage(props: PageProps) {
  const id = props.params.id ?? '';
  return /^0x/i.test(id) ? <EntityPage {...props} /> : <TokenView id={id} />;
}

function TokenView({ id }: { id: string }) {
  const path = `/api/v1/tokens/${encodeURIComponent(id)}`;
  const { value: token, error } = useLoaded(path, () => get<TokenDetails<I>>(path));
  const isRanked = useFeature('token_holders');
  if (error !== undefined) return <Failure error={error} title={`Token ${id}`} />;
  if (token === undefined) return <Skeleton lines={12} />;
  const isFungible = token.type === 'FUNGIBLE_COMMON';
  const decimals = Number(token.decimals);
  const holders = {
    name: 'Holders',
    render: () => <Holders path={path} supply={BigInt(token.total_supply)} decimals={decimals} />,
  };
  return (
    <>
      <div class="head">
        <span class="kind">{isFungible ? 'Fungible token' : 'NFT collection'}</span>
        <h1>
          {token.name} ({token.symbol})
        </h1>
        <p class="lead">
          {token.deleted ? 'The token is deleted. ' : ''}
          {supplyText(token)} Its treasury is <Entity id={token.treasury_account_id} kind="account" />.
        </p>
      </div>
      <Tabs
        tabs={[
          isFungible
            ? holders
            : {
                name: 'NFTs',
                render: () => (
                  <Paged<Nft<I>>
                    path={`${path}/nfts?limit=25`}
                    items="nfts"
                    label="NFTs"
                    empty="No NFT was minted."
                    columns={[
                      {
                        head: 'Serial',
                        cell: ({ serial_number }) => (
                          <A to={`/token/${id}/${serial_number}`}>{`#${serial_number}`}</A>
                        ),
                      },
                      {
                        head: 'Owner',
                        cell: ({ account_id, deleted }) =>
                          deleted ? 'burned' : <Entity id={account_id} kind="account" />,
                      },
                      {
                        head: 'Metadata',
                        cell: ({ metadata }) => memoText(metadata ?? '').slice(0, 80) || '–',
                      },
                    ]}
                  />
                ),
              },
          ...(isFungible || !isRanked ? [] : [holders]),
          {
            name: 'Transfers',
            render: () => <Transfers id={id} path={path} decimals={decimals} />,
          },
          { name: 'Details', render: () => <Details token={token} /> },
          { name: 'Fees', render: () => <Fees token={token} decimals={decimals} /> },
          { name: 'Keys', render: () => <Keys token={token} /> },
          { name: 'JSON', render: () => <JsonPanel paths={[path]} /> },
        ]}
      />
    </>
  );
}

/** Transfers of a token: all of them where the mirror lists them, otherwise its synthetic events. */
function Transfers({ id, path, decimals }: { id: string; path: string; decimals: number }) {
  const about = useAbout();
  if (about === undefined) return <Skeleton lines={10} />;
  if (about?.features.token_transfers?.available === true) {
    return (
      <Paged<TransactionOfToken<I>>
        path={`${path}/transfers?limit=25`}
        items="transactions"
        hasCsv
        label="Transfers"
        empty="The token was not transferred."
        columns={[
          {
            head: 'Time',
            cell: ({ consensus_timestamp }) => <TransactionTime at={consensus_timestamp} />,
          },
          { head: 'Type', cell: ({ name }) => typeName(name) },
          {
            head: 'Transfers',
            cell: (transaction) => <Changes of={transaction} id={id} decimals={decimals} />,
          },
        ]}
      />
    );
  }
  return (
    <EventList
      of={`/api/v1/contracts/${encodeURIComponent(id)}`}
      label="Transfers"
      empty="The mirror has no events of this token."
    />
  );
}

/** Balances of a token that a transaction changed, one a line. */
function Changes({ of, id, decimals }: { of: TransactionOfToken<I>; id: string; decimals: number }) {
  return (
    <ul class="plain-list">
      {of.token_transfers.map(({ account, amount }) => (
        <li key={account}>
          <Entity id={account} kind="account" /> {withPoint(BigInt(amount), decimals)}
        </li>
      ))}
      {of.nft_transfers.map(({ sender_account_id, receiver_account_id, serial_number }) => (
        <li key={String(serial_number)}>
          <A to={`/token/${id}/${serial_number}`}>{`#${serial_number}`}</A>{' '}
          {sender_account_id === null ? 'minted' : <Entity id={sender_account_id} kind="account" />}
          {' → '}
          {receiver_account_id === null ? 'burned' : <Entity id={receiver_account_id} kind="account" />}
        </li>
      ))}
    </ul>
  );
}

interface HoldersProps {
  /** API path of the token. */
  readonly path: string;
  readonly supply: bigint;
  readonly decimals: number;
}

interface RankedHolder {
  readonly rank: number;
  readonly account: string;
  readonly balance: I;
}

function holderColumns({ supply, decimals }: HoldersProps): readonly Column<RankedHolder>[] {
  return [
    { head: 'Rank', cell: ({ rank }) => String(rank) },
    { head: 'Account', cell: ({ account }) => <Entity id={account} kind="account" /> },
    { head: 'Balance', cell: ({ balance }) => withPoint(BigInt(balance), decimals), isNumber: true },
    {
      head: 'Share',
      cell: ({ balance }) =>
        supply === 0n ? '–' : `${withPoint((BigInt(balance) * 10_000n) / supply, 2)} %`,
      isNumber: true,
    },
  ];
}

const NO_HOLDERS = 'No account holds this token.';

/** Holders of a token by balance: all of them where the mirror orders them, otherwise the ranking of some. */
function Holders(props: HoldersProps) {
  const about = useAbout();
  if (about === undefined) return <Skeleton lines={10} />;
  if (about?.features.token_holders?.available !== true) return <SomeHolders {...props} />;
  return (
    <Paged<Omit<RankedHolder, 'rank'>>
      path={`${props.path}/holders?limit=100`}
      items="holders"
      hasCsv
      label="Holders"
      empty={NO_HOLDERS}
      columns={holderColumns(props)}
      note={(answer) => {
        const { value, relation } = (answer as unknown as TokenHoldersPage<I>).total;
        if (value === 0) return null;
        const count = `${relation === 'gt' ? 'More than ' : ''}${withPoint(BigInt(value), 0)}`;
        return value === 1 ? 'One account holds this token.' : `${count} accounts hold this token.`;
      }}
    />
  );
}

/** Maximum number of pages of holders that are read for a ranking where the API orders holders by account only. */
const MAX_PAGES = 10;

function SomeHolders({ path: token, ...amounts }: HoldersProps) {
  const path = `${token}/balances?limit=100`;
  const { value, error } = useLoaded(path, async () => {
    const holders: TokenBalance<I>[] = [];
    let next: string | null = path;
    for (let page = 0; next !== null && page < MAX_PAGES; page++) {
      const answer: { balances: readonly TokenBalance<I>[]; links: { next: string | null } } =
        await get(next);
      holders.push(...answer.balances.filter(({ balance }) => BigInt(balance) > 0n));
      next = answer.links.next;
    }
    holders.sort((a, b) => (BigInt(a.balance) > BigInt(b.balance) ? -1 : 1));
    return { holders, isAll: next === null };
  });
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton lines={10} />;
  const rows = value.holders.slice(0, 100).map((holder, at) => ({ ...holder, rank: at + 1 }));
  return (
    <>
      {!value.isAll && (
        <p class="note">
          Ranked among the first {MAX_PAGES * 100} accounts that the mirror lists: the token has more holders.
        </p>
      )}
      <Table label="Holders" items={rows} empty={NO_HOLDERS} columns={holderColumns({ path, ...amounts })} />
    </>
  );
}

function Details({ token }: { token: TokenDetails<I> }) {
  return (
    <Facts
      rows={[
        ['Token', <Code text={token.token_id} what="the id" />],
        ['Name', token.name],
        ['Symbol', token.symbol],
        ['Decimals', token.decimals],
        ['Treasury', <Entity id={token.treasury_account_id} kind="account" />],
        ['Memo', token.memo],
        ['Metadata', token.metadata !== '' && memoText(token.metadata)],
        ['Created', <Time at={token.created_timestamp} />],
        ['Changed', <Time at={token.modified_timestamp} />],
        [
          'Paused',
          token.pause_status === 'NOT_APPLICABLE'
            ? 'cannot be paused'
            : token.pause_status === 'PAUSED'
              ? 'yes'
              : 'no',
        ],
        ['Frozen at association', token.freeze_default ? 'yes' : 'no'],
        [
          'Renewed by',
          token.auto_renew_account !== null && <Entity id={token.auto_renew_account} kind="account" />,
        ],
      ]}
    />
  );
}

function Fees({ token, decimals }: { token: TokenDetails<I>; decimals: number }) {
  const texts = feeTexts(token.custom_fees, decimals);
  if (texts.length === 0) return <p class="empty">Transfers of this token cost no custom fee.</p>;
  return (
    <div class="body">
      <ul class="plain-list">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function Keys({ token }: { token: TokenDetails<I> }) {
  return (
    <Facts
      rows={[
        ['Admin', <KeyView value={token.admin_key} hasAccounts />],
        ['Supply', <KeyView value={token.supply_key} hasAccounts />],
        ['Freeze', <KeyView value={token.freeze_key} hasAccounts />],
        ['KYC', <KeyView value={token.kyc_key} hasAccounts />],
        ['Wipe', <KeyView value={token.wipe_key} hasAccounts />],
        ['Pause', <KeyView value={token.pause_key} hasAccounts />],
        ['Fees', <KeyView value={token.fee_schedule_key} hasAccounts />],
        ['Metadata', <KeyView value={token.metadata_key} hasAccounts />],
      ]}
    />
  );
}
