import type { Block } from '../decoded-block.ts';
import { readBlock } from './block.ts';
import type { BlockFile } from './block-file.ts';
import { readWrappedBlock, type UnsignedOptions } from './wrapped-block.ts';

/**
 * The block in a block file, wrapped record file or not, with one of its possible root hashes. `size`: bytes on the
 * wire. Throws `StreamFileError`.
 */
export function decodeBlock(
  file: BlockFile,
  root: Buffer,
  size: number,
  options: UnsignedOptions = {},
): Block {
  return file.isWrapped ? readWrappedBlock(file, root, size, options) : readBlock(file, root, size);
}
