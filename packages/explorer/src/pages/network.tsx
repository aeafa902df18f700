import type {
  BlocksPage,
  ExchangeRates,
  NetworkFees,
  NetworkNode,
  NetworkStake,
  NetworkSupply,
} from '@tain/client/types';
import { find, get, isPassing, postProtobuf } from '../api.ts';
import { useLoaded } from '../ui/hooks.ts';
import { Paged } from '../ui/paged.tsx';
import { A, Card, type Column, Entity, Facts, Failure, Hbar, Skeleton, Table, Time } from '../ui/parts.tsx';
import { centsOf, hbars, withPoint } from '../words/format.ts';
import { SAMPLES } from '../words/sample-transactions.ts';

type I = number | bigint;

const NODES: readonly Column<NetworkNode<I>>[] = [
  { head: 'Node', cell: ({ node_id }) => String(node_id) },
  { head: 'Account', cell: ({ node_account_id }) => <Entity id={node_account_id} kind="account" /> },
  { head: 'Description', cell: ({ description }) => description || '–' },
  { head: 'Stake', cell: ({ stake }) => <Hbar amount={stake} />, isNumber: true },
  {
    head: 'Rewards per ℏ and day',
    cell: ({ reward_rate_start }) => <Hbar amount={reward_rate_start} />,
    isNumber: true,
  },
  {
    head: 'Endpoints',
    cell: ({ service_endpoints }) =>
      service_endpoints
        .map(({ ip_address_v4, domain_name, port }) => `${domain_name || ip_address_v4}:${port}`)
        .slice(0, 2)
        .join(', ') || '–',
  },
];

/** Nodes of the network. */
export function Nodes() {
  return (
    <>
      <div class="head">
        <h1>Nodes</h1>
      </div>
      <Card title="Consensus nodes" aside={<Version />}>
        <ConsensusNodes limit={25} />
      </Card>
    </>
  );
}

/** Version of the network's software, from the newest block, because the API has no versions of single nodes. */
function Version() {
  const path = '/api/v1/blocks?limit=1&order=desc';
  const block = useLoaded(path, () => find<BlocksPage<I>>(path)).value?.blocks[0];
  return (
    <span class="quiet">{block?.hapi_version && `version ${block.hapi_version} in the newest block`}</span>
  );
}

function ConsensusNodes({ limit }: { limit: number }) {
  return (
    <Paged
      path={`/api/v1/network/nodes?limit=${limit}`}
      items="nodes"
      label="Nodes"
      columns={NODES}
      empty="There are no nodes."
    />
  );
}

/** US dollars of a tinycent. */
const DOLLARS_PER_TINYCENT = 1e-10;

/** Fees of common operations, as the mirror estimates them for their smallest transactions. */
function Fees({ centsPerHbar }: { centsPerHbar: number | null }) {
  const { value, error } = useLoaded('fees of operations', () =>
    Promise.all(
      SAMPLES.map(async ([operation, transaction]) => {
        const { total } = await postProtobuf<{ total: I }>('/api/v1/network/fees', transaction);
        return { operation, dollars: Number(total) * DOLLARS_PER_TINYCENT };
      }),
    ),
  );
  if (error !== undefined && isPassing(error)) return <Failure error={error} />;
  if (error !== undefined) return <p class="empty">This mirror does not estimate fees.</p>;
  if (value === undefined) return <Skeleton lines={SAMPLES.length} />;
  return (
    <Table
      label="Fees"
      items={value}
      empty=""
      columns={[
        { head: 'Operation', cell: ({ operation }) => operation },
        { head: 'US dollars', cell: ({ dollars }) => `$${Number(dollars.toPrecision(4))}`, isNumber: true },
        {
          head: 'ℏ at the current rate',
          cell: ({ dollars }) =>
            centsPerHbar === null ? '–' : `${((dollars * 100) / centsPerHbar).toFixed(6)} ℏ`,
          isNumber: true,
        },
      ]}
    />
  );
}

/** Page with fees, rates, supply, stakes and nodes. */
export function Network() {
  const { value, error } = useLoaded('network', async () => {
    const [rates, fees, supply, stake] = await Promise.all([
      get<ExchangeRates>('/api/v1/network/exchangerate'),
      find<NetworkFees<I>>('/api/v1/network/fees'),
      find<NetworkSupply>('/api/v1/network/supply'),
      find<NetworkStake<I>>('/api/v1/network/stake'),
    ]);
    return { rates, fees, supply, stake };
  });
  if (error !== undefined) return <Failure error={error} title="Network" />;
  if (value === undefined) return <Skeleton lines={12} />;
  const { rates, fees, supply, stake } = value;
  const cents = centsOf(rates.current_rate);
  return (
    <>
      <div class="head">
        <h1>Network</h1>
        <p class="lead">
          {cents === null ? 'No exchange rate is known.' : `1 ℏ is $${(cents / 100).toFixed(6)} for fees.`}{' '}
          {supply !== null &&
            `${hbars(BigInt(supply.released_supply))} of ${hbars(BigInt(supply.total_supply))} are in circulation.`}
        </p>
      </div>
      <Card
        title="Fees of common operations"
        aside={<span class="quiet">estimates for the smallest transaction</span>}
      >
        <Fees centsPerHbar={cents} />
      </Card>
      {fees !== null && (
        <Card title="Price of gas">
          <Table
            label="Price of gas"
            items={fees.fees}
            empty="No price is known."
            columns={[
              { head: 'Operation', cell: ({ transaction_type }) => transaction_type },
              { head: 'Tinybars per gas', cell: ({ gas }) => String(gas), isNumber: true },
              { head: '100,000 gas', cell: ({ gas }) => hbars(BigInt(gas) * 100_000n), isNumber: true },
            ]}
          />
        </Card>
      )}
      {stake !== null && (
        <Card title="Stake">
          <Facts
            rows={[
              ['Staked', <Hbar amount={stake.stake_total} />],
              ['Largest reward per ℏ and day', <Hbar amount={stake.max_staking_reward_rate_per_hbar} />],
              [
                'Staking period',
                stake.staking_period !== null && (
                  <>
                    <Time at={stake.staking_period.from} /> to <Time at={stake.staking_period.to} />
                  </>
                ),
              ],
              [
                'Share of fees for stakers',
                `${withPoint(BigInt(Math.round(stake.staking_reward_fee_fraction * 10_000)), 2)} %`,
              ],
            ]}
          />
        </Card>
      )}
      <Card
        title="Consensus nodes"
        aside={
          <span>
            <Version /> <A to="/nodes">All nodes</A>
          </span>
        }
      >
        <ConsensusNodes limit={10} />
      </Card>
    </>
  );
}
