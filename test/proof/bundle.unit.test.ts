import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const BUNDLE = 'dist/tain-verify.js';
/** Maximum size in bytes (a kB is 1,000 bytes). */
const MAX_BYTES = 52_000;

it.skipIf(!existsSync(BUNDLE))('the verifier for browsers has at most 52 kB with gzip', () => {
  expect(gzipSync(readFileSync(BUNDLE), { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
});
