import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isMissing } from '../../kernel/missing.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Folder of the repeatable migrations, below that of the numbered ones. */
const FUNCTIONS = 'functions';
/** Folder of queries that count the rows that a migration of the same name deletes. */
const LOSSES = 'losses';
/** First line of a migration whose indexes are built concurrently where tables have rows. */
const CONCURRENTLY = /^-- concurrently\r?\n/;

interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A numbered migration: applied once, in order, and never edited after that. */
export interface Migration extends SqlFile {
  readonly version: number;
  /** Whether the migration has only `create index` statements, which are built concurrently. */
  readonly concurrently: boolean;
  /**
   * Query for the number of rows that the migration deletes, by kind (`what`, plural, and `count`); null: it deletes
   * none.
   */
  readonly losses: string | null;
}

export interface MigrationFiles {
  readonly migrations: readonly Migration[];
  /** Repeatable migrations (`create or replace function`): applied again whenever they change. */
  readonly functions: readonly SqlFile[];
}

/** Reads all migrations in order. Throws when two have the same number or a name is malformed. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<MigrationFiles> {
  const migrations: Migration[] = [];
  const losses = new Map(
    (await readSqlFiles(folder, `${LOSSES}/`)).map(({ name, sql }) => [name.slice(LOSSES.length + 1), sql]),
  );
  for (const file of await readSqlFiles(folder, '')) {
    const version = Number(FILE_NAME.exec(file.name)?.[1] ?? Number.NaN);
    if (Number.isNaN(version) || migrations.at(-1)?.version === version) {
      throw new Error(`migration ${file.name}: its name must begin with a number of its own`);
    }
    migrations.push({
      ...file,
      version,
      concurrently: CONCURRENTLY.test(file.sql),
      losses: losses.get(file.name) ?? null,
    });
  }
  return { migrations, functions: await readSqlFiles(folder, `${FUNCTIONS}/`) };
}

async function readSqlFiles(folder: string, prefix: string): Promise<SqlFile[]> {
  const names = await readdir(`${folder}/${prefix}`).catch((error: unknown) => {
    if (isMissing(error) && prefix !== '') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(`${folder}/${prefix}${file}`, 'utf8');
      return { name: `${prefix}${file}`, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
