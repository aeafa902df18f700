import { useEffect, useState } from 'preact/hooks';
import type {
  Block,
  BlocksPage,
  ExchangeRates,
  NetworkNodesPage,
  NetworkSupply,
  Transaction,
} from '../../../../src/client/types.ts';
import { apiUrl, get } from '../api.ts';
import { useAbout } from '../app.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { A, Card, type Column, Failure, Skeleton, Table, Time } from '../ui/parts.tsx';
import { Transactions } from '../ui/transactions.tsx';
import { grouped, withPoint } from '../words/format.ts';

type Tx = Transaction<number | bigint>;
const BLOCKS = '/api/v1/blocks?limit=10&order=desc';
const TRANSACTIONS = '/api/v1/transactions?limit=10&order=desc';
/** Milliseconds between two repaints of the live lists: at most four a second. */
const REPAINT_MS = 250;

/** The newest items of a list, kept up to date by its stream, or by requests where the mirror has none. */
function useNewest<T>(
  name: 'blocks' | 'transactions',
  path: string,
  keyOf: (item: T) => string,
): { readonly items: readonly T[] | undefined; readonly error: Error | undefined } {
  const hasStreams = useAbout()?.features.event_streams?.available === true;
  const first = useLoaded(
    path,
    async () => (await get<Record<string, readonly T[]>>(path))[name] ?? [],
    hasStreams ? undefined : 3000,
  );
  const [live, setLive] = useState<readonly T[]>([]);
  useEffect(() => {
    if (!hasStreams) return;
    const source = new EventSource(apiUrl(`/api/v1/${name}/stream`));
    let waiting: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      waiting = [JSON.parse(data) as T, ...waiting].slice(0, 10);
      timer ??= setTimeout(() => {
        timer = undefined;
        const batch = waiting;
        waiting = [];
        setLive((shown) => [...batch, ...shown].slice(0, 10));
        document.documentElement.dataset[`${name}Repaints`] = String(
          Number(document.documentElement.dataset[`${name}Repaints`] ?? 0) + 1,
        );
      }, REPAINT_MS);
    };
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [hasStreams, name]);
  const known = new Set(live.map(keyOf));
  const items =
    first.value === undefined
      ? undefined
      : [...live, ...first.value.filter((item) => !known.has(keyOf(item)))].slice(0, 10);
  return { items, error: first.error };
}

const BLOCK_COLUMNS: readonly Column<Block<number | bigint>>[] = [
  { head: 'Block', cell: ({ number }) => <A to={`/block/${number}`}>{grouped(number)}</A> },
  { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp.to ?? timestamp.from} brief /> },
  { head: 'Transactions', cell: ({ count }) => grouped(count), isNumber: true },
];

/** The first page. */
export function Home() {
  const about = useAbout();
  const blocks = useNewest<Block<number | bigint>>('blocks', BLOCKS, ({ number }) => String(number));
  const transactions = useNewest<Tx>(
    'transactions',
    TRANSACTIONS,
    ({ consensus_timestamp }) => consensus_timestamp,
  );
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
        <h1>What happens on the network</h1>
        <p class="lead quiet">
          {about?.features.event_streams?.available === true
            ? 'Blocks and transactions appear as they come.'
            : 'Blocks and transactions, a few seconds old at most.'}
        </p>
      </div>
      <dl class="tiles">
        <Tile
          name="Last block"
          value={blocks.items?.[0] === undefined ? '–' : grouped(blocks.items[0].number)}
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
          value={dollars === null ? '–' : `$0.0001 · ${(0.0001 / dollars).toFixed(4)} ℏ`}
        />
        <Tile
          name="In circulation"
          value={
            facts.value?.supply == null
              ? '–'
              : `${withPoint(BigInt(facts.value.supply.released_supply) / 10n ** 14n, 2)} million ℏ`
          }
        />
      </dl>
      {blocks.error !== undefined && <Failure error={blocks.error} />}
      <Card title="Latest transactions" aside={<A to="/transactions">All transactions</A>}>
        {transactions.items === undefined ? (
          <Skeleton lines={10} />
        ) : (
          <Transactions items={transactions.items} label="Latest transactions" />
        )}
      </Card>
      <Card title="Latest blocks" aside={<A to="/blocks">All blocks</A>}>
        {blocks.items === undefined ? (
          <Skeleton lines={10} />
        ) : (
          <Table
            label="Latest blocks"
            columns={BLOCK_COLUMNS}
            items={blocks.items}
            empty="There is no block yet."
          />
        )}
      </Card>
    </>
  );
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
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
