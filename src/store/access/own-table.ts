import { READING_SCHEMA } from '../connections/distributed-reading.ts';
import { onSeveral, raw, type Sql } from './sql.ts';

/**
 * A distributed table of schema `tain` as a FROM item. Sessions that read a distributed database find it in another
 * schema.
 */
export function ownTable(name: string): Sql {
  return onSeveral(raw(`tain.${name}`), () => raw(`${READING_SCHEMA}.${name}`));
}
