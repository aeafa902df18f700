import { at, hex, type Item, many, type Resource, time } from '../answers.ts';

/** Blocks 1 to 5, of five seconds each, the last one at 125 s. */
const hashOf = (number: number): string => String(number).repeat(96);

const row = (number: number, more: Item = {}): Item => ({
  name: `1970-01-01T00_0${number}_00Z.rcd.gz`,
  load_start: 0,
  load_end: 0,
  hash: hashOf(number),
  prev_hash: hashOf(number - 1),
  consensus_start: at(95 + 5 * number, 1),
  consensus_end: at(100 + 5 * number),
  count: 10 * number,
  digest_algorithm: 0,
  version: 6,
  file_hash: hashOf(9),
  index: number,
  gas_used: 1000 * number,
  size: 500 + number,
  hapi_version_major: 0,
  hapi_version_minor: 60,
  hapi_version_patch: number,
  ...more,
});

const block = (number: number, more: Item = {}): Item => ({
  count: 10 * number,
  gas_used: 1000 * number,
  hapi_version: `0.60.${number}`,
  hash: `0x${hashOf(number)}`,
  logs_bloom: null,
  name: `1970-01-01T00_0${number}_00Z.rcd.gz`,
  number,
  previous_hash: `0x${hashOf(number - 1)}`,
  size: 500 + number,
  timestamp: { from: time(95 + 5 * number, 1), to: time(100 + 5 * number) },
  ...more,
});

/** Block 2 has a bloom; of block 3 only the size in bytes is known; block 4 has no gas and no version. */
const BLOCKS = many(5, (number) =>
  block(
    number,
    [
      {},
      {},
      { logs_bloom: `0x${'a5'.repeat(256)}` },
      { size: 3 },
      { gas_used: null, hapi_version: null },
      {},
    ][number],
  ),
);

export const blocks: Resource = {
  rows: {
    record_file: [
      row(1),
      row(2, { logs_bloom: hex('a5'.repeat(256)) }),
      row(3, { size: null, bytes: hex('010203') }),
      row(4, { gas_used: -1, hapi_version_minor: null }),
      row(5),
    ],
  },
  lists: [
    {
      route: '/blocks',
      family: 'ledger',
      items: 'blocks',
      order: 'desc',
      maxAge: 1,
      all: BLOCKS,
      keys: { 'block.number': ({ number }) => number },
      filters: {
        'block.number': [
          { value: '3', eq: 'c', gt: 'de', gte: 'c-e', lt: 'ab', lte: 'a-c' },
          { value: '0x3', eq: 'c', gt: 'de', gte: 'c-e', lt: 'ab', lte: 'a-c' },
        ],
        timestamp: { value: '115', eq: 'c', ne: 'abde', gt: 'de', gte: 'c-e', lt: 'ab', lte: 'a-c' },
      },
      cases: {
        'block.number=2&block.number=4': '',
        'block.number=gt:1&block.number=lt:4': 'cb',
        'block.number=gt:1&timestamp=lte:120&limit=2': [
          'dc',
          'block.number=gt:1&block.number=lt:3&timestamp=lte:120&limit=2',
        ],
        'block.number=gte:3&limit=1&order=asc': ['c', 'limit=1&order=asc&block.number=gt:3'],
        'block.number=3&limit=1': 'c',
        // The link omits `waitFor`, which is a parameter of all reads.
        'waitFor=5&limit=1': ['e', 'limit=1&block.number=lt:5'],
        'waitfor=0&block.number=2': 'b',
        'waitFor=latest': '400 Invalid parameter: waitFor',
        'waitFor=-1&limit=x': '400 Invalid parameter: waitFor',
        'waitFor=1&waitFor=2': '400 Invalid parameter: waitFor',
        'waitFor=99&limit=x': '400 Invalid parameter: limit',
        'block.number=gt:4&block.number=lt:2': '',
        'timestamp=110.000000001': '',
        'block.number=x': '400 Invalid parameter: block.number',
        'block.number=-1&timestamp=1.': '400 Invalid parameter: block.number | Invalid parameter: timestamp',
        'timestamp=12345678901': '400 Invalid parameter: timestamp',
      },
    },
  ],
  items: [
    {
      route: '/blocks/{hashOrNumber}',
      family: 'lookup',
      maxAge: 600,
      answers: {
        '/blocks/2': BLOCKS[1] as Item,
        '/blocks/2?waitFor=5': BLOCKS[1] as Item,
        '/blocks/2?waitFor=x': '400 Invalid parameter: waitFor',
        [`/blocks/${hashOf(3)}`]: BLOCKS[2] as Item,
        [`/blocks/0x${hashOf(3)}`]: BLOCKS[2] as Item,
        [`/blocks/0x${hashOf(4).slice(0, 64)}`]: BLOCKS[3] as Item,
        '/blocks/6': '404 Not found',
        [`/blocks/0x${hashOf(6)}`]: '404 Not found',
        '/blocks/0x3': '400 Invalid parameter: hashOrNumber',
        '/blocks/x?foo=1': '400 Unknown query parameter: foo',
        '/blocks/-1': '400 Invalid parameter: hashOrNumber',
      },
    },
  ],
  requests: [
    {
      // The awaited block exists.
      route: '/blocks/{hashOrNumber}',
      family: 'lookup',
      url: '/blocks/2?waitFor=5',
      requestHeaders: { prefer: 'respond-async, wait=7' },
      expected: BLOCKS[1] as Item,
      headers: {
        'tain-wait': 'met;ms=0',
        'preference-applied': 'wait=7',
        'cache-control': 'public, max-age=600',
      },
    },
    {
      route: '/blocks/{hashOrNumber}',
      family: 'lookup',
      url: '/blocks/2',
      requestHeaders: { prefer: 'wait=soon' },
      expected: BLOCKS[1] as Item,
      headers: { 'tain-wait': '', 'preference-applied': '' },
    },
    {
      // A user with a higher maximum page size.
      route: '/blocks',
      family: 'ledger',
      url: '/blocks?limit=100',
      server: 'small',
      requestHeaders: { authorization: `Basic ${Buffer.from('reader:secret').toString('base64')}` },
      expected: {
        blocks: [...BLOCKS].reverse().slice(0, 4),
        links: { next: '/api/v1/blocks?limit=100&block.number=lt:2' },
      },
    },
  ],
};
