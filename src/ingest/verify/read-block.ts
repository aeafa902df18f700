import type { BlockFile } from '../decode/block/block-file.ts';
import type { StoredObject } from '../store/object-store.ts';

/** A block that was read, decompressed and hashed. It has the number that it was asked for by. */
export interface ReadBlock {
  readonly file: BlockFile;
  /** As it came; of one that came as items, their file. */
  readonly stored: StoredObject;
  /** Bytes on the wire. */
  readonly size: number;
  /** Bytes decompressed. */
  readonly bytes: number;
}
