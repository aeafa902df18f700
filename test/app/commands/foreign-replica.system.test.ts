import { expect, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '../../database.ts';
import { runCommand } from './run-command.ts';

test('a server that is not a replica of the database is refused at the start, with its address and the setting', async () => {
  const db = await createTestDatabase();
  try {
    const url = databaseUrl(db);
    const { code, stderr } = await runCommand(['start', '--roles', 'api'], {
      DATABASE_URL: url,
      TAIN_READ_DATABASE_URLS: url,
      TAIN_PORT: '0',
    });
    expect(stderr).toMatch(
      /tain: TAIN_READ_DATABASE_URLS names a server that is not a streaming replica of the database in DATABASE_URL: \S+ replays no log: it is a primary itself\.\n$/,
    );
    expect(code).toBe(2);
  } finally {
    await db.drop();
  }
});
