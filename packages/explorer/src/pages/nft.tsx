import type { Nft, NftTransaction } from '@tain/client/types';
import { get } from '../api.ts';
import type { PageProps } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { Paged } from '../ui/paged.tsx';
import { A, Entity, Facts, Failure, Skeleton, Tabs, Time } from '../ui/parts.tsx';
import { MetadataContent } from '../ui/pictures.tsx';
import { memoText } from '../words/format.ts';
import { typeName } from '../words/transaction-names.ts';

/** Page of an NFT: its owner, metadata, picture and history. */
export function NftPage({ params, path: pagePath }: PageProps) {
  const [token = '', serial = ''] = [params.id, params.serial];
  const path = `/api/v1/tokens/${encodeURIComponent(token)}/nfts/${encodeURIComponent(serial)}`;
  const { value: nft, error } = useLoaded(path, () => get<Nft<number | bigint>>(path));
  if (error !== undefined) return <Failure error={error} title={`NFT #${serial} of ${token}`} />;
  if (nft === undefined) return <Skeleton lines={10} />;
  const metadata = memoText(nft.metadata ?? '');
  return (
    <>
      <div class="head">
        <span class="kind">NFT</span>
        <h1>
          NFT #{String(nft.serial_number)} of <A to={`/token/${token}`}>{token}</A>
        </h1>
        <p class="lead">
          {nft.deleted || nft.account_id === null ? (
            'It is burned.'
          ) : (
            <>
              It belongs to <Entity id={nft.account_id} kind="account" />.
            </>
          )}
        </p>
      </div>
      <Tabs
        tabs={[
          {
            name: 'Details',
            render: () => (
              <>
                <Facts
                  rows={[
                    ['Owner', <Entity id={nft.account_id} kind="account" />],
                    ['Metadata', metadata],
                    ['Created', <Time at={nft.created_timestamp} />],
                    ['Changed', <Time at={nft.modified_timestamp} />],
                    ['Spender', nft.spender !== null && <Entity id={nft.spender} kind="account" />],
                  ]}
                />
                <MetadataContent metadata={metadata} pagePath={pagePath} />
              </>
            ),
          },
          {
            name: 'History',
            render: () => (
              <Paged<NftTransaction<number | bigint>>
                path={`${path}/transactions?limit=25`}
                items="transactions"
                label="History"
                empty="No transactions."
                columns={[
                  {
                    head: 'Time',
                    cell: ({ transaction_id, consensus_timestamp }) => (
                      <A to={`/transaction/${transaction_id}`}>
                        <Time at={consensus_timestamp} />
                      </A>
                    ),
                  },
                  { head: 'Type', cell: ({ type }) => typeName(type) },
                  {
                    head: 'From',
                    cell: ({ sender_account_id }) => <Entity id={sender_account_id} kind="account" />,
                  },
                  {
                    head: 'To',
                    cell: ({ receiver_account_id }) => <Entity id={receiver_account_id} kind="account" />,
                  },
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
