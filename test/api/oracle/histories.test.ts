import { afterAll, describe, it } from 'vitest';
import { CHECKS } from './checks.ts';
import { closeWorlds, inEveryWorld } from './worlds.ts';

/**
 * After random histories, what the API says of each resource, now and at past moments, is what the
 * simulated ledger knows.
 */

afterAll(closeWorlds);

describe('after random histories', () => {
  it.each(CHECKS)('%s are those of the ledger', (_name, check) => inEveryWorld(check), 300_000);
});
