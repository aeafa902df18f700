import { at, type Item, id, keyJson, keyRow, many, type Resource, since, span, time } from '../answers.ts';

/* Nodes: two address books, the nodes and their stakes, and registered nodes. */

const DAY = 86_400;
// Nodes 0 to 26 of the current address book. Node 1 has all fields, the others only those of the book's entry.
const entry = (node: number, more: Item = {}): Item => ({
  node_id: node,
  node_account_id: node + 3,
  public_key: 'bb',
  node_cert_hash: Buffer.from('34'),
  description: `node ${node}`,
  memo: id(node + 3),
  ...more,
});
const node = (number: number, more: Item = {}): Item => ({
  admin_key: null,
  associated_registered_nodes: [],
  decline_reward: null,
  description: `node ${number}`,
  file_id: id(102),
  grpc_proxy_endpoint: null,
  max_stake: null,
  memo: id(number + 3),
  min_stake: null,
  node_account_id: id(number + 3),
  node_cert_hash: '0x34',
  node_id: number,
  public_key: '0xbb',
  reward_rate_start: null,
  service_endpoints: [],
  stake: null,
  stake_not_rewarded: null,
  stake_rewarded: null,
  staking_period: null,
  timestamp: { from: time(5), to: null },
  ...more,
});
const NODES = many(27, (n) =>
  n !== 2
    ? node(n - 1)
    : node(1, {
        admin_key: keyJson('d1'),
        associated_registered_nodes: [4, 5],
        decline_reward: true,
        grpc_proxy_endpoint: { domain_name: 'proxy.example', ip_address_v4: '', port: 443 },
        max_stake: null,
        min_stake: 2,
        node_account_id: id(99),
        node_cert_hash: '0x12',
        public_key: '0xaa',
        reward_rate_start: 9,
        service_endpoints: [
          { domain_name: '', ip_address_v4: '10.0.0.1', port: 1 },
          { domain_name: '', ip_address_v4: '10.0.0.1', port: 3 },
          { domain_name: 'n.example', ip_address_v4: '9.0.0.1', port: 2 },
        ],
        stake: 13,
        stake_not_rewarded: null,
        stake_rewarded: 5,
        staking_period: { from: time(DAY), to: time(2 * DAY) },
      }),
);
const endpoint = (ip: string, port: number, domain = ''): Item => ({
  consensus_timestamp: at(5),
  node_id: 1,
  ip_address_v4: ip,
  port,
  domain_name: domain,
});

// Registered nodes 1 to 27 with four kinds round robin; 28 is deleted.
const KINDS = ['BLOCK_NODE', 'GENERAL_SERVICE', 'MIRROR_NODE', 'RPC_RELAY'] as const;
const kindOf = (number: number) => (number - 1) % 4;
const stored = (number: number): Item => ({
  ...[
    { block_node: { endpoint_apis: ['STATUS', 'PUBLISH'] } },
    { general_service: { description: 'explorer' } },
    { mirror_node: {} },
    { rpc_relay: {} },
  ][kindOf(number)],
  domain_name: number % 2 === 0 ? null : 'r.example',
  ip_address: number % 2 === 0 ? '10.0.0.9' : null,
  port: 443,
  requires_tls: number % 2 === 1,
});
const registered = (number: number): Item => {
  const kind = kindOf(number);
  return {
    admin_key: keyJson('d2'),
    created_timestamp: time(6),
    description: `registered ${number}`,
    registered_node_id: number,
    service_endpoints: [
      {
        block_node: kind === 0 ? { endpoint_apis: ['STATUS', 'PUBLISH'] } : null,
        domain_name: number % 2 === 0 ? null : 'r.example',
        general_service: kind === 1 ? { description: 'explorer' } : null,
        ip_address: number % 2 === 0 ? '10.0.0.9' : null,
        mirror_node: kind === 2 ? {} : null,
        port: 443,
        requires_tls: number % 2 === 1,
        rpc_relay: kind === 3 ? {} : null,
        type: KINDS[kind],
      },
    ],
    timestamp: span(6),
  };
};

const onlyEquals = (text: string) => ({ ne: text, gt: text, gte: text, lt: text, lte: text });

export const nodes: Resource = {
  rows: {
    address_book: [
      { start_consensus_timestamp: at(3), end_consensus_timestamp: at(5), file_id: 102, file_data: '' },
      { start_consensus_timestamp: at(4), file_id: 101, file_data: '' },
      { start_consensus_timestamp: at(5), file_id: 102, file_data: '' },
    ],
    address_book_entry: [
      { ...entry(0), consensus_timestamp: at(3) },
      { ...entry(7), consensus_timestamp: at(4) },
      ...many(27, (n) => ({
        ...entry(n - 1, n === 2 ? { public_key: '0xaa', node_cert_hash: Buffer.from('0x12') } : {}),
        consensus_timestamp: at(5),
      })),
    ],
    address_book_service_endpoint: [
      endpoint('9.0.0.1', 2, 'n.example'),
      endpoint('10.0.0.1', 3),
      endpoint('10.0.0.1', 1),
      { ...endpoint('1.1.1.1', 1), consensus_timestamp: at(3) },
    ],
    node: [
      {
        node_id: 1,
        account_id: 99,
        admin_key: keyRow('d1'),
        decline_reward: true,
        deleted: true,
        timestamp_range: since(5),
        grpc_proxy_endpoint: JSON.stringify({ domain_name: 'proxy.example', port: 443 }),
        associated_registered_nodes: [4, 5],
      },
    ],
    node_stake: [
      // Stake of the previous day.
      { consensus_timestamp: at(7), node_id: 0, stake: 1 },
      { consensus_timestamp: at(8), node_id: 1, stake: 13 },
    ].map((row) => ({
      epoch_day: 1,
      reward_rate: 9,
      stake_rewarded: 5,
      staking_period: at(DAY) - 1n,
      max_stake: -1,
      min_stake: 2,
      stake_not_rewarded: -1,
      ...row,
    })),
    registered_node: many(28, (number) => ({
      registered_node_id: number,
      admin_key: keyRow('d2'),
      created_timestamp: at(6),
      deleted: number === 28,
      description: `registered ${number}`,
      service_endpoints: JSON.stringify([stored(number)]),
      timestamp_range: since(6),
      type: [kindOf(number) + 1],
    })),
  },
  lists: [
    {
      route: '/network/nodes',
      family: 'nodes',
      items: 'nodes',
      order: 'asc',
      maxAge: 60,
      pages: { byDefault: 10, max: 25, above: 'cut' },
      all: NODES,
      keys: { 'node.id': ({ node_id }) => node_id },
      ends: { desc: true },
      filters: {
        'file.id': {
          with: 'node.id=lt:9',
          value: '102',
          eq: 'a-i',
          ...onlyEquals('400 Only equality operator is supported for file.id'),
        },
        'node.id': {
          with: 'limit=25&node.id=lt:20',
          value: '5',
          eq: 'f',
          ne: 'a-t',
          gt: 'g-t',
          gte: 'f-t',
          lt: 'a-e',
          lte: 'a-f',
        },
      },
      cases: {
        'file.id=102&limit=1': ['a', 'file.id=102&limit=1&node.id=gt:0'],
        'file.id=0.0.7': '',
        'node.id=3&node.id=5&node.id=gt:3': 'f',
        'node.id=gt:5&node.id=lt:4': '400 Invalid range provided for node.id',
        'file.id=gt:102': '400 Only equality operator is supported for file.id',
        'file.id=1&file.id=2': '400 Only a single instance is supported for file.id',
        'file.id=x&node.id=y&limit=0&order=z':
          '400 Invalid parameter: file.id | Invalid parameter: node.id | Invalid parameter: limit | Invalid parameter: order',
      },
    },
    {
      route: '/network/registered-nodes',
      family: 'nodes',
      items: 'registered_nodes',
      order: 'asc',
      maxAge: 60,
      pages: { byDefault: 25, max: 100, above: 'refused' },
      all: many(27, registered),
      keys: { 'registerednode.id': ({ registered_node_id }) => registered_node_id },
      filters: {
        // The parameter allows no operator.
        type: { value: 'BLOCK_NODE' },
        'registerednode.id': {
          with: 'limit=100',
          value: '5',
          eq: 'e',
          ne: 'a-A',
          gt: 'f-A',
          gte: 'e-A',
          lt: 'a-d',
          lte: 'a-e',
        },
      },
      cases: {
        'type=BLOCK_NODE': 'aeimquy',
        'type=general_service': 'bfjnrvz',
        'type=MIRROR_NODE': 'cgkoswA',
        'type=rpc_relay&order=desc&limit=2': [
          'xt',
          'type=rpc_relay&order=desc&limit=2&registerednode.id=lt:20',
        ],
        'type=UNKNOWN': '',
        'type=CONSENSUS': '400 Invalid parameter: type',
        'type=BLOCK_NODE&type=RPC_RELAY': '400 Only a single instance is supported for type',
        'registerednode.id=5&registerednode.id=lt:9':
          "400 The 'eq' operator cannot be combined with other operators",
        'registerednode.id=gt:5&registerednode.id=lt:4': '400 Invalid range: lower bound exceeds upper bound',
        'registerednode.id=1&registerednode.id=2&registerednode.id=3':
          '400 Invalid parameter: registerednode.id',
        'registerednode.id=x&limit=101':
          '400 Invalid parameter: limit | Invalid parameter: registerednode.id',
      },
    },
  ],
  items: [
    {
      route: '/network/nodes',
      family: 'nodes',
      maxAge: 60,
      answers: {
        '/network/nodes?file.id=0.0.101': {
          nodes: [node(7, { file_id: id(101), timestamp: { from: time(4), to: null } })],
          links: { next: null },
        },
      },
    },
  ],
};
