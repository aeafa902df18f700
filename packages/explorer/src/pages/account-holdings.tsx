import type {
  Airdrop,
  CryptoAllowance,
  Nft,
  NftAllowance,
  TokenAllowance,
  TokenRelationship,
} from '@tain/client/types';
import { get } from '../api.ts';
import { picturesAllowed } from '../config.ts';
import { useLoaded } from '../ui/hooks.ts';
import { Paged } from '../ui/paged.tsx';
import { A, type Column, Entity, Hbar, Time } from '../ui/parts.tsx';
import { hostOf, PictureConsent, Thumbnail } from '../ui/pictures.tsx';
import { tokenNames } from '../ui/token-names.ts';
import { TRANSACTION_COLUMNS } from '../ui/transactions.tsx';
import { memoText, withPoint } from '../words/format.ts';
import { Units } from './account-transfers.tsx';

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

/** NFTs of an account. Their pictures load only on request. */
export function OwnedNfts({ path, pagePath }: { path: string; pagePath: string }) {
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

/** Airdrops that wait for an account, its own that wait, and its claims. */
export function Airdrops({ id, own }: { id: string; own: string }) {
  return (
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
  );
}

export function Holdings({ path }: { path: string }) {
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

export function Allowances({ own }: { own: string }) {
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
