import type { ProofStep } from '../../src/proof/refusal.ts';
import { twoOf } from '../ingest/block-writer.ts';
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
    'leaves hashed without their byte',
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
    'a version whose trees are not known',
    'leaf',
    (block) => {
      block.trees[6][0] = header(71);
      block.leaves = 8;
    },
  ],
  [
    'two nodes joined where one is',
    'signature',
    (block) => {
      block.trees[6][0] = header(77);
      block.leaves = 8;
      block.one = (hash) => twoOf(hash, hash);
    },
  ],
  ['a header behind the first place', 'leaf', (block) => swap(block.trees[6], 0, 1)],
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
    'the result of another in its place',
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
  ['a result left out', 'link', (block) => hide(block, 2)],
  ['the first result left out', 'link', (block) => hide(block, 1)],
  ['the last result left out', 'link', (block) => hide(block, 4)],
  ['an output left out between results', 'link', (block) => hide(block, 3)],
  [
    'an output before its result',
    'link',
    (block) => {
      block.trees[6].splice(1, 4, item(6, message([1, 1])), result(0), result(1), result(2));
    },
  ],
  ['a result more than receipts', 'link', (block) => void block.shown[6].push(5)],
  ['the receipt of another id', 'link', withReceipts(receiptsAt(2, pushOf(one(transactionId(9)))))],
  [
    'the receipt of another nonce',
    'link',
    withReceipts(receiptsAt(2, pushOf(one(transactionId(1, { nonce: 1 }))))),
  ],
  [
    'the receipt of the scheduled one',
    'link',
    withReceipts(receiptsAt(2, pushOf(one(transactionId(1, { scheduled: true }))))),
  ],
  ['the receipt of another status', 'link', withReceipts(receiptsAt(2, pushOf(one(transactionId(1), 21))))],
  ['two receipts of its id', 'link', withReceipts(receiptsAt(2, pushOf(entries(1, 1, 2))))],
  ['receipts of another state', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2), 127)))],
  [
    'receipts that are taken off the queue',
    'link',
    withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2), 126, 8))),
  ],
  [
    'receipts pushed twice',
    'link',
    withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2)), pushOf(entries(3)))),
  ],
  ['receipts of another time', 'link', withReceipts(receiptsAt(3, pushOf(entries(0, 1, 2))))],
  ['receipts without a time', 'link', withReceipts(item(7, pushOf(entries(0, 1, 2))))],
  ['fewer receipts than results', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1))))],
  ['more receipts than results', 'link', withReceipts(receiptsAt(2, pushOf(entries(0, 1, 2, 3))))],
  ['a receipt of nobody', 'leaf', withReceipts(receiptsAt(2, pushOf(message([1, message([3, 22])]))))],
  [
    'a result that is longer than what holds it',
    'leaf',
    (block) => {
      block.trees[6][2] = item(5, Buffer.from('120a08', 'hex'));
    },
  ],
  [
    'a result that says its status again, as another one',
    'link',
    (block) => {
      block.trees[6][2] = item(5, Buffer.concat([result(1).subarray(2), message([1, 21])]));
    },
  ],
  [
    'groups in a result, a hundred deep',
    'leaf',
    (block) => {
      block.trees[6][2] = item(
        5,
        Buffer.concat([result(1).subarray(2), Buffer.alloc(100, 0x53), Buffer.alloc(100, 0x54)]),
      );
    },
  ],
  [
    'groups in a transaction, a thousand deep',
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
