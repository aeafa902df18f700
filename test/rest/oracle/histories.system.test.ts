import { afterAll, describe, expect, it } from 'vitest';
import { checkEthereumTransactions, checkLogsOfResults, withRpc } from './agreement.ts';
import { CHECKS } from './checks.ts';
import { metLists } from './world.ts';
import { closeWorlds, IS_COMPLETE, inEveryWorld } from './worlds.ts';

/**
 * Checks after random histories, of record files and of record files with blocks after them, that the API's answers about
 * each resource, now and at past moments, equal the simulated ledger.
 */

afterAll(closeWorlds);

describe('after random histories', () => {
  it.each(CHECKS)('%s are those of the ledger', (_name, check) => inEveryWorld(check));

  it.each([
    ['Ethereum transactions are in one block', checkEthereumTransactions],
    ['logs are those of results', checkLogsOfResults],
  ])('%s, in REST and JSON-RPC', (_name, check) => inEveryWorld((world) => withRpc(world, check)));

  it.runIf(IS_COMPLETE)('each comparison had something to compare', () => {
    expect(metLists().size).toBeGreaterThan(50);
    expect([...metLists()].flatMap(([list, items]) => (items === 0 ? [list] : []))).toEqual([]);
  });
});
