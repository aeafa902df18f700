import type { BlockFile } from '../decode/block/block-file.ts';
import type { StoredObject } from '../store/object-store.ts';

/** A block that was read, decompressed and hashed. It has the requested number. */
export interface ReadBlock {
  readonly file: BlockFile;
  /** The stored file, as received; for a block received as items, their file. */
  readonly stored: StoredObject;
  /** Bytes on the wire. */
  readonly size: number;
  /** Bytes decompressed. */
  readonly bytes: number;
}
