import { possibleRoots } from '../decode/block/block-file.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { ReadBlock } from './read-block.ts';

/** Facts about the root hashes of wrapped record blocks that follow from the chain, before any block is read. */
export interface WrappedForm {
  /** Index of the form among the possible root hashes. */
  readonly form: number;
  /** Position of the stored block, with the root hash that the next block names. */
  readonly position: BlockPosition | null;
  /** Other possible root hash of the stored block, when there is no next block yet. */
  readonly otherRoot: Buffer | null;
}

/**
 * Determines the form of the root hashes of wrapped record blocks. Such a block does not state it, but the next block
 * names its root hash. Reads the stored block and the next one or, when nothing is stored, the first block (`next`) and
 * the second one. Returns null when these do not determine the form.
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
    // The error of a block is reported when that block is processed.
    if (!(error instanceof StreamFileError)) throw error;
    return null;
  }
}
