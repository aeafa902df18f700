import type {
  Block,
  BlocksPage,
  ExchangeRates,
  NetworkNodesPage,
  NetworkSupply,
  Transaction,
} from '../../../../src/client/types.ts';
import { get } from '../api.ts';
import { type About, NETWORKS, useAbout } from '../app.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { POLL_MS, useNewest } from '../ui/live.ts';
import { A, Card, type Column, Failure, Skeleton, Table, Time } from '../ui/parts.tsx';
import { Transactions } from '../ui/transactions.tsx';
import { Wallet } from '../ui/wallet.tsx';
import { grouped, withPoint } from '../words/format.ts';

type Tx = Transaction<number | bigint>;
/** Number of rows of a live list. */
const SHOWN = 10;
const BLOCKS = `/api/v1/blocks?limit=${SHOWN}&order=desc`;
const TRANSACTIONS = `/api/v1/transactions?limit=${SHOWN}&order=desc`;
const BLOCK_COLUMNS: readonly Column<Block<number | bigint>>[] = [
  { head: 'Block', cell: ({ number }) => <A to={`/block/${number}`}>{grouped(number)}</A> },
  { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp.to ?? timestamp.from} brief /> },
  { head: 'Count', cell: ({ count }) => grouped(count), isNumber: true },
];

/** The first page. */
export function Home() {
  const about = useAbout();
  const blocks = useNewest<Block<number | bigint>>({
    name: 'blocks',
    path: BLOCKS,
    stream: '/api/v1/blocks/stream',
    keyOf: ({ number }) => String(number),
    after: ({ number }) => `block.number=gt:${number}`,
    limit: SHOWN,
  });
  const transactions = useNewest<Tx>({
    name: 'transactions',
    path: TRANSACTIONS,
    stream: '/api/v1/transactions/stream',
    keyOf: ({ consensus_timestamp }) => consensus_timestamp,
    after: ({ consensus_timestamp }) => `timestamp=gt:${consensus_timestamp}`,
    limit: SHOWN,
  });
  const facts = useLoaded(
    'facts',
    async () => {
      const [recent, nodes, rates, supply] = await Promise.all([
        get<BlocksPage>('/api/v1/blocks?limit=25&order=desc'),
        get<NetworkNodesPage>('/api/v1/network/nodes?limit=100').catch(() => null),
        get<ExchangeRates>('/api/v1/network/exchangerate').catch(() => null),
        get<NetworkSupply>('/api/v1/network/supply').catch(() => null),
      ]);
      return { rate: rateOf(recent.blocks), nodes, rates, supply };
    },
    5000,
  );
  const rate = facts.value?.rates?.current_rate;
  const dollars =
    rate === undefined || rate === null ? null : rate.cent_equivalent / rate.hbar_equivalent / 100;
  return (
    <>
      <div class="head">
        <h1>{titleOf(about)}</h1>
        <p class="lead quiet">
          {about?.features.event_streams?.available === true
            ? 'Blocks and transactions appear as they come.'
            : `Blocks and transactions, read again every ${POLL_MS / 1000} seconds: this mirror has no event streams.`}
        </p>
        <Grounds about={about} />
        {about && <Wallet chainId={about.chain_id} />}
      </div>
      <dl class="tiles">
        <Tile
          name="Last block"
          value={blocks.value?.[0] === undefined ? '–' : grouped(blocks.value[0].number)}
        />
        <Tile
          name="Transactions per second"
          value={facts.value === undefined ? '–' : facts.value.rate.toFixed(1)}
        />
        <Tile
          name="Nodes"
          value={
            facts.value?.nodes === null || facts.value === undefined
              ? '–'
              : String(facts.value.nodes.nodes.length)
          }
        />
        <Tile name="1 ℏ" value={dollars === null ? '–' : `$${dollars.toFixed(4)}`} />
        <Tile
          name="Transfer fee"
          value={dollars === null ? '–' : '$0.0001'}
          aside={dollars === null ? '' : `${(0.0001 / dollars).toFixed(4)} ℏ`}
        />
        <Tile
          name="In circulation"
          value={
            facts.value?.supply == null
              ? '–'
              : `${withPoint(BigInt(facts.value.supply.released_supply) / 10n ** 12n, 2)} million ℏ`
          }
        />
      </dl>
      {blocks.error !== undefined && <Failure error={blocks.error} />}
      <div class="home">
        <Card title="Latest transactions" aside={<A to="/transactions">All transactions</A>}>
          {transactions.value === undefined ? (
            <Skeleton lines={10} />
          ) : (
            <Transactions items={transactions.value} label="Latest transactions" />
          )}
        </Card>
        <Card title="Latest blocks" aside={<A to="/blocks">All blocks</A>}>
          {blocks.value === undefined ? (
            <Skeleton lines={10} />
          ) : (
            <Table
              label="Latest blocks"
              columns={BLOCK_COLUMNS}
              items={blocks.value}
              empty="There is no block yet."
            />
          )}
        </Card>
      </div>
    </>
  );
}

/** Facts about this history that matter before trusting it. */
function Grounds({ about }: { about: About | null | undefined }) {
  if (about === null || about === undefined) return null;
  const { blocks, proof } = about;
  const begin = blocks.first;
  return (
    <>
      {begin !== null && begin.number > 0 && (
        <p class="note">
          This mirror begins with block <A to={`/block/${begin.number}`}>{grouped(begin.number)}</A>,{' '}
          <Time at={begin.timestamp} />: of what is older it knows only what later blocks tell.
        </p>
      )}
      {proof.kinds.includes('hash_chain_alone') && (
        <p class="alert" role="alert">
          Some blocks here are stored on their hash chain alone: nobody is known to have signed them. The
          operator accepts such blocks, or they are those of a demo network.
        </p>
      )}
      {proof.kinds.includes('ledger_on_first_use') && (
        <p class="alert" role="alert">
          The network’s first ledger is trusted because it came first in the stream: whoever wrote the stream
          may have made it up. The operator can name the right one.
        </p>
      )}
    </>
  );
}

function titleOf(about: About | null | undefined): string {
  const network = about === null || about === undefined ? undefined : NETWORKS[about.chain_id];
  return network === undefined ? 'What happens on the network' : `What happens on ${network.in}`;
}

function Tile({ name, value, aside = '' }: { name: string; value: string; aside?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} <small class="quiet">{aside}</small>
      </dd>
    </div>
  );
}

/** Transactions a second over the newest blocks. */
function rateOf(blocks: BlocksPage['blocks']): number {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined || newest === oldest) return 0;
  const seconds = Number(newest.timestamp.to) - Number(oldest.timestamp.to);
  const count = blocks.slice(0, -1).reduce((sum, block) => sum + block.count, 0);
  return seconds > 0 ? count / seconds : 0;
}
