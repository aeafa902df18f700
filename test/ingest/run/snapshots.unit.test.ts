import { expect, it } from 'vitest';
import { IngestSnapshots, type ReadingIngest } from '../../../src/ingest/snapshots.ts';

it('has returned only when the next reading begins, so that no write runs beside those of another queue', async () => {
  const steps: string[] = [];
  const reading = (name: string) =>
    ({
      loader: { returnTo: async () => void steps.push(`rows of ${name}`) },
      signal: new AbortController().signal,
      interrupt: () => steps.push(`interrupt ${name}`),
    }) as unknown as ReadingIngest;
  const snapshots = new IngestSnapshots();
  snapshots.reads(reading('first'));
  const returned = snapshots
    .returnTo(1n, true, async () => void steps.push('stream'))
    .then(() => steps.push('returned'));
  expect(snapshots.isInterrupting).toBe(true);
  await snapshots.interrupted();
  expect(snapshots.isInterrupting).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toEqual(['interrupt first', 'rows of first', 'stream']);
  snapshots.reads(reading('second'));
  await returned;
  expect(steps.at(-1)).toBe('returned');
  const failing = snapshots.returnTo(1n, true, () => Promise.reject(new Error('gone')));
  const refused = expect(failing).rejects.toThrow('gone');
  await snapshots.interrupted();
  snapshots.reads(reading('third'));
  await refused;
});
