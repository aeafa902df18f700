import { BoundedCache } from '../../kernel/limits/bounded-cache.ts';
import { SharedRead } from '../../kernel/limits/shared-read.ts';
import { type Abilities, selectAbilities } from '../../store/access/abilities.ts';
import type { Select } from '../../store/connections/select.ts';
import { isBeforeFirstBlock, type RetainedHistory, selectRetained } from '../../store/reads/retained.ts';
import type { ApiSettings } from './settings.ts';

/** Interval between reads. Rows are removed much later than their removal is announced. */
const RETAINED_AGE_MS = 1_000;
/** Maximum number of cached versions of system files; each is a few numbers. */
const MAX_FILE_VERSIONS = 5_000;

/** Reads of a server whose results its requests share. */
export interface SharedReads {
  readonly retained: SharedRead<RetainedHistory>;
  /** The same, once there are blocks: the start of the history never changes then. */
  readonly start: SharedRead<RetainedHistory>;
  /** Abilities of the database. */
  readonly abilities: SharedRead<Abilities>;
  /**
   * Decoded versions of fee schedules and exchange rates by file and time. Values rather than reads are shared, because
   * one page may need a hundred of them: each request reads its own in its own name.
   */
  readonly fileVersions: BoundedCache<unknown>;
}

/** `select` runs a SELECT on behalf of no client. `cachesFileVersions`: whether rows of files never change. */
export function sharedReads(
  select: Select,
  { cachesFileVersions }: Pick<ApiSettings, 'cachesFileVersions'>,
): SharedReads {
  const read = () => selectRetained(select);
  // The start of a database is stored with its first block, and the answers about that block need it.
  const isLasting = (retained: RetainedHistory) => !isBeforeFirstBlock(retained);
  return {
    retained: new SharedRead({ read, isLasting, maxAgeMs: RETAINED_AGE_MS }),
    start: new SharedRead({ read, isLasting }),
    abilities: new SharedRead({ read: () => selectAbilities(select) }),
    fileVersions: new BoundedCache(cachesFileVersions ? MAX_FILE_VERSIONS : 0, () => 1),
  };
}
