import { expect, test } from 'vitest';
import { readIndexStatements } from '../../../src/store/migrate/concurrent-index.ts';
import { readMigrations } from '../../../src/store/migrate/migration-files.ts';

// Operations that a migration must not perform on a database that has run for years, with messages for the author of
// the migration.

/** Last migration of the first version. Databases before it had no rows. */
const FIRST_VERSION = 7;
/** Longest suffix of a partition's index, and PostgreSQL's maximum length of an identifier. */
const PARTITION = '_p2024_12';
const MAX_NAME_LENGTH = 63;

const { migrations } = await readMigrations();
const later = migrations.filter(({ version }) => version > FIRST_VERSION);

test.each(later.filter(({ concurrently }) => !concurrently))(
  '$name makes indexes on its own tables only',
  ({ name, sql }) => {
    const text = sql.replace(/^\s*--.*$/gm, '');
    const own = new Set(
      [...text.matchAll(/create table (?:if not exists )?([\w.]+)/gi)].map(([, table]) => table),
    );
    for (const [, index, table = ''] of text.matchAll(
      /create (?:unique )?index (\w+)\s+on (?:only )?([\w.]+)/gi,
    )) {
      if (own.has(table)) continue;
      throw new Error(
        `${name} builds ${index} on ${table}, which nobody can write meanwhile: move it to a file …_indexes.sql that begins with "-- concurrently"`,
      );
    }
  },
);

test.each(later.filter(({ concurrently }) => concurrently))(
  '$name is an index migration',
  ({ name, sql }) => {
    expect(name).toMatch(/_indexes\.sql$/);
    for (const { name: index, schema } of readIndexStatements(sql)) {
      expect(index.length + PARTITION.length, `${index} is too long`).toBeLessThanOrEqual(MAX_NAME_LENGTH);
      if (schema === 'public')
        expect(index, 'what the public mirror does not have is named tain__…').toMatch(/^tain__/);
    }
  },
);
