import type { Block } from '@tain/client/types';
import { useFeature } from '../about.ts';
import { apiUrl, get } from '../api.ts';
import type { PageProps } from '../router.ts';
import { useLoaded } from '../ui/hooks.ts';
import { JsonPanel } from '../ui/json.tsx';
import { Paged } from '../ui/paged.tsx';
import { A, Code, Facts, Failure, NoProofs, Skeleton, Tabs, Time } from '../ui/parts.tsx';
import { TRANSACTION_COLUMNS } from '../ui/transactions.tsx';
import { grouped } from '../words/format.ts';

/** Page of a block, by its number or hash. */
export function BlockPage({ params }: PageProps) {
  const path = `/api/v1/blocks/${encodeURIComponent(params.id ?? '')}`;
  const hasProofs = useFeature('proofs');
  const { value: block, error } = useLoaded(path, () => get<Block<number | bigint>>(path));
  if (error !== undefined) return <Failure error={error} title={`Block ${params.id}`} />;
  if (block === undefined) return <Skeleton lines={12} />;
  const number = BigInt(block.number);
  const transactions = `/api/v1/transactions?timestamp=gte:${block.timestamp.from}&timestamp=lte:${block.timestamp.to}&order=asc&limit=25`;
  return (
    <>
      <div class="head">
        <span class="kind">Block</span>
        <h1>Block {grouped(number)}</h1>
        <p class="lead">
          {grouped(block.count)} transactions, <Time at={block.timestamp.to} brief />.{' '}
          {number > 0n && <A to={`/block/${number - 1n}`}>Previous</A>} ·{' '}
          <A to={`/block/${number + 1n}`}>Next</A>
        </p>
      </div>
      <Tabs
        tabs={[
          {
            name: 'Transactions',
            render: () => (
              <Paged
                path={transactions}
                items="transactions"
                label="Transactions of the block"
                columns={TRANSACTION_COLUMNS}
                empty="The block has no transactions."
              />
            ),
          },
          {
            name: 'Details',
            render: () => (
              <Facts
                rows={[
                  ['From', <Time at={block.timestamp.from} />],
                  ['To', <Time at={block.timestamp.to} />],
                  ['Hash', <Code text={block.hash} what="the hash" />],
                  ['Previous hash', <Code text={block.previous_hash} what="the previous hash" />],
                  ['Gas used', grouped(block.gas_used ?? 0)],
                  ['Size', block.size !== null && `${grouped(block.size)} bytes`],
                  ['Version', block.hapi_version],
                  ['File', <code>{block.name}</code>],
                  [
                    'Proof',
                    hasProofs ? (
                      <a href={apiUrl(`/proof?transaction=${number}`)}>Verify this block in the browser</a>
                    ) : (
                      <NoProofs />
                    ),
                  ],
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
