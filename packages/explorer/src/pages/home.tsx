import type {
  Block,
  BlocksPage,
  ExchangeRates,
  NetworkNodesPage,
  NetworkSupply,
  Transaction,
  TransactionsPage,
} from '@tain/client/types';
import { useMemo } from 'preact/hooks';
import { type About, NETWORKS, useAbout, useFeature } from '../about.ts';
import { get, getAnew } from '../api.ts';
import { useLoaded } from '../ui/hooks.ts';
import { type LiveList, POLL_MS, useNewest } from '../ui/live.ts';
import { A, Card, type Column, Failure, Skeleton, Table, Time } from '../ui/parts.tsx';
import { Transactions } from '../ui/transactions.tsx';
import { Wallet } from '../ui/wallet.tsx';
import { centsOf, grouped, withPoint } from '../words/format.ts';

type Tx = Transaction<number | bigint>;
/** Number of rows of a live list. */
const MAX_ROWS = 10;
const BLOCK_COLUMNS: readonly Column<Block<number | bigint>>[] = [
  { head: 'Block', cell: ({ number }) => <A to={`/block/${number}`}>{grouped(number)}</A> },
  { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp.to ?? timestamp.from} brief /> },
  { head: 'Count', cell: ({ count }) => grouped(count), isNumber: true },
];

const NEWEST_BLOCKS: LiveList<Block<number | bigint>> = {
  name: 'blocks',
  path: `/api/v1/blocks?limit=${MAX_ROWS}&order=desc`,
  stream: '/api/v1/blocks/stream',
  keyOf: ({ number }) => String(number),
  after: ({ number }) => `block.number=gt:${number}`,
  limit: MAX_ROWS,
};
const NEWEST_TRANSACTIONS = `/api/v1/transactions?limit=${MAX_ROWS}&order=desc`;
/** Milliseconds between two requests for the transactions of a block that the mirror does not list yet. */
const RETRY_MS = 200;
const MAX_RETRIES = 5;

/**
 * Home page. It is hidden while the mirror's description loads, which adds lines above the lists; the lists load
 * meanwhile.
 */
export function Home() {
  const about = useAbout();
  const hasStreams = useFeature('event_streams');
  const blocks = useNewest(NEWEST_BLOCKS);
  const last = blocks.value?.[0];
  // The list is rendered only when its own data or the last block changes.
  const transactions = useMemo(() => <LatestTransactions last={last} />, [last?.number]);
  return (
    <>
      {about === undefined && <Skeleton lines={12} />}
      <div class="sections" hidden={about === undefined}>
        <div class="head">
          <h1>{titleOf(about)}</h1>
          <p class="lead quiet">
            {hasStreams
              ? 'Blocks and transactions appear as they arrive.'
              : `Blocks and transactions, read again every ${POLL_MS / 1000} seconds: this mirror has no event streams.`}
          </p>
          <HistoryNotes about={about} />
          {about && <Wallet chainId={about.chain_id} />}
        </div>
        <dl class="tiles">
          <Tile name="Last block" value={last === undefined ? '–' : grouped(last.number)} />
          <NetworkTiles />
        </dl>
        <div class="home">
          {transactions}
          <Card title="Latest blocks" aside={<A to="/blocks">All blocks</A>}>
            {blocks.error !== undefined ? (
              <Failure error={blocks.error} />
            ) : blocks.value === undefined ? (
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
      </div>
    </>
  );
}

/** The newest transactions, loaded again for each block: a stream of all of them would be many times as long. */
function LatestTransactions({ last }: { last: Block<number | bigint> | undefined }) {
  const load = async (): Promise<readonly Tx[]> => {
    for (let tries = 0; ; tries++) {
      const { transactions } = await getAnew<TransactionsPage<number | bigint>>(NEWEST_TRANSACTIONS);
      const newest = transactions[0]?.consensus_timestamp ?? '';
      const isCurrent = last === undefined || Number(last.count) === 0 || newest >= last.timestamp.from;
      if (isCurrent || tries === MAX_RETRIES) return transactions;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const { value, error } = useLoaded(NEWEST_TRANSACTIONS, load, { version: last?.number });
  return (
    <Card title="Latest transactions" aside={<A to="/transactions">All transactions</A>}>
      {error !== undefined ? (
        <Failure error={error} />
      ) : value === undefined ? (
        <Skeleton lines={10} />
      ) : (
        <Transactions items={value} label="Latest transactions" />
      )}
    </Card>
  );
}

/** Interval of the requests for the tiles: four, most of whose answers change once an hour. */
const FACTS_MS = 15_000;

/** Activity of the network, and its costs. */
function NetworkTiles() {
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
    { everyMs: FACTS_MS },
  ).value;
  const cents = centsOf(facts?.rates?.current_rate);
  const dollars = cents === null ? null : cents / 100;
  const supply = facts?.supply?.released_supply;
  return (
    <>
      <Tile name="Transactions per second" value={facts === undefined ? '–' : facts.rate.toFixed(1)} />
      <Tile name="Nodes" value={String(facts?.nodes?.nodes.length ?? '–')} />
      <Tile name="1 ℏ" value={dollars === null ? '–' : `$${dollars.toFixed(4)}`} />
      <Tile
        name="Transfer fee"
        value={dollars === null ? '–' : '$0.0001'}
        aside={dollars === null ? '' : `${(0.0001 / dollars).toFixed(4)} ℏ`}
      />
      <Tile
        name="In circulation"
        value={supply === undefined ? '–' : `${withPoint(BigInt(supply) / 10n ** 12n, 2)} million ℏ`}
      />
    </>
  );
}

/** Facts about this mirror's history that a user should check before trusting it. */
function HistoryNotes({ about }: { about: About | null | undefined }) {
  if (about === null || about === undefined) return null;
  const { blocks, proof } = about;
  const begin = blocks.first;
  return (
    <>
      {begin !== null && begin.number > 0 && (
        <p class="note">
          This mirror begins with block <A to={`/block/${begin.number}`}>{grouped(begin.number)}</A>,{' '}
          <Time at={begin.timestamp} />. Earlier state is known only as far as later blocks contain it.
        </p>
      )}
      {proof.kinds.includes('hash_chain_alone') && (
        <p class="alert" role="alert">
          Some blocks are stored by their hash chain alone: their signatures were not verified. The operator
          accepts such blocks, or they are blocks of a demo network.
        </p>
      )}
      {proof.kinds.includes('ledger_on_first_use') && (
        <p class="alert" role="alert">
          The network’s first ledger is trusted because it came first in the stream: the writer of the stream
          may have forged it. The operator can set the right ledger.
        </p>
      )}
    </>
  );
}

function titleOf(about: About | null | undefined): string {
  const network = about === null || about === undefined ? undefined : NETWORKS[about.chain_id];
  return network === undefined ? 'Activity on the network' : `Activity on ${network.in}`;
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

/** Returns the transactions per second over the newest blocks. */
function rateOf(blocks: BlocksPage['blocks']): number {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined || newest === oldest) return 0;
  const seconds = Number(newest.timestamp.to) - Number(oldest.timestamp.to);
  const count = blocks.slice(0, -1).reduce((sum, block) => sum + block.count, 0);
  return seconds > 0 ? count / seconds : 0;
}
