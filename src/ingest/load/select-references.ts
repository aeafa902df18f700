import type pg from 'pg';
import { selectOn } from '../../db/select.ts';
import { type NamedEntities, selectNamedEntities } from '../../reads/entity-name.ts';
import { selectFileContents } from '../../reads/file-content.ts';
import { MAX_CALL_DATA_FILE } from '../records/call-data-files.ts';
import type { References } from '../records/references.ts';

/** What the database knows of a block's references. */
export interface FoundReferences {
  readonly entities: NamedEntities;
  /** Contents. Files of which nothing is known, and those too large to be call data, are left out. */
  readonly files: ReadonlyMap<bigint, Uint8Array>;
}

/** Looks references up. All blocks before theirs must be stored where they have files. */
export async function selectReferences(
  pool: pg.Pool,
  { entities, files }: References,
): Promise<FoundReferences> {
  const select = selectOn(pool);
  const asksEntities = entities.aliases.length + entities.evmAddresses.length + entities.ids.length > 0;
  return {
    entities: asksEntities
      ? await selectNamedEntities(select, entities)
      : { aliases: [], evmAddresses: [], ids: [] },
    files: files.length > 0 ? await selectFileContents(select, files, MAX_CALL_DATA_FILE) : new Map(),
  };
}
