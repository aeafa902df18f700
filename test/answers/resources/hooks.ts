import {
  address,
  at,
  hex,
  type Item,
  id,
  keyJson,
  keyRow,
  many,
  type Resource,
  since,
  span,
  time,
  word,
} from '../answers.ts';
import { NEW_PAGES, OWNER } from './owner.ts';

/*
 * Hooks of account 1001 and the storage of one.
 */

// Hooks 1 to 27 of 1001; every tenth is deleted.
const hook = (number: number): Item => ({
  admin_key: number === 1 ? keyJson('c1') : null,
  contract_id: id(1010),
  created_timestamp: time(42),
  deleted: number % 10 === 0,
  extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
  hook_id: number,
  owner_id: id(1001),
  timestamp_range: span(42),
  type: 'EVM',
});

/** Slots 1 to 28 of hook 3; the last is cleared. At 43 s the first three were written, the third cleared at 44 s. */
const SLOTS = many(27, (number) => ({ key: word(number), timestamp: time(45), value: word(number * 2) }));
const CHANGES: readonly Item[] = [
  { key: word(1), timestamp: time(43), value: word(100) },
  { key: word(2), timestamp: time(43), value: null },
  { key: word(3), timestamp: time(44), value: word(0) },
];
const digits = (number: number): string => hex(word(number).slice(2));

export const hooks: Resource = {
  rows: {
    hook: many(27, (number) => ({
      owner_id: 1001,
      hook_id: number,
      contract_id: 1010,
      created_timestamp: at(42),
      timestamp_range: since(42),
      deleted: number % 10 === 0,
      admin_key: number === 1 ? keyRow('c1') : null,
    })),
    hook_storage: many(28, (number) => ({
      owner_id: 1001,
      hook_id: 3,
      key: digits(number),
      value: hex((number * 2).toString(16).padStart(2, '0')),
      created_timestamp: at(43),
      modified_timestamp: at(45),
      deleted: number === 28,
    })),
    hook_storage_change: [
      [1, 43, '64'],
      [2, 43, null],
      [3, 43, '07'],
      [3, 44, ''],
    ].map(([number, seconds, written]) => ({
      owner_id: 1001,
      hook_id: 3,
      key: digits(Number(number)),
      consensus_timestamp: at(Number(seconds)),
      value_read: hex(''),
      value_written: written === null ? null : hex(String(written)),
    })),
  },
  lists: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks',
      path: OWNER,
      family: 'network',
      items: 'hooks',
      order: 'desc',
      maxAge: 1,
      pages: NEW_PAGES,
      all: many(27, hook),
      keys: { 'hook.id': ({ hook_id }) => hook_id },
      ends: {},
      filters: {
        'hook.id': {
          with: 'limit=100',
          value: '20',
          eq: 't',
          ne: 'a-A',
          gt: 'u-A',
          gte: 't-A',
          lt: 'a-s',
          lte: 'a-t',
        },
      },
      cases: {
        'hook.id=3&hook.id=5&hook.id=7&hook.id=gt:3': 'ge',
        'hook.id=1,2,27': 'Aba',
        'hook.id=gt:5&hook.id=lt:4': '',
        'hook.id=x': "400 Failed to convert 'hook.id'",
        'hook.id=lt:5&limit=1': ['d', 'limit=1&hook.id=lt:4'],
        'hook.id=gt:26&limit=1': 'A',
        [`hook.id=${many(101, String).join(',')}`]: '400 hookId size must be between 0 and 100',
      },
      paths: {
        '/accounts/1099/hooks': '',
        [`/accounts/${address(0xdead)}/hooks`]: '404 No account found for the given ID',
        '/accounts/x/hooks': "400 Failed to convert 'ownerId'",
      },
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
      path: { ...OWNER, hookId: '3' },
      family: 'network',
      items: 'storage',
      order: 'asc',
      maxAge: 1,
      pages: NEW_PAGES,
      all: SLOTS,
      extra: () => ({ hook_id: 3, owner_id: id(1001) }),
      keys: { key: ({ key }) => key },
      filters: {
        key: [
          { with: 'limit=100', value: word(5), eq: 'e', gt: 'f-A', gte: 'e-A', lt: 'a-d', lte: 'a-e' },
          { with: 'limit=100', value: '0x5', eq: 'e', gt: 'f-A', gte: 'e-A', lt: 'a-d', lte: 'a-e' },
        ],
      },
      cases: {
        'key=1&key=0x02&key=gt:1': 'b',
        'key=xyz': "400 Failed to convert 'key'",
        'key=ne:1': "400 Failed to convert 'key'",
        [`key=${many(101, String).join(',')}`]: '400 keys size must be between 0 and 100',
        'timestamp=1,2,3': '400 timestamps size must be between 0 and 2',
        'timestamp=x': "400 Failed to convert 'timestamp'",
        'timestamp=ne:1': "400 Failed to convert 'timestamp'",
      },
      paths: {
        '/accounts/x/hooks/3/storage': "400 Failed to convert 'ownerId'",
        '/accounts/1001/hooks/x/storage': "400 Failed to convert 'hookId'",
        '/accounts/1001/hooks/-1/storage': '400 hookId must be greater than or equal to 0',
        [`/accounts/${address(0xdead)}/hooks/3/storage`]: '404 No account found for the given ID',
      },
    },
  ],
  items: [
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
      family: 'network',
      maxAge: 1,
      answers: Object.fromEntries(
        (
          [
            // A time means at or before it. A cleared slot is returned with its former write.
            ['timestamp=44', [0, 1, 2]],
            ['timestamp=eq:44', [0, 1, 2]],
            ['timestamp=lte:44', [0, 1, 2]],
            ['timestamp=gt:43', [2]],
            ['timestamp=gte:44', [2]],
            ['timestamp=gte:43&timestamp=lt:43.1', [0, 1, '3 before']],
            ['timestamp=lt:44', [0, 1, '3 before']],
            ['timestamp=lt:44&order=desc&key=lte:2', [1, 0]],
            ['timestamp=lt:43', []],
          ] as const
        ).map(([query, shown]) => [
          `/accounts/1001/hooks/3/storage?${query}`,
          {
            hook_id: 3,
            owner_id: id(1001),
            storage: shown.map((one) =>
              typeof one === 'number' ? CHANGES[one] : { key: word(3), timestamp: time(43), value: word(7) },
            ),
            links: { next: null },
          },
        ]),
      ),
    },
    {
      route: '/accounts/{idOrAliasOrEvmAddress}/hooks/{hookId}/storage',
      family: 'network',
      maxAge: 1,
      answers: {
        '/accounts/1001/hooks/99/storage': {
          hook_id: 99,
          owner_id: id(1001),
          storage: [],
          links: { next: null },
        },
      },
    },
  ],
};
