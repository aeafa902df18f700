import { expect, test } from 'vitest';
import { apiProcessesOf, apiSettingsOf } from '../../src/config/api-settings.ts';
import { readConfig } from '../../src/config/config.ts';

const ELSEWHERE = 'postgres://tain@db.example/tain';

test.each([
  // Columns: cores, settings, processes.
  [1, {}, 1],
  [2, {}, 1],
  [4, {}, 1],
  [8, {}, 3],
  [16, {}, 7],
  [64, {}, 8],
  [2, { TAIN_ROLES: 'api' }, 1],
  [4, { TAIN_ROLES: 'api' }, 2],
  [2, { TAIN_ROLES: 'api', DATABASE_URL: ELSEWHERE }, 2],
  [2, { DATABASE_URL: ELSEWHERE }, 1],
  [4, { DATABASE_URL: ELSEWHERE }, 3],
  [4, { TAIN_ROLES: 'api', DATABASE_URL: 'postgres://tain@127.0.0.1:5432/tain' }, 2],
  [4, { TAIN_ROLES: 'api', DATABASE_URL: 'postgres://tain@[::1]/tain' }, 2],
  [4, { TAIN_ROLES: 'api', DATABASE_URL: 'postgres://tain@localhost/tain' }, 2],
  [4, { TAIN_ROLES: 'api', DATABASE_URL: 'postgres://tain@x/tain?host=%2Frun%2Fpostgresql' }, 2],
  [4, { TAIN_ROLES: 'api', DATABASE_URL: 'postgres://tain@localhost.example/tain' }, 4],
  [2, { TAIN_API_PROCESSES: '12' }, 12],
] as [number, Record<string, string>, number][])(
  'on %d cores with %o: %d processes',
  (cores, given, expected) => {
    expect(apiProcessesOf(readConfig(given), cores)).toBe(expected);
  },
);

const MEBIBYTE = 1024 * 1024;

test.each([
  // Columns: processes, settings; for one process: concurrent statements, queued statements, bytes of cache.
  [1, {}, 10, 500, 64 * MEBIBYTE],
  [2, {}, 5, 250, 32 * MEBIBYTE],
  [4, {}, 5, 125, 16 * MEBIBYTE],
  [4, { TAIN_API_CONNECTIONS: '10' }, 2, 125, 16 * MEBIBYTE],
  [4, { TAIN_API_CONNECTIONS: '40' }, 10, 125, 16 * MEBIBYTE],
  [4, { TAIN_API_CONNECTIONS: '1' }, 1, 125, 16 * MEBIBYTE],
] as [number, Record<string, string>, number, number, number][])(
  'each of %d processes with %o has its share',
  (processes, given, maxConnections, maxWaiting, cacheBytes) => {
    const settings = apiSettingsOf(readConfig(given), processes);
    expect(settings).toMatchObject({ maxConnections, maxWaiting, cacheBytes });
  },
);
