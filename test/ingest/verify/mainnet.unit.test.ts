import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAINNET_FIXTURES } from '../../fixtures.ts';
import { nodesOf, verifyFolder } from './verify-folder.ts';

/** Version, block number and transactions of a file; nodes that signed, and all nodes. */
const cases = [
  { day: '2019-09-13', block: [2, 0n, 1], signed: [7n, 13n] },
  { day: '2022-01-01', block: [5, 0n, 35], signed: [12n, 24n] },
  { day: '2025-07-23', block: [6, 82_297_471n, 47], signed: [12n, 31n] },
] as const;

const verifyDay = (day: string) =>
  verifyFolder(`${MAINNET_FIXTURES}/${day}`, readFileSync(`${MAINNET_FIXTURES}/${day}/address_book.bin`));

it.each(cases)('mainnet really signed its file of $day', async ({ day, block, signed }) => {
  const { files, error } = await verifyDay(day);
  expect(error).toBeNull();
  expect(files.map((file) => [file.block.version, file.number, file.block.items.length])).toEqual([block]);
  expect(files.map(nodesOf).map(({ signedWeight, totalWeight }) => [signedWeight, totalWeight])).toEqual([
    signed,
  ]);
  for (const item of files[0]?.block.items ?? []) expect(item.type).toBeGreaterThan(0);
});

it('children have their parents, items their sidecars', async () => {
  const { files } = await verifyDay('2025-07-23');
  const block = files[0]?.block;
  expect(block?.hapiVersion).toEqual({ major: 0, minor: 63, patch: 9 });
  expect(block?.items.filter(({ parent }) => parent !== null)).toHaveLength(32);
  for (const { record, parent } of block?.items ?? []) {
    expect(parent !== null).toBe(Boolean(record.parentConsensusTimestamp));
  }
  expect(block?.sidecars).toMatchObject([{ id: 1, count: 12, size: 9879 }]);
  expect(block?.items.reduce((count, { sidecars }) => count + sidecars.length, 0)).toBe(12);
  expect(block?.size).toBe(9292);
});
