import type { BlockFile } from '../decode/block/block-file.ts';
import type { StoredObject } from '../store/object-store.ts';

/** A block that was read, decompressed and hashed. Its number is the requested one. */
export interface ReadBlock {
  readonly file: BlockFile;
  /** Stored file, as received; for a block received as items, the file built from them. */
  readonly stored: StoredObject;
  /** Size on the wire in bytes. */
  readonly size: number;
  /** Size in bytes once decompressed. */
  readonly bytes: number;
}
