import type pg from 'pg';
import { selectOn } from '../../store/connections/select.ts';
import { type NamedEntities, selectNamedEntities } from '../../store/reads/entity-name.ts';
import { selectFileContents } from '../../store/reads/file-content.ts';
import { MAX_CALL_DATA_FILE } from '../records/call-data-files.ts';
import type { References } from '../records/references.ts';

/** Rows that the database has for a block's references. */
export interface FoundReferences {
  readonly entities: NamedEntities;
  /** Contents of files. Unknown files, files too large to be call data, and those beyond `MAX_FILE_BYTES` are left out. */
  readonly files: ReadonlyMap<bigint, Uint8Array>;
}

/** Bytes of files after which a block's further files are not read: a block may name as many as it has transactions. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const FILES_AT_ONCE = 8;

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
  const contents = new Map<bigint, Uint8Array>();
  let bytes = 0;
  for (let next = 0; next < files.length && bytes < MAX_FILE_BYTES; next += FILES_AT_ONCE) {
    const some = files.slice(next, next + FILES_AT_ONCE);
    for (const [id, content] of await selectFileContents(select, some, MAX_CALL_DATA_FILE, at)) {
      contents.set(id, content);
      bytes += content.length;
    }
  }
  const hasEntities = entities.aliases.length + entities.evmAddresses.length + entities.ids.length > 0;
  return {
    entities: hasEntities
      ? await selectNamedEntities(select, entities, at)
      : { aliases: [], evmAddresses: [], ids: [] },
    files: contents,
  };
}
