import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusCommand } from '../../src/status/command.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from './harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  const evidence = new Evidence(h.db.database);
  await evidence.file(h.now, GOOD);
  await evidence.ingest(h.now);
  await h.pass(1);
});
afterAll(() => h.close());

async function tain(line: readonly string[], key: string | undefined = h.key): Promise<string[]> {
  const lines: string[] = [];
  const command = new Command('tain').exitOverride().addCommand(
    statusCommand({
      openDatabase: async () => ({ target: h.db.target, release: async () => undefined }),
      service: () => ({ url: h.url, key }),
      clock: () => h.now,
      print: (text) => lines.push(text),
    }),
  );
  await command.parseAsync(['status', ...line], { from: 'user' });
  return lines;
}

test('a key is made, works, is listed and revoked', async () => {
  const [key] = await tain(['key', 'create', 'shell', '--role', 'write']);
  expect(key).toMatch(/^tain_[a-z0-9]{12}_/);
  expect(await tain(['incident', 'list'], key)).toEqual([]);
  const listed = await tain(['key', 'list']);
  const id = key?.slice(5, 17) ?? '';
  expect(listed.find((it) => it.startsWith(id))).toContain('write  shell');
  expect(await tain(['key', 'revoke', id])).toEqual([`Revoked ${id}`]);
  await expect(tain(['incident', 'list'], key)).rejects.toThrow('not in force');
  await expect(tain(['key', 'revoke', id])).rejects.toThrow(`There is no key ${id} in force.`);
});

test('an incident from create to resolve', async () => {
  const [line] = await tain([
    'incident',
    'create',
    'Node 1 is off',
    '--body',
    'Looking',
    '--component',
    'node 1=partial_outage',
  ]);
  const id = line?.split('  ')[0] ?? '';
  expect(line).toContain('investigating  major  Node 1 is off');
  await tain(['incident', 'update', id, '--status', 'identified', '--body', 'Disk']);
  expect(await tain(['incident', 'list'])).toEqual([`${id}  identified  major  Node 1 is off`]);
  await tain(['incident', 'resolve', id]);
  const [incident] = (await h.json('/api/v2/incidents.json')).incidents;
  expect(incident.incident_updates.map((it: Loose) => it.body)).toEqual([
    'This incident has been resolved.',
    'Disk',
    'Looking',
  ]);
  await expect(tain(['incident', 'update', id, '--status', 'investigating'])).rejects.toThrow(
    'The status service refused: An incident that is resolved cannot become investigating; it can become postmortem.',
  );
});

test('a maintenance is scheduled, started and completed; a component is set and released', async () => {
  const [line] = await tain([
    'maintenance',
    'schedule',
    'Upgrade',
    '--from',
    '2026-11-21T08:00:00Z',
    '--until',
    '2026-11-21T09:00Z',
    '--component',
    'Query service',
  ]);
  const id = line?.split('  ')[0] ?? '';
  expect((await tain(['maintenance', 'list']))[0]).toBe(
    `${id}  scheduled  2026-11-21T08:00:00.000Z  Upgrade`,
  );
  await tain(['maintenance', 'start', id]);
  await tain(['maintenance', 'verify', id]);
  expect((await tain(['maintenance', 'complete', id]))[0]).toBe(`${id}  completed  Upgrade`);
  expect((await tain(['component', 'set', 'query SERVICE', 'degraded_performance']))[0]).toMatch(
    /degraded_performance {2}Query service$/,
  );
  expect((await tain(['component', 'set', 'query service', 'auto']))[0]).toContain('(by evidence)');
  expect(await tain(['component', 'list'])).toHaveLength(9);
});

test('what cannot be is one sentence', async () => {
  await expect(tain(['component', 'set', 'node', 'operational'])).rejects.toThrow(
    /^No single component is called node; there are Consensus nodes, Node 0/,
  );
  await expect(tain(['component', 'set', 'Query service', 'fine'])).rejects.toThrow(
    'Component status must be one of',
  );
  await expect(tain(['incident', 'list'], '')).rejects.toThrow('TAIN_STATUS_KEY');
});
