import { afterEach, beforeEach, expect, test } from 'vitest';
import { INSTANTS } from '../../../src/status/state/instants.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from '../harness.ts';

let h: Harness;
beforeEach(async () => {
  h = await startHarness();
});
afterEach(() => h.close());

/** Columns that are not moved to the present, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'status_incident.started_at': 'moved for incidents only: that of a maintenance is planned',
  'status_incident.scheduled_for': 'planned',
  'status_incident.scheduled_until': 'planned',
  'status_audit.at': 'nothing waits for it, and the trail is never changed',
};

test('every instant of the tables is moved out of the future, or has a reason', async () => {
  const { rows } = await h.db.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'tain' and table_name like 'status\\_%' and data_type = 'timestamp with time zone'`,
  );
  const moved = Object.entries(INSTANTS).flatMap(([table, columns]) => columns.map((it) => `${table}.${it}`));
  expect(rows.map(({ name }) => name).sort()).toEqual([...moved, ...Object.keys(OTHERS)].sort());
});

test('a node that left while the clock was ahead returns after it was set back', async () => {
  const evidence = new Evidence(h.db.database);
  const day = 86_400_000;
  const live = async (nodes: number, aheadMs: number) => {
    for (let poll = 0; poll < 3; poll++) {
      await evidence.file(h.now + 2000 - aheadMs, GOOD.slice(0, nodes));
      await evidence.ingest(h.now + 2000, { end: h.now + 2000 - aheadMs });
      await h.pass(2);
    }
  };
  const names = async () =>
    (await h.json('/api/v2/components.json')).components.map((component: Loose) => component.name);
  await live(4, 0);
  expect(await names()).toContain('Node 3 (0.0.6)');
  h.setClock(h.now + day);
  await live(3, day);
  expect(await names()).not.toContain('Node 3 (0.0.6)');
  h.setClock(h.now - day);
  await live(4, 0);
  expect(await names()).toContain('Node 3 (0.0.6)');
});
