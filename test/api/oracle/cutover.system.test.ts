import { afterAll, describe, it } from 'vitest';
import { CHECKS } from './checks.ts';
import { closeWorlds, inEveryWorld } from './worlds.ts';

/**
 * Checks the same histories, written as record files up to their middle and then as blocks. The API's answers must
 * equal the ledger for each resource, and the blocks must describe their files. No other difference is allowed.
 */

afterAll(closeWorlds);

describe('after random histories with a change to blocks in their middle', () => {
  it.each(CHECKS)(
    '%s are those of the ledger',
    (_name, check) => inEveryWorld(check, 'record files, then blocks'),
    600_000,
  );
});
