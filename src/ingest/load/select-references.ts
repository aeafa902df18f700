import type pg from 'pg';
import { selectOn } from '../../store/connections/select.ts';
import { type NamedEntities, selectNamedEntities } from '../../store/reads/entity-name.ts';
import { selectFileContents } from '../../store/reads/file-content.ts';
import { MAX_CALL_DATA_FILE } from '../records/call-data-files.ts';
import type { References } from '../records/references.ts';

/** Rows that the database has for a block's references. */
export interface FoundReferences {
  readonly entities: NamedEntities;
  /** Contents of files. Unknown files, and files too large to be call data, are left out. */
  readonly files: ReadonlyMap<bigint, Uint8Array>;
}

/**
 * Returns the rows for references, as they are now or were at an instant (nanoseconds). When there are files among
 * them, all earlier blocks must be stored.
 */
export async function selectReferences(
  client: pg.Pool | pg.ClientBase,
  { entities, files }: References,
  at?: bigint,
): Promise<FoundReferences> {
  const select = selectOn(client);
  const hasEntities = entities.aliases.length + entities.evmAddresses.length + entities.ids.length > 0;
  return {
    entities: hasEntities
      ? await selectNamedEntities(select, entities, at)
      : { aliases: [], evmAddresses: [], ids: [] },
    files: files.length > 0 ? await selectFileContents(select, files, MAX_CALL_DATA_FILE, at) : new Map(),
  };
}
