import os from 'node:os';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandOutput } from '../../src/kernel/command-output.ts';
import { statusCommand } from '../../src/status/command.ts';
import type { ConnectionTarget } from '../../src/store/connections/database.ts';
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

async function tain(line: readonly string[], target: ConnectionTarget = h.db.target): Promise<string[]> {
  const lines: string[] = [];
  const command = new Command('tain').exitOverride().addCommand(
    statusCommand({
      open: async () => ({
        target,
        settings: { network: 'demo' },
        url: 'https://status.example.org/',
        release: async () => undefined,
      }),
      clock: () => h.now,
      output: ({ json }) => new CommandOutput((text) => void lines.push(text), json),
    }),
  );
  await command.parseAsync(['status', ...line], { from: 'user' });
  // The service shows the change after its next tick.
  await h.status.tick();
  return lines;
}

/** Returns the last audit record. */
async function lastAudit(): Promise<{ actor: string; action: string }> {
  const [line = ''] = await tain(['audit', '--limit', '1']);
  return JSON.parse(line);
}

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
  expect(line).toBe(`${id}  investigating  major  Node 1 is off  https://status.example.org/incidents/${id}`);
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
    'An incident that is resolved cannot become investigating; it can become postmortem.',
  );
  await tain(['incident', 'postmortem', id, '--body', 'The disk was full.']);
  expect(await (await h.get(`/incidents/${id}`)).text()).toContain('The disk was full.');
});

test('updates are corrected and deleted, and a past incident is reported later', async () => {
  const [line] = await tain(['incident', 'create', 'Slow', '--body', 'Wrods']);
  const id = line?.split('  ')[0] ?? '';
  await tain(['incident', 'update', id, '--body', 'Twice', '--status', 'identified']);
  const [head, twice, words] = await tain(['incident', 'show', id]);
  expect(head).toBe(`${id}  identified  none  Slow`);
  await tain(['incident', 'edit', id, words?.split('  ')[0] ?? '', '--body', 'Words']);
  await tain(['incident', 'delete', id, twice?.split('  ')[0] ?? '']);
  const shown = await tain(['incident', 'show', id]);
  expect(shown.map((it) => it.split('  ').slice(-2))).toEqual([
    ['none', 'Slow'],
    ['investigating', 'Words'],
  ]);
  await tain(['incident', 'delete', id]);
  await expect(tain(['incident', 'show', id])).rejects.toThrow(`Incident ${id} was not found.`);
  await tain([
    'incident',
    'create',
    'Past',
    '--status',
    'resolved',
    '--backfilled',
    '--at',
    '2026-11-01T10:00:00Z',
  ]);
  const past = (await h.json('/api/v2/incidents.json')).incidents.find((it: Loose) => it.name === 'Past');
  expect([past.created_at, past.started_at, past.resolved_at]).toEqual(
    Array(3).fill('2026-11-01T10:00:00.000Z'),
  );
});

test('the author is the user of the command, or the named one, and never evidence', async () => {
  await tain(['component', 'set', 'Query service', 'degraded_performance']);
  expect(await lastAudit()).toMatchObject({
    actor: `person ${os.userInfo().username}`,
    action: 'component.update',
  });
  await tain(['component', 'set', 'Query service', 'auto', '--by', 'evidence']);
  expect((await lastAudit()).actor).toBe('person evidence');
  await expect(tain(['component', 'set', 'Query service', 'auto', '--by', ' '])).rejects.toThrow(
    "Author can't be blank.",
  );
});

test('a database that is down is one sentence with its address and its exit code', async () => {
  const down = { host: '127.0.0.1', port: 1, user: 'x', database: 'x' };
  for (const line of [
    ['incident', 'create', 'Trouble'],
    ['incident', 'list'],
  ]) {
    await expect(tain(line, down)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/^The database at .*127\.0\.0\.1.* cannot be reached: .*\.$/),
    });
  }
});

test('options of the previous release are accepted', async () => {
  const [line] = await tain(['incident', 'create', 'Silent', '--no-notify', '--status', 'resolved']);
  expect(line).toContain('resolved');
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
  const period = ['--from', '2026-11-21T08:00Z', '--until', '2026-11-21T09:00Z'];
  const degraded = ['--component', 'Query service=degraded_performance'];
  await expect(tain(['maintenance', 'schedule', 'Slow', ...period, ...degraded])).rejects.toThrow(
    'A maintenance sets the status of its components itself',
  );
  const move = (from: string, until: string) =>
    tain(['maintenance', 'move', id, '--from', from, '--until', until, '--by', 'ann']);
  expect(await move('2026-11-22T08:00Z', '2026-11-22T09:00Z')).toEqual([
    `${id}  scheduled  2026-11-22T08:00:00.000Z  Upgrade`,
  ]);
  expect((await lastAudit()).actor).toBe('person ann');
  await expect(move('2026-11-22T09:00Z', '2026-11-22T08:00Z')).rejects.toThrow('must end after it begins.');
  await tain(['maintenance', 'start', id]);
  await tain(['maintenance', 'verify', id]);
  expect((await tain(['maintenance', 'complete', id]))[0]).toBe(`${id}  completed  Upgrade`);
  await expect(move('2026-11-23T08:00Z', '2026-11-23T09:00Z')).rejects.toThrow('cannot be moved.');
  expect((await tain(['component', 'set', 'query SERVICE', 'degraded_performance']))[0]).toMatch(
    /degraded_performance {2}Query service$/,
  );
  expect((await tain(['component', 'set', 'query service', 'auto']))[0]).toContain('(by evidence)');
  expect(await tain(['component', 'list'])).toHaveLength(9);
});

test('with --json a line is an object with the same values', async () => {
  const [line = ''] = await tain(['incident', 'create', 'Written', '--body', 'Looking', '--json']);
  const { id, ...rest } = JSON.parse(line);
  const url = `https://status.example.org/incidents/${id}`;
  expect(rest).toEqual({ status: 'investigating', impact: 'none', name: 'Written', url });
  const [shown = '', update = ''] = await tain(['incident', 'show', id, '--json']);
  expect(JSON.parse(shown)).toEqual({ id, status: 'investigating', impact: 'none', name: 'Written' });
  const { at, ...updated } = JSON.parse(update);
  expect(new Date(at).toISOString()).toBe(at);
  expect(updated).toEqual({ update: expect.any(String), status: 'investigating', body: 'Looking' });
  const [component = ''] = await tain(['component', 'list', '--json']);
  expect(JSON.parse(component)).toEqual({
    id: expect.any(String),
    status: expect.not.stringContaining(' '),
    name: expect.any(String),
    set: expect.any(String),
  });
  const deleted = await tain(['incident', 'delete', id, '--json']);
  expect(deleted.map((text) => JSON.parse(text))).toEqual([{ id, result: 'deleted' }]);
});

test('an impossible command ends with one sentence', async () => {
  await expect(tain(['component', 'set', 'node', 'operational'])).rejects.toThrow(
    /^Several components match node: Consensus nodes, Node 0/,
  );
  await expect(tain(['component', 'set', 'Query service', 'fine'])).rejects.toThrow(
    'Component status must be one of',
  );
  await expect(tain(['incident', 'create', 'x', '--status', 'fine'])).rejects.toThrow(
    'Status must be one of investigating',
  );
  await expect(tain(['incident', 'create', 'x', '--impact', 'maintenance'])).rejects.toThrow(
    'Impact must be one of none, minor, major, critical.',
  );
  await expect(tain(['incident', 'resolve', 'nothere'])).rejects.toThrow('Incident nothere was not found.');
  await expect(tain(['maintenance', 'schedule', 'x', '--from', 'tomorrow', '--until', ''])).rejects.toThrow(
    '--from must be an ISO 8601 time, not tomorrow.',
  );
  await expect(tain(['key', 'create', 'ops', '--role', 'read'])).rejects.toThrow('keys were removed');
});
