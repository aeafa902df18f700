import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { recordOf } from '../../kernel/counts.ts';
import { withFiles } from '../../kernel/file-shortage.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { BUCKET_SERVICE_NAMES, BUCKET_SERVICES, type BucketServiceName } from './bucket-services.ts';
import type { FailoverOptions } from './failover-store.ts';
import { openFolderStore } from './folder-store.ts';
import { limitTime } from './limit-time.ts';
import type { ObjectStore, WritableStore } from './object-store.ts';
import { unreadable } from './read-limited.ts';
import type { S3StoreOptions } from './s3-store.ts';
import type { StoreObserver } from './store-observer.ts';

const PUT_TIMEOUT_MS = 60_000;

/**
 * Opens a folder that objects are also written to. The folder is created with the first object. Throws as
 * `openFolderStore`.
 */
async function openWritableFolder(folder: string): Promise<WritableStore> {
  const store = await openFolderStore(folder);
  const root = path.resolve(folder);
  return Object.assign(store, {
    put: (key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> =>
      withFiles(() => limitTime(key, PUT_TIMEOUT_MS, signal, () => putFile(root, key, bytes)), signal),
  });
}

/** Writes a temporary file, flushes it to the disk, and renames it. */
async function putFile(root: string, key: string, bytes: Uint8Array): Promise<void> {
  const parts = key.split('/');
  const isKey = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part));
  if (!isKey) throw new StreamFileError('bad-name', key, null, 'is not a valid object key');
  const target = path.join(root, ...parts);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw unreadable(key, error, 'written');
  }
}

/** A folder. `watch`: see `FolderStoreOptions`. */
export interface FolderLocation {
  readonly kind: 'folder';
  readonly path: string;
  readonly watch?: boolean;
}

/** A bucket of a service. */
export interface BucketLocation<Kind extends BucketServiceName = BucketServiceName>
  extends Omit<S3StoreOptions, 'provider' | 'observer'> {
  readonly kind: Kind;
}

/** Several stores with the same content, in order of preference, at least one. */
export interface SeveralLocations {
  readonly kind: 'several';
  readonly locations: readonly StoreLocation[];
}

/** Location of objects. */
export type StoreLocation = FolderLocation | BucketLocation | SeveralLocations;

/** Callbacks about a store. */
export interface StoreContext {
  readonly observer?: StoreObserver;
  /** Options for several stores. */
  readonly failover?: FailoverOptions;
}

/** Properties of all stores of a kind. */
interface StoreKind<Location extends StoreLocation> {
  /**
   * Returns whether each poll of a location is a paid request. Such a location is polled at the configured interval,
   * its folders round-robin.
   */
  pollsCost(location: Location): boolean;
  /** Opens a store. Throws `Failure` for an invalid location, `StreamFileError` for a path that is not a folder. */
  open(location: Location, context: StoreContext): Promise<ObjectStore>;
  /** Opens a store for writing; null: stores of this kind are not written. */
  readonly openWritable: ((location: Location, context: StoreContext) => Promise<WritableStore>) | null;
}

/**
 * All kinds of stores. A new kind is an entry here, and a way to name it in the settings; bucket services have both.
 */
export const STORE_KINDS: {
  readonly folder: StoreKind<FolderLocation>;
  readonly several: StoreKind<SeveralLocations>;
} & Readonly<Record<BucketServiceName, StoreKind<BucketLocation>>> = {
  folder: {
    pollsCost: () => false,
    open: ({ path, watch = false }) => openFolderStore(path, { watch }),
    openWritable: ({ path }) => openWritableFolder(path),
  },
  ...recordOf(BUCKET_SERVICE_NAMES, (name) => ({
    pollsCost: () => true,
    open: openBucket,
    openWritable: BUCKET_SERVICES[name].isWritable ? openBucket : null,
  })),
  several: {
    pollsCost: ({ locations }) => locations.some((location) => pollsCost(location)),
    open: openSeveral,
    openWritable: null,
  },
};

/** See `StoreKind.pollsCost`. */
export function pollsCost(location: StoreLocation): boolean {
  return kindOf(location).pollsCost(location);
}

/** Opens a store to read from. Throws as `StoreKind.open`. */
export function openStore(location: StoreLocation, context: StoreContext = {}): Promise<ObjectStore> {
  return kindOf(location).open(location, context);
}

/** Opens a store for writing, of a kind that allows it. Throws as `StoreKind.open`. */
export function openWritable(
  location: FolderLocation | BucketLocation<'s3'>,
  context: StoreContext = {},
): Promise<WritableStore> {
  const { openWritable } = kindOf(location);
  if (openWritable === null) throw new TypeError(`stores of kind ${location.kind} are not written`);
  return openWritable(location, context);
}

/** The compiler does not see that a location and its entry in the table are of one kind. */
function kindOf<Location extends StoreLocation>(location: Location): StoreKind<Location> {
  return STORE_KINDS[location.kind] as unknown as StoreKind<Location>;
}

/** The client of buckets is large, so it is loaded only when a bucket is opened. */
async function openBucket(
  { kind, ...options }: BucketLocation,
  { observer }: StoreContext,
): Promise<WritableStore> {
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store({ ...options, provider: kind, ...(observer && { observer }) });
}

async function openSeveral({ locations }: SeveralLocations, context: StoreContext): Promise<ObjectStore> {
  const { FailoverStore } = await import('./failover-store.ts');
  const stores: ObjectStore[] = [];
  try {
    for (const location of locations) stores.push(await openStore(location, context));
    return new FailoverStore(stores, context.failover);
  } catch (error) {
    await Promise.all(stores.map((store) => store.close()));
    throw error;
  }
}
