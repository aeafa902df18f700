import { ITEM } from '@tain/ledger/block-item';
import { longToBigInt } from '@tain/ledger/long';
import { stream } from '@tain/protos/block-stream';
import { messageOf } from '../../../kernel/failure.ts';
import { atOnce, type Steps } from '../../../kernel/limits/in-slices.ts';
import { BLOCK_STREAM_VERSION, type Block } from '../decoded-block.ts';
import { StreamFileError } from '../stream-error.ts';
import { collectUnrecognized } from '../unrecognized.ts';
import type { BlockFile } from './block-file.ts';
import type { BlockItem } from './block-items.ts';
import { translateItems } from './translate.ts';
import { decodeWrappedBlock, type UnsignedOptions } from './wrapped-block.ts';

/**
 * Returns the block in a block file, for one of its possible root hashes (`possibleRoots`). `size`: bytes on the wire.
 * Throws `StreamFileError`. Blocks of 50,000 items take seconds, so those of a stream are decoded `inSlices`.
 */
export function* decodeBlock(
  file: BlockFile,
  root: Buffer,
  size: number,
  options: UnsignedOptions = {},
): Steps<Block> {
  return yield* file.isWrapped
    ? decodeWrappedBlock(file, root, size, options)
    : decodeStreamBlock(file, root, size);
}

/** Returns what `decodeBlock` does, at once. */
export function readBlock(file: BlockFile, root: Buffer, size: number, options: UnsignedOptions = {}): Block {
  return atOnce(decodeBlock(file, root, size, options));
}

function* decodeStreamBlock(file: BlockFile, root: Buffer, size: number): Steps<Block> {
  const { header, footer, name } = file;
  try {
    const { value: items, unrecognized } = yield* collectUnrecognized(
      translateItems(file.items, header.hapiVersion),
    );
    const times = items.map(({ consensusTimestamp }) => consensusTimestamp).sort((a, b) => (a < b ? -1 : 1));
    return {
      name: name.replaceAll('/', ''),
      version: BLOCK_STREAM_VERSION,
      hapiVersion: header.hapiVersion,
      softwareVersion: header.softwareVersion,
      consensusStart: times[0] ?? header.timestamp,
      consensusEnd: times.at(-1) ?? header.timestamp,
      hashes: { record: null, root: { hash: root, previousHash: footer.previousRoot } },
      number: header.number,
      rounds: roundsOf(file.items),
      size,
      items,
      sidecars: [],
      unrecognized,
    };
  } catch (error) {
    if (error instanceof StreamFileError) throw error;
    throw new StreamFileError('malformed', name, null, messageOf(error), { cause: error });
  }
}

function roundsOf(items: readonly BlockItem[]): Block['rounds'] {
  const rounds = items
    .filter(({ kind }) => kind === ITEM.roundHeader)
    .map(({ content }) => longToBigInt(stream.RoundHeader.decode(content).roundNumber));
  const [first, last] = [rounds[0], rounds.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}
