import { possibleRoots } from '../decode/block/block-file.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { ReadBlock } from './read-block.ts';

/** What the chain shows of the root hashes of wrapped record blocks before any is read. */
export interface WrappedForm {
  /** Which of the possible root hashes they have. */
  readonly form: number;
  /** The stored block, with the root hash that the next one names. */
  readonly position: BlockPosition | null;
  /** The other root hash that the stored block may have, where there is no next block yet. */
  readonly otherRoot: Buffer | null;
}

/**
 * Which form the root hashes of wrapped record blocks have: nothing in such a block says it, but the block after it
 * names its root hash. Looked up for the stored block and the one after it or, where nothing is stored, for the first
 * block (`next`) and the second one. Null: they do not show it.
 */
export async function learnForm(
  read: (number: bigint) => Promise<ReadBlock | null>,
  position: BlockPosition | null,
  next: bigint,
): Promise<WrappedForm | null> {
  if (position !== null && (position.recordHash === null || position.rootHash === null)) return null;
  const number = position?.number ?? next;
  try {
    const block = await read(number);
    if (!block?.file.isWrapped) return null;
    const roots = possibleRoots(block.file);
    const stored = roots.findIndex((root) => root.toString('hex') === position?.rootHash);
    const after = await read(number + 1n);
    const named = after ? roots.findIndex((root) => root.equals(after.file.footer.previousRoot)) : -1;
    const form = named < 0 ? stored : named;
    const root = roots[form];
    if (!root) return null;
    return {
      form,
      position: position && stored >= 0 ? { ...position, rootHash: root.toString('hex') } : position,
      otherRoot: after ? null : (roots[1 - form] ?? null),
    };
  } catch (error) {
    // What is wrong with a block is said when its turn comes.
    if (!(error instanceof StreamFileError)) throw error;
    return null;
  }
}
