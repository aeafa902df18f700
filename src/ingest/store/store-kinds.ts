import { recordOf } from '../../kernel/record-of.ts';
import { BUCKET_SERVICE_NAMES, BUCKET_SERVICES, type BucketServiceName } from './bucket-services.ts';
import type { FailoverOptions } from './failover-store.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore, WritableStore } from './object-store.ts';
import type { S3StoreOptions } from './s3-store.ts';
import type { StoreObserver } from './store-observer.ts';
import { openWritableFolder } from './writable-folder.ts';

/** A folder. `watch`: see `FolderStoreOptions`. */
export interface FolderPlace {
  readonly kind: 'folder';
  readonly path: string;
  readonly watch?: boolean;
}

/** A bucket of a service. */
export interface BucketPlace<Kind extends BucketServiceName = BucketServiceName>
  extends Omit<S3StoreOptions, 'provider' | 'observer'> {
  readonly kind: Kind;
}

/** Several stores with the same content, in order of preference, at least one. */
export interface SeveralPlaces {
  readonly kind: 'several';
  readonly places: readonly StorePlace[];
}

/** Location of objects. */
export type StorePlace = FolderPlace | BucketPlace | SeveralPlaces;

/** Callbacks about a store. */
export interface StoreContext {
  readonly observer?: StoreObserver;
  /** Options for several stores. */
  readonly failover?: FailoverOptions;
}

/** Properties of all stores of a kind. */
interface StoreKind<Place extends StorePlace> {
  /**
   * Returns whether each poll of a location is a paid request. Such a location is polled at the configured interval,
   * its folders round-robin.
   */
  pollsCost(place: Place): boolean;
  /** Opens a store. Throws `Failure` for an invalid location, `StreamFileError` for a path that is not a folder. */
  open(place: Place, context: StoreContext): Promise<ObjectStore>;
  /** Opens a store for writing; null: stores of this kind are not written. */
  readonly openToKeep: ((place: Place, context: StoreContext) => Promise<WritableStore>) | null;
}

/**
 * All kinds of stores. A new kind is an entry here, and a way to name it in the settings; bucket services have both.
 */
export const STORE_KINDS: {
  readonly folder: StoreKind<FolderPlace>;
  readonly several: StoreKind<SeveralPlaces>;
} & Readonly<Record<BucketServiceName, StoreKind<BucketPlace>>> = {
  folder: {
    pollsCost: () => false,
    open: ({ path, watch = false }) => openFolderStore(path, { watch }),
    openToKeep: ({ path }) => openWritableFolder(path),
  },
  ...recordOf(BUCKET_SERVICE_NAMES, (name) => ({
    pollsCost: () => true,
    open: openBucket,
    openToKeep: BUCKET_SERVICES[name].keeps ? openBucket : null,
  })),
  several: {
    pollsCost: ({ places }) => places.some((place) => pollsCost(place)),
    open: openSeveral,
    openToKeep: null,
  },
};

/** See `StoreKind.pollsCost`. */
export function pollsCost(place: StorePlace): boolean {
  return kindOf(place).pollsCost(place);
}

/** Opens a store to read from. Throws as `StoreKind.open`. */
export function openStore(place: StorePlace, context: StoreContext = {}): Promise<ObjectStore> {
  return kindOf(place).open(place, context);
}

/** Opens a store for writing, of a kind that allows it. Throws as `StoreKind.open`. */
export function openToKeep(
  place: FolderPlace | BucketPlace<'s3'>,
  context: StoreContext = {},
): Promise<WritableStore> {
  const { openToKeep } = kindOf(place);
  if (openToKeep === null) throw new TypeError(`stores of kind ${place.kind} are not written`);
  return openToKeep(place, context);
}

/** The compiler does not see that a location and its entry in the table are of one kind. */
function kindOf<Place extends StorePlace>(place: Place): StoreKind<Place> {
  return STORE_KINDS[place.kind] as unknown as StoreKind<Place>;
}

/** The client of buckets is large, so it is loaded only when a bucket is opened. */
async function openBucket(
  { kind, ...options }: BucketPlace,
  { observer }: StoreContext,
): Promise<WritableStore> {
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store({ ...options, provider: kind, ...(observer && { observer }) });
}

async function openSeveral({ places }: SeveralPlaces, context: StoreContext): Promise<ObjectStore> {
  const { FailoverStore } = await import('./failover-store.ts');
  const stores: ObjectStore[] = [];
  try {
    for (const place of places) stores.push(await openStore(place, context));
    return new FailoverStore(stores, context.failover);
  } catch (error) {
    await Promise.all(stores.map((store) => store.close()));
    throw error;
  }
}
