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

/** Several that hold the same, in the order in which they are asked. At least one. */
export interface SeveralPlaces {
  readonly kind: 'several';
  readonly places: readonly StorePlace[];
}

/** Where objects are. */
export type StorePlace = FolderPlace | BucketPlace | SeveralPlaces;

/** Who learns what becomes of a store. */
export interface StoreContext {
  readonly observer?: StoreObserver;
  /** For several at once. */
  readonly failover?: FailoverOptions;
}

/** What holds for all stores of a kind. */
interface StoreKind<Place extends StorePlace> {
  /** Whether each look at a place is a request to somebody: it is polled as the settings say, its folders in turn. */
  looksCost(place: Place): boolean;
  /** Throws `Failure` for a place that cannot be, `StreamFileError` for what is no folder. */
  open(place: Place, context: StoreContext): Promise<ObjectStore>;
  /** The same to keep objects in; null: nothing is kept in stores of this kind. */
  readonly openToKeep: ((place: Place, context: StoreContext) => Promise<WritableStore>) | null;
}

/** All kinds of stores. A new one is a line here, and a way for the settings to name it; services of buckets have both. */
export const STORE_KINDS: {
  readonly folder: StoreKind<FolderPlace>;
  readonly several: StoreKind<SeveralPlaces>;
} & Readonly<Record<BucketServiceName, StoreKind<BucketPlace>>> = {
  folder: {
    looksCost: () => false,
    open: ({ path, watch = false }) => openFolderStore(path, { watch }),
    openToKeep: ({ path }) => openWritableFolder(path),
  },
  ...recordOf(BUCKET_SERVICE_NAMES, (name) => ({
    looksCost: () => true,
    open: openBucket,
    openToKeep: BUCKET_SERVICES[name].keeps ? openBucket : null,
  })),
  several: {
    looksCost: ({ places }) => places.some((place) => looksCost(place)),
    open: openSeveral,
    openToKeep: null,
  },
};

/** See `StoreKind.looksCost`. */
export function looksCost(place: StorePlace): boolean {
  return kindOf(place).looksCost(place);
}

/** Opens a store to read from. Throws as `StoreKind.open`. */
export function openStore(place: StorePlace, context: StoreContext = {}): Promise<ObjectStore> {
  return kindOf(place).open(place, context);
}

/** Opens a store to keep objects in, of a kind that allows it. Throws as `StoreKind.open`. */
export function openToKeep(
  place: FolderPlace | BucketPlace<'s3'>,
  context: StoreContext = {},
): Promise<WritableStore> {
  const { openToKeep } = kindOf(place);
  if (openToKeep === null) throw new TypeError(`nothing is kept in stores of kind ${place.kind}`);
  return openToKeep(place, context);
}

/** The compiler does not see that a place and its line in the table are of one kind. */
function kindOf<Place extends StorePlace>(place: Place): StoreKind<Place> {
  return STORE_KINDS[place.kind] as unknown as StoreKind<Place>;
}

/** The client of buckets is large: only those who have one load it. */
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
