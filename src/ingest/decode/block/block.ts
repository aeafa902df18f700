import { ITEM } from '@tain/ledger/block-item';
import { longToBigInt } from '@tain/ledger/long';
import { stream } from '@tain/protos/block-stream';
import { messageOf } from '../../../kernel/failure.ts';
import { BLOCK_STREAM_VERSION, type Block } from '../decoded-block.ts';
import { StreamFileError } from '../stream-error.ts';
import { collectUnrecognized } from '../unrecognized.ts';
import type { BlockFile } from './block-file.ts';
import type { BlockItem } from './block-items.ts';
import { translateItems } from './translate.ts';
import { readWrappedBlock, type UnsignedOptions } from './wrapped-block.ts';

/**
 * Returns the block in a block file, for one of its possible root hashes (`possibleRoots`). `size`: bytes on the wire.
 * Throws `StreamFileError`.
 */
export function readBlock(file: BlockFile, root: Buffer, size: number, options: UnsignedOptions = {}): Block {
  return file.isWrapped ? readWrappedBlock(file, root, size, options) : readStreamBlock(file, root, size);
}

function readStreamBlock(file: BlockFile, root: Buffer, size: number): Block {
  const { header, footer, name } = file;
  try {
    const { value: items, unrecognized } = collectUnrecognized(() =>
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
