import type { Item } from './compare.ts';
import { executionsOf, isWildcard } from './executions.ts';
import { num, type Recorded } from './history.ts';
import { id, time } from './texts.ts';
import { concerns } from './transactions.ts';
import type { World } from './world.ts';

/** An append-only list, and the time of each of its items. */
export interface List {
  readonly path: string;
  readonly items: string;
  /** Returns the sort key of an item as text. */
  readonly key: (item: Item) => string;
  readonly members: readonly { readonly key: string; readonly since: bigint }[];
  /** Whether new items are always at the end, in ascending order. */
  readonly appends: boolean;
}

/** Formats numbers as texts of the same length. */
const padded = (value: unknown): string => String(value).padStart(12, '0');
const entity = (value: unknown): string => padded(String(value).split('.').at(-1));

/** Returns the same lists for every length of a history. */
export function growingLists(world: World): List[] {
  const { ledger, recorded, blocks } = world;
  const byTime = (path: string, list: readonly Recorded[], items = 'transactions'): List => ({
    path,
    items,
    key: (item) => String(item.consensus_timestamp ?? item.timestamp),
    members: list.map(({ at }) => ({ key: time(at), since: at })),
    appends: true,
  });
  const byNumber = (
    path: string,
    items: string,
    field: string,
    rows: readonly { readonly num: number; readonly createdAt: bigint }[],
  ): List => ({
    path,
    items,
    key: (item) => entity(item[field]),
    members: rows.map(({ num: own, createdAt }) => ({ key: padded(own), since: createdAt })),
    appends: true,
  });
  const accounts = [...ledger.accounts.values()];
  const { runs, logs } = executionsOf(world);
  const [topic] = ledger.topics.keys;
  const busy = [98, 800];
  return [
    byTime('/transactions', recorded),
    byTime(
      '/transactions?transactiontype=CRYPTOTRANSFER',
      recorded.filter(({ field }) => field === 'cryptoTransfer'),
    ),
    byTime(
      '/transactions?result=fail',
      recorded.filter(({ ok }) => !ok),
    ),
    ...busy.flatMap((account) => {
      const own = recorded.filter((one) => concerns(world, one, account));
      return [
        byTime(`/transactions?account.id=${account}`, own),
        byTime(
          `/transactions?account.id=${account}&result=success`,
          own.filter(({ ok }) => ok),
        ),
        byTime(`/accounts/${account}`, own),
      ];
    }),
    {
      path: '/blocks',
      items: 'blocks',
      key: (item) => padded(item.number),
      members: blocks.map(({ number, end }) => ({ key: padded(number), since: end })),
      appends: true,
    },
    byNumber('/accounts', 'accounts', 'account', accounts),
    byNumber('/accounts?balance=false', 'accounts', 'account', accounts),
    byNumber('/balances', 'balances', 'account', accounts),
    byNumber(
      '/contracts',
      'contracts',
      'contract_id',
      accounts.filter(({ contract }) => contract),
    ),
    byNumber('/tokens', 'tokens', 'token_id', [...ledger.tokens.values()]),
    byNumber('/schedules', 'schedules', 'schedule_id', [...ledger.schedules.values()]),
    {
      path: '/tokens/nfts',
      items: 'nfts',
      key: (item) => `${entity(item.token_id)} ${padded(item.serial_number)}`,
      members: [...ledger.nfts.values()].map((row) => ({
        key: `${padded(row.token)} ${padded(row.serial)}`,
        since: row.createdAt,
      })),
      // NFTs are inserted in the middle of a token's list.
      appends: false,
    },
    {
      path: `/topics/${topic ?? 0}/messages`,
      items: 'messages',
      key: (item) => padded(item.sequence_number),
      members: ledger.topicMessages
        .filter((message) => message.topic === topic)
        .map(({ sequenceNumber, consensusTimestamp: since }) => ({ key: padded(sequenceNumber), since })),
      appends: true,
    },
    {
      path: '/contracts/results/logs',
      items: 'logs',
      key: (item) => `${String(item.timestamp)} ${padded(item.index)}`,
      members: logs
        .filter((log) => !isWildcard(log))
        .map((log) => ({
          key: `${time(log.recorded.at)} ${padded(log.index)}`,
          since: log.recorded.at,
        })),
      appends: true,
    },
    byTime(
      // Excludes the results derived from logs of token movements, and those of transactions that were not executed.
      `/contracts/results?internal=true&from=${id(busyCaller(world))}`,
      runs
        .filter(
          ({ sender, recorded, index }) =>
            sender === busyCaller(world) && recorded.status !== 312 && index !== null,
        )
        .map(({ recorded }) => recorded),
      'results',
    ),
  ];
}

/** Returns the first account that called a contract. */
function busyCaller(world: World): number {
  const { recorded } = world;
  const first = recorded.find(({ field }) => field === 'contractCall' || field === 'contractCreateInstance');
  return num(first?.body.transactionID?.accountID?.accountNum);
}
