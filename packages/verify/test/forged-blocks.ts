import type { ProofStep } from '../src/refusal.ts';
import { type BlockProof, base64, header, input, message, TIME_NS, timeBytes } from './own-block.ts';

/** An attacker's change of a proof of another network's block. */
type Forgery = readonly [what: string, step: ProofStep, forge: (proof: BlockProof) => void];
const treeIn = ({ trees }: BlockProof, number: number) => {
  const tree = trees.find((each) => each.tree === number);
  if (!tree) throw new Error(`no tree ${number}`);
  return tree;
};
const firstIn = (proof: BlockProof, number: number) => {
  const [first] = treeIn(proof, number).items;
  if (!first) throw new Error('no item');
  return first;
};
const subtreesOf = (proof: BlockProof) => proof.subtrees as string[];
export const swap = <T>(list: T[], one: number, other: number) => {
  const [left, right] = [list[one], list[other]];
  if (left !== undefined && right !== undefined) [list[one], list[other]] = [right, left];
};
const transactionIn = ({ transaction }: BlockProof) => {
  if (!transaction) throw new Error('no transaction');
  return transaction;
};

export const FORGERIES: readonly Forgery[] = [
  ['items in another order', 'format', (proof) => void treeIn(proof, 6).items.reverse()],
  [
    'the content of two items swapped',
    'path',
    (proof) => {
      const { items } = treeIn(proof, 6);
      const [first, second] = items;
      if (first && second) [first.bytes, second.bytes] = [second.bytes, first.bytes];
    },
  ],
  ['siblings in another order', 'path', (proof) => void treeIn(proof, 5).siblings.reverse()],
  [
    'an item on the other side of its sibling',
    'path',
    (proof) => {
      firstIn(proof, 5).index = 0;
      transactionIn(proof).input = 0;
    },
  ],
  ['subtrees in another order', 'path', (proof) => swap(subtreesOf(proof), 5, 6)],
  ['unused subtrees in place of used ones', 'signature', (proof) => swap(subtreesOf(proof), 1, 9)],
  ['a duplicate tree', 'format', (proof) => void proof.trees.splice(1, 1, treeIn(proof, 5))],
  [
    'an inner node as an item',
    'leaf',
    (proof) => {
      const [left = '', right = ''] = treeIn(proof, 5).siblings;
      firstIn(proof, 5).bytes = base64(
        Buffer.concat([Buffer.of(2), ...[left, right].map((each) => Buffer.from(each, 'base64'))]),
      );
    },
  ],
  [
    'a tree truncated at its inner nodes',
    'path',
    (proof) => {
      const tree = treeIn(proof, 5);
      tree.leaves = 2;
      tree.siblings.pop();
    },
  ],
  [
    'eight of sixteen subtrees',
    'path',
    (proof) => {
      (proof as { subtrees: string[] }).subtrees = subtreesOf(proof).slice(0, 8);
    },
  ],
  ['an extra subtree', 'format', (proof) => void subtreesOf(proof).push(subtreesOf(proof)[15] ?? '')],
  [
    'a tree with an unknown number',
    'format',
    (proof) => {
      treeIn(proof, 6).tree = 99;
    },
  ],
  [
    'items of tree 7 as those of tree 8',
    'leaf',
    (proof) => {
      treeIn(proof, 7).tree = 8;
    },
  ],
  [
    'an item below the previous block',
    'format',
    (proof) => {
      treeIn(proof, 5).tree = 1;
    },
  ],
  [
    'an item below the roots of all blocks',
    'format',
    (proof) => {
      treeIn(proof, 5).tree = 2;
    },
  ],
  [
    'an item below the state',
    'format',
    (proof) => {
      treeIn(proof, 5).tree = 3;
    },
  ],
  [
    'an item of another block',
    'path',
    (proof) => {
      firstIn(proof, 5).bytes = base64(input(4));
    },
  ],
  [
    'the header of another block',
    'path',
    (proof) => {
      firstIn(proof, 6).bytes = base64(header(79));
    },
  ],
  [
    'the time of another block',
    'leaf',
    (proof) => {
      (proof as { timestamp: string }).timestamp = base64(timeBytes(TIME_NS + 1n));
    },
  ],
  ['no header', 'path', (proof) => void treeIn(proof, 6).items.shift()],
  [
    'the receipt of another transaction',
    'link',
    (proof) => {
      transactionIn(proof).entry = 0;
    },
  ],
  [
    'the index of a missing receipt',
    'link',
    (proof) => {
      transactionIn(proof).entry = 3;
    },
  ],
  [
    'state changes in place of receipts',
    'link',
    (proof) => {
      transactionIn(proof).receipts = 0;
    },
  ],
  [
    'a transaction whose item the proof omits',
    'format',
    (proof) => {
      transactionIn(proof).input = 0;
    },
  ],
  [
    'the index of an inner transaction outside of a batch',
    'leaf',
    (proof) => {
      transactionIn(proof).inner = 0;
    },
  ],
  [
    'an unknown kind of link',
    'format',
    (proof) => {
      (transactionIn(proof) as { link: string }).link = 'record';
    },
  ],
  [
    'an item followed by another item',
    'leaf',
    (proof) => {
      const first = firstIn(proof, 5);
      first.bytes = base64(Buffer.concat([Buffer.from(first.bytes, 'base64'), input(0)]));
    },
  ],
  [
    'an item followed by a number',
    'leaf',
    (proof) => {
      const first = firstIn(proof, 5);
      first.bytes = base64(Buffer.concat([Buffer.from(first.bytes, 'base64'), message([1, 1])]));
    },
  ],
  [
    'a truncated item',
    'leaf',
    (proof) => {
      const first = firstIn(proof, 5);
      first.bytes = base64(Buffer.from(first.bytes, 'base64').subarray(0, -1));
    },
  ],
  [
    'an empty item',
    'leaf',
    (proof) => {
      firstIn(proof, 5).bytes = '';
    },
  ],
  ['an empty hash among the siblings', 'format', (proof) => void treeIn(proof, 5).siblings.splice(0, 1, '')],
  [
    'a sibling of 49 bytes',
    'format',
    (proof) => void treeIn(proof, 5).siblings.splice(0, 1, base64(Buffer.alloc(49))),
  ],
  [
    'a subtree of 47 bytes',
    'format',
    (proof) => void subtreesOf(proof).splice(0, 1, base64(Buffer.alloc(47))),
  ],
  ['an extra sibling', 'path', (proof) => void treeIn(proof, 5).siblings.push(subtreesOf(proof)[0] ?? '')],
  ['a missing sibling', 'path', (proof) => void treeIn(proof, 5).siblings.pop()],
  [
    'more leaves than the maximum',
    'format',
    (proof) => {
      treeIn(proof, 5).leaves = 1_000_001;
    },
  ],
  [
    'a number of leaves that is not an integer',
    'format',
    (proof) => {
      treeIn(proof, 5).leaves = 4.5;
    },
  ],
  ['a tree without items', 'format', (proof) => void treeIn(proof, 7).items.splice(0)],
  [
    'an index beyond the last leaf',
    'format',
    (proof) => {
      firstIn(proof, 5).index = 4;
    },
  ],
];
