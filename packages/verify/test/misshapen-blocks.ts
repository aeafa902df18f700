import { twoOf } from '../../../test/ingest/block-writer.ts';
import type { ProofStep } from '../src/refusal.ts';
import { swap } from './forged-blocks.ts';
import {
  type Draft,
  entries,
  header,
  input,
  item,
  message,
  pushOf,
  receiptEntry,
  receiptsAt,
  result,
  TIME_NS,
  timeBytes,
  transactionId,
} from './own-block.ts';

/** Fault of a block that is signed nevertheless. */
type Misshape = readonly [what: string, step: ProofStep, change: (block: Draft) => void];

const hide = (block: Draft, index: number) => {
  block.shown[6] = block.shown[6].filter((each) => each !== index);
};
const withReceipts = (receipts: Buffer) => (block: Draft) => {
  block.trees[7][1] = receipts;
};
const one = (id: Buffer, status = 22) => Buffer.concat([entries(0), receiptEntry(id, status), entries(2)]);

export const MISSHAPEN: readonly Misshape[] = [
  [
    'leaves hashed without their prefix byte',
    'path',
    (block) => {
      block.leaf = (bytes) => twoOf(bytes, Buffer.alloc(0));
    },
  ],
  [
    'the form of eight leaves in 0.78',
    'path',
    (block) => {
      block.leaves = 8;
    },
  ],
  [
    'the form of sixteen leaves in 0.77',
    'path',
    (block) => {
      block.trees[6][0] = header(77);
    },
  ],
  [
    'a version with unknown trees',
    'leaf',
    (block) => {
      block.trees[6][0] = header(71);
      block.leaves = 8;
    },
  ],
  [
    'an only child hashed as two children',
    'signature',
    (block) => {
      block.trees[6][0] = header(77);
      block.leaves = 8;
      block.one = (hash) => twoOf(hash, hash);
    },
  ],
  ['a header that is not the first item', 'leaf', (block) => swap(block.trees[6], 0, 1)],
  [
    'two headers',
    'leaf',
    (block) => {
      block.trees[6][3] = header();
    },
  ],
  [
    'a header with another time',
    'leaf',
    (block) => {
      block.trees[6][0] = header(78, timeBytes(TIME_NS + 1n));
    },
  ],
  [
    'a header without a time',
    'leaf',
    (block) => {
      block.trees[6][0] = item(1, message([3, 42]));
    },
  ],
  [
    'a header of another hash algorithm',
    'leaf',
    (block) => {
      block.trees[6][0] = item(1, message([3, 42], [4, timeBytes(TIME_NS)], [5, 1]));
    },
  ],
  [
    'the result of another transaction',
    'link',
    (block) => {
      block.trees[6][2] = result(1, 21);
    },
  ],
  [
    'a result of a state signature',
    'link',
    (block) => {
      const body = Buffer.concat([message([1, transactionId(1)]), message([65, Buffer.alloc(0)])]);
      block.trees[5][1] = item(4, message([1, body]));
    },
  ],
  ['a missing result', 'link', (block) => hide(block, 2)],
  ['a missing first result', 'link', (block) => hide(block, 1)],
  ['a missing last result', 'link', (block) => hide(block, 4)],
  ['a missing output between results', 'link', (block) => hide(block, 3)],
  [
    'an output before its result',
    'link',
    (block) => {
      block.trees[6].splice(1, 4, item(6, message([1, 1])), result(0), result(1), result(2));
    },
  ],
  ['one result more than receipts', 'link', (block) => void block.shown[6].push(5)],
  ['the receipt of another id', 'link', withReceipts(receiptsAt(2, pushOf(one(transactionId(9)))))],
  [
    'the receipt of another nonce',
    'link',
    withReceipts(receiptsAt(2, pushOf(one(transactionId(1, { nonce: 1 }))))),
  ],
  [
    'the receipt of the scheduled transaction',
    'link',
    withReceipts(receiptsAt(2, pushOf(one(transactionId(1, { scheduled: true }))))),
  ],
  ['the receipt of another status', 'link', withReceipts(receiptsAt(2, pushOf(one(transactionId(1), 21))))],
  ['two receipts of one id', 'link', withReceipts(receiptsAt(2, pushOf(entries(1, 1, 2))))],
  ['receipts of another state', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2), 127)))],
  ['receipts removed from the queue', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2), 126, 8)))],
  [
    'receipts pushed twice',
    'link',
    withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2)), pushOf(entries(3)))),
  ],
  ['receipts of another time', 'link', withReceipts(receiptsAt(3, pushOf(entries(0, 1, 2))))],
  ['receipts without a time', 'link', withReceipts(item(7, pushOf(entries(0, 1, 2))))],
  ['fewer receipts than results', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1))))],
  ['more receipts than results', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2, 3))))],
  ['a receipt without an id', 'leaf', withReceipts(receiptsAt(2, pushOf(message([1, message([3, 22])]))))],
  [
    'a result longer than its item',
    'leaf',
    (block) => {
      block.trees[6][2] = item(5, Buffer.from('120a08', 'hex'));
    },
  ],
  [
    'a result with a second status',
    'link',
    (block) => {
      block.trees[6][2] = item(5, Buffer.concat([result(1).subarray(2), message([1, 21])]));
    },
  ],
  [
    'groups in a result, nested 100 deep',
    'leaf',
    (block) => {
      block.trees[6][2] = item(
        5,
        Buffer.concat([result(1).subarray(2), Buffer.alloc(100, 0x53), Buffer.alloc(100, 0x54)]),
      );
    },
  ],
  [
    'groups in a transaction, nested 1,000 deep',
    'leaf',
    (block) => {
      block.trees[5][1] = item(4, Buffer.alloc(2000, Buffer.from([0x53])));
    },
  ],
  [
    'a transaction without an id',
    'leaf',
    (block) => {
      block.trees[5][1] = item(4, message([1, message([6, Buffer.from('memo')])]));
    },
  ],
  [
    'a filtered item as its content',
    'leaf',
    (block) => {
      block.trees[5][1] = item(8, message([1, block.leaf(input(1))], [2, 5]));
    },
  ],
  [
    'a redacted item as its content',
    'leaf',
    (block) => {
      block.trees[5][1] = item(19, message([1, block.leaf(input(1))], [3, 5]));
    },
  ],
  ...[2, 3, 9, 12, 13, 24, 100].map(
    (kind): Misshape => [
      `an item of kind ${kind}`,
      'leaf',
      (block) => {
        block.trees[5][1] = item(kind, input(1).subarray(2));
      },
    ],
  ),
];
