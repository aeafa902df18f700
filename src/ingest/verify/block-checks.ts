import { asBuffer } from '@tain/ledger/integer-bytes';
import { type Block, type BlockPosition, hashOf } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';

/**
 * Throws `StreamFileError` when a block does not continue a position: by its number, its time, and the hashes that both
 * have. Returns a warning for the log, or null.
 *
 * - After a block, or a wrapped record block whose proof covers its root hash: the footer must name its root hash.
 * - A record file in the block must name the record file before it. Nodes signed that file and not the block around it,
 *   so another root hash there is only a warning: the files may have been wrapped again.
 * - The first block after a record file that was not wrapped names a root hash that is not published elsewhere, so
 *   there is nothing to compare it with.
 */
export function expectNextBlock(block: Block, previous: BlockPosition): string | null {
  const { name, number, hashes } = block;
  const next = previous.number + 1n;
  if (number !== next) {
    throw new StreamFileError('chain', name, null, `is block ${number} instead of ${next}`);
  }
  const { record, root } = hashes;
  if (record && hex(record.previousHash) !== previous.recordHash) {
    throw doesNotFollow(name, 'record file', hex(record.previousHash), hashOf(previous));
  }
  if (block.consensusStart <= previous.consensusEnd) {
    throw new StreamFileError('chain', name, null, 'begins before the end of the previous block');
  }
  const named = root && hex(root.previousHash);
  if (named === null || previous.rootHash === null || named === previous.rootHash) return null;
  if (record && previous.recordHash !== null) {
    return `The wrapped record block names ${named} as the root hash before it, which was ${previous.rootHash}; the record files in both follow each other`;
  }
  throw doesNotFollow(name, 'block', named, previous.rootHash);
}

function doesNotFollow(name: string, what: string, named: string, expected: string): StreamFileError {
  return new StreamFileError(
    'chain',
    name,
    null,
    `does not follow the previous ${what}: its previous hash is ${named} instead of ${expected}`,
  );
}

function hex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex');
}
