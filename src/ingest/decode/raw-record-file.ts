import type { HapiVersion } from '@tain/ledger/hapi-version';

/** One transaction and its record as bytes of the file. */
export interface RawItem {
  readonly transaction: Buffer;
  readonly record: Buffer;
}

/** A sidecar that a v6 file names. */
export interface SidecarMetadata {
  readonly id: number;
  readonly hash: Buffer;
  readonly types: readonly number[];
}

/** A record file split but not yet decoded; its hashes are computed and consistent. */
export interface RawRecordFile {
  readonly version: number;
  readonly hapiVersion: HapiVersion | null;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  readonly fileHash: Buffer;
  readonly metadataHash: Buffer | null;
  readonly number: bigint | null;
  readonly items: readonly RawItem[];
  readonly sidecars: readonly SidecarMetadata[];
}
