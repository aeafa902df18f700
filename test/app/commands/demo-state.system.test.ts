import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-state-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  [['save', '../x'], {}, 'The name of a snapshot is made of letters'],
  [['load', 'missing'], {}, 'There is no snapshot missing: '],
  [['remove', 'missing'], {}, 'There is no snapshot missing: '],
  [['advance', '1y'], {}, 'The time must be one such as 90s, 15m, 12h or 30d, at most 366d.'],
  [['advance', '367d'], {}, 'The time must be one such as'],
  [
    ['reset'],
    { TAIN_NETWORK: 'testnet' },
    'TAIN_NETWORK is testnet: only the demo network can be changed this way.',
  ],
  [['save', 'x'], { DATABASE_URL: 'postgres://localhost/x' }, 'DATABASE_URL is set: networks are saved'],
])('tain demo %s with %o is refused in one sentence', async (args, given, sentence) => {
  const further = given as Record<string, string>;
  const elsewhere = { TAIN_DATA_DIR: folder, ...further };
  const { code, stderr } = await runCommand(['demo', ...args], elsewhere);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});
