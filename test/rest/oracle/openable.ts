import type { Item } from './compare.ts';
import type { World } from './world.ts';

/** Checks that every item of a list can be opened, and that the API accepts each id in an answer. */

const SOME = 8;
/** Statuses of an id in a valid format. */
const UNDERSTOOD = [200, 206, 404];
const FOUND = [200, 206];

/** Sends a request and expects one of the statuses. */
async function answers(world: World, path: string, statuses: readonly number[]): Promise<Item> {
  let last: unknown;
  for (const status of statuses) {
    try {
      return await world.get(path, status);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

const text = (value: unknown): string => String(value);
const encoded = (value: unknown): string => encodeURIComponent(text(value));
const present = (...paths: readonly (string | false)[]): string[] => paths.filter((path) => path !== false);

interface Opened {
  readonly list: string;
  readonly items: string;
  /** Returns paths that return the item of the list: with 200, or 206 for results without an outcome. */
  readonly open: (item: Item) => readonly string[];
  /** Field that identifies the item in the opened answer, if it has one. */
  readonly same?: string;
}

function listsOf(world: World): Opened[] {
  const tokens = world.some([...world.ledger.tokens.entries()], SOME).map(([token]) => token);
  const topics = world.some([...world.ledger.topics.entries()], SOME).map(([topic]) => topic);
  return [
    {
      list: '/accounts',
      items: 'accounts',
      same: 'account',
      open: ({ account, alias, evm_address, deleted }) =>
        present(
          `/accounts/${text(account)}`,
          // The alias of a deleted account may belong to another account, or to none.
          alias !== null && deleted === false && `/accounts/${text(alias)}`,
          evm_address !== null && deleted === false && `/accounts/${text(evm_address)}`,
        ),
    },
    {
      list: '/blocks',
      items: 'blocks',
      same: 'number',
      open: ({ number, hash }) => [
        `/blocks/${text(number)}`,
        `/blocks/${text(hash)}`,
        `/blocks/${text(hash).slice(2)}`,
        `/blocks/${text(hash).slice(0, 66)}`,
      ],
    },
    {
      list: '/contracts',
      items: 'contracts',
      same: 'contract_id',
      open: ({ contract_id, evm_address, deleted }) =>
        present(
          `/contracts/${text(contract_id)}`,
          deleted === false && evm_address !== null && `/contracts/${text(evm_address)}`,
        ),
    },
    {
      list: '/contracts/results?internal=true',
      items: 'results',
      // Results of token movements without a contract, which use no gas, are found by their time alone.
      open: ({ hash, timestamp, contract_id, address, gas_used }) =>
        present(
          `/contracts/results/${text(timestamp)}`,
          hash !== '0x' && gas_used !== null && `/contracts/results/${text(hash)}`,
          contract_id !== null && `/contracts/${text(contract_id)}/results/${text(timestamp)}`,
          contract_id !== null && `/contracts/${text(address)}/results/${text(timestamp)}`,
        ),
    },
    {
      list: '/contracts/results/logs',
      items: 'logs',
      // Some logs, such as those of NFT movements, have no result.
      open: ({ timestamp, index, transaction_hash, block_hash }) => [
        `/blocks/${text(block_hash)}`,
        `/contracts/results/logs?timestamp=${text(timestamp)}&index=${text(index)}`,
        `/contracts/results/logs?transaction.hash=${text(transaction_hash)}`,
      ],
    },
    {
      list: '/tokens',
      items: 'tokens',
      same: 'token_id',
      open: ({ token_id }) => [`/tokens/${text(token_id)}`],
    },
    {
      list: '/schedules',
      items: 'schedules',
      same: 'schedule_id',
      open: ({ schedule_id }) => [`/schedules/${text(schedule_id)}`],
    },
    {
      list: '/transactions',
      items: 'transactions',
      open: ({ transaction_id, transaction_hash, nonce, scheduled, name }) =>
        present(
          `/transactions/${text(transaction_id)}`,
          `/transactions/${text(transaction_id)}?nonce=${text(nonce)}&scheduled=${text(scheduled)}`,
          // Messages are not indexed by hash, as in the public mirror.
          name !== 'CONSENSUSSUBMITMESSAGE' && `/transactions/${encoded(transaction_hash)}`,
        ),
    },
    ...tokens.flatMap((token): Opened[] => [
      {
        list: `/tokens/${token}/nfts`,
        items: 'nfts',
        same: 'serial_number',
        open: ({ token_id, serial_number }) => [`/tokens/${text(token_id)}/nfts/${text(serial_number)}`],
      },
      {
        list: `/tokens/${token}/balances`,
        items: 'balances',
        same: 'account',
        open: ({ account }) => [`/accounts/${text(account)}`],
      },
    ]),
    ...topics.map(
      (topic): Opened => ({
        list: `/topics/${topic}/messages`,
        items: 'messages',
        same: 'consensus_timestamp',
        open: ({ topic_id, sequence_number, consensus_timestamp }) => [
          `/topics/${text(topic_id)}/messages/${text(sequence_number)}`,
          `/topics/messages/${text(consensus_timestamp)}`,
        ],
      }),
    ),
  ];
}

/** Checks all lists whose items have answers of their own. */
export async function checkOpenable(world: World): Promise<void> {
  for (const { list, items, open, same } of listsOf(world)) {
    const all = await world.readAll(list, items);
    for (const item of world.some(all, SOME)) {
      for (const path of open(item)) {
        const opened = await answers(world, path, FOUND);
        if (same !== undefined && same in opened) world.expectSame(path, opened[same], item[same]);
      }
    }
  }
}

type Uses = (value: string) => readonly string[];

const ACCOUNT: Uses = (id) => [
  `/accounts/${id}`,
  `/accounts/${id}/nfts`,
  `/accounts/${id}/tokens`,
  `/accounts/${id}/rewards`,
  `/accounts/${id}/allowances/crypto`,
  `/accounts/${id}/allowances/tokens`,
  `/accounts/${id}/allowances/nfts`,
  `/accounts/${id}/airdrops/outstanding`,
  `/accounts/${id}/airdrops/pending`,
  `/accounts/${id}/hooks`,
  `/accounts?account.id=${id}`,
  `/balances?account.id=${id}`,
  `/transactions?account.id=${id}`,
  `/schedules?account.id=${id}`,
  `/tokens?account.id=${id}`,
  `/accounts/2/allowances/crypto?spender.id=${id}`,
  `/accounts/2/allowances/nfts?account.id=${id}`,
  `/accounts/2/airdrops/outstanding?receiver.id=${id}`,
  `/contracts/results?from=${id}`,
];
const TOKEN: Uses = (id) => [
  `/tokens/${id}`,
  `/tokens/${id}/nfts`,
  `/tokens?token.id=${id}`,
  `/accounts/2/tokens?token.id=${id}`,
  `/accounts/2/nfts?token.id=${id}`,
  `/accounts/2/airdrops/pending?token.id=${id}`,
  `/tokens/balances?token.id=${id}`,
];
const CONTRACT: Uses = (id) => [
  `/contracts/${id}`,
  `/contracts/${id}/results`,
  `/contracts/${id}/results/logs`,
  `/contracts/${id}/state`,
  `/contracts?contract.id=${id}`,
];
const ADDRESS: Uses = (address) => [
  `/accounts/${address}`,
  `/contracts/${address}`,
  `/contracts/${address}/results`,
  `/contracts/${address}/results/logs`,
  // The list of contracts accepts addresses only without 0x, like that of the public mirror.
  `/contracts?contract.id=${address.replace(/^0x/, '')}`,
  `/contracts/results?from=${address}`,
  `/balances?account.id=${address}`,
];
const TIME: Uses = (time) => [
  `/transactions?timestamp=${time}`,
  `/blocks?timestamp=lte:${time}`,
  `/balances?timestamp=${time}`,
  `/accounts/2?timestamp=${time}`,
  `/contracts/results?timestamp=${time}`,
  `/contracts/results/logs?timestamp=${time}`,
  `/contracts/results/${time}`,
  `/topics/messages/${time}`,
  `/network/exchangerate?timestamp=${time}`,
  `/network/supply?timestamp=${time}`,
];
const TRANSACTION_ID: Uses = (id) => [
  `/transactions/${id}`,
  `/contracts/results/${id}`,
  `/contracts/results/${id}/actions`,
];
const BLOCK_HASH: Uses = (hash) => [`/blocks/${hash}`, `/contracts/results?block.hash=${hash}`];
const HASH: Uses = (hash) => [
  `/contracts/results/${hash}`,
  `/contracts/results/${hash}/actions`,
  `/contracts/results/logs?transaction.hash=${hash}`,
];
const SLOT: Uses = (slot) => [
  `/contracts/2/state?slot=${slot}`,
  `/contracts/2/state?timestamp=1&slot=gte:${slot}`,
];

/** Requests that accept a field's values, for any answer with the field. */
const REQUESTS_BY_FIELD: Readonly<Record<string, Uses>> = {
  account: ACCOUNT,
  account_id: ACCOUNT,
  auto_renew_account: ACCOUNT,
  collector_account_id: ACCOUNT,
  creator_account_id: ACCOUNT,
  node: ACCOUNT,
  node_account_id: ACCOUNT,
  owner: ACCOUNT,
  owner_id: ACCOUNT,
  payer_account_id: ACCOUNT,
  receiver_account_id: ACCOUNT,
  receiver_id: ACCOUNT,
  sender_account_id: ACCOUNT,
  sender_id: ACCOUNT,
  spender: ACCOUNT,
  spender_id: ACCOUNT,
  delegating_spender: ACCOUNT,
  staked_account_id: ACCOUNT,
  treasury_account_id: ACCOUNT,
  alias: (alias) => [`/accounts/${alias}`, `/accounts/${alias}/nfts`, `/balances?account.id=${alias}`],
  token_id: TOKEN,
  contract_id: CONTRACT,
  root_contract_id: CONTRACT,
  address: ADDRESS,
  evm_address: ADDRESS,
  // The field `from` is an address in results, and a time in versions (beside `to`).
  from: (from) => (from.startsWith('0x') ? ADDRESS(from) : TIME(from)),
  topic_id: (id) => [`/topics/${id}`, `/topics/${id}/messages`],
  schedule_id: (id) => [`/schedules/${id}`, `/schedules?schedule.id=${id}`],
  file_id: (id) => [`/network/nodes?file.id=${id}`],
  node_id: (id) => [`/network/nodes?node.id=${id}`],
  registered_node_id: (id) => [`/network/registered-nodes?registerednode.id=${id}`],
  hook_id: (id) => [`/accounts/2/hooks?hook.id=${id}`, `/accounts/2/hooks/${id}/storage`],
  serial_number: (serial) => [`/tokens/2/nfts?serialnumber=${serial}`, `/tokens/2/nfts/${serial}`],
  sequence_number: (number) => [
    `/topics/2/messages?sequencenumber=${number}`,
    `/topics/2/messages/${number}`,
  ],
  slot: SLOT,
  timestamp: TIME,
  consensus_timestamp: TIME,
  created_timestamp: TIME,
  modified_timestamp: TIME,
  valid_start_timestamp: TIME,
  transaction_id: TRANSACTION_ID,
  transaction_hash: (hash) =>
    hash.startsWith('0x') ? HASH(hash) : [`/transactions/${encodeURIComponent(hash)}`],
  block_hash: BLOCK_HASH,
  number: (number) => [`/blocks/${number}`, `/contracts/results?block.number=${number}`],
  block_number: (number) => [`/contracts/results?block.number=${number}`],
};

/** Requests for fields whose meaning depends on the list, such as hashes and keys. */
const REQUESTS_IN_LIST: Readonly<Record<string, Readonly<Record<string, Uses>>>> = {
  '/blocks': { hash: BLOCK_HASH },
  '/contracts/results': { hash: HASH },
  // No type is called `UNKNOWN`: it is returned for types without a name.
  '/transactions': {
    name: (type) => (type === 'UNKNOWN' ? [] : [`/transactions?transactiontype=${type}`]),
  },
  '/accounts': {
    key: (key) =>
      key.length === 64 || key.length === 66
        ? [
            `/accounts?account.publickey=${key}`,
            `/balances?account.publickey=${key}`,
            `/tokens?publickey=${key}`,
          ]
        : [],
  },
};

/** Collects the values of a field: strings and numbers anywhere in an answer. */
function gather(value: unknown, field: string, found: Map<string, Set<string>>): void {
  if (Array.isArray(value)) for (const one of value) gather(one, field, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) gather(inner, name, found);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    const known = found.get(field) ?? new Set<string>();
    known.add(String(value));
    found.set(field, known);
  }
}

/** Returns whether a value is a placeholder, which no request accepts. */
const isNothing = (value: string) => value === '0x' || value === '' || value === '0.0';

export async function checkPrintedIsAccepted(world: World): Promise<void> {
  const lists: [string, string][] = [
    ...listsOf(world).map(({ list, items }): [string, string] => [list, items]),
    ['/balances', 'balances'],
    ['/network/nodes', 'nodes'],
    ['/network/registered-nodes', 'registered_nodes'],
  ];
  const accounts = world.some([...world.ledger.accounts.entries()], SOME).map(([account]) => account);
  for (const account of accounts) {
    lists.push(
      [`/accounts/${account}/nfts`, 'nfts'],
      [`/accounts/${account}/tokens`, 'tokens'],
      [`/accounts/${account}/hooks`, 'hooks'],
      [`/accounts/${account}/allowances/crypto`, 'allowances'],
      [`/accounts/${account}/allowances/tokens`, 'allowances'],
      [`/accounts/${account}/allowances/nfts`, 'allowances'],
      [`/accounts/${account}/airdrops/outstanding`, 'airdrops'],
    );
  }
  for (const [contract] of world.some([...world.ledger.contracts.entries()], SOME)) {
    lists.push([`/contracts/${contract}/state`, 'state']);
  }
  // Values of all lists of one route are merged, because the same field has the same format in each.
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [list, items] of lists) {
    const route = list.replace(/\d+\.\d+\.\d+|\?.*/g, '');
    const fields = found.get(route) ?? new Map<string, Set<string>>();
    gather(await world.readAll(list, items), items, fields);
    found.set(route, fields);
  }
  const requested = new Set<string>();
  // Two requests per value, chosen round robin, because one parser reads all values of a kind.
  let round = 0;
  for (const [route, fields] of found) {
    for (const [field, values] of fields) {
      const uses = REQUESTS_IN_LIST[route]?.[field] ?? REQUESTS_BY_FIELD[field];
      if (uses === undefined) continue;
      const named = [...values].filter((one) => !isNothing(one));
      for (const value of world.some(named, 2)) {
        const all = uses(value);
        round += 2;
        for (const path of all.filter((_, index) => (index + round) % all.length < 2)) {
          if (requested.has(path)) continue;
          requested.add(path);
          await answers(world, path, UNDERSTOOD);
        }
      }
    }
  }
}
