import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { followRecords } from '../../src/ingest/feed/record-stream.ts';
import { bootstrapAddressBooks } from '../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../src/ingest/verify/node-stakes.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { openFolder } from '../ingest/open-folder.ts';
import { removeFolder } from '../remove-folder.ts';
import { Evidence, type Loose, startHarness } from './harness.ts';

const BLOCKS = 290;
/** Positions of the files that the node does not sign. */
const FROM = 50;
const UNTIL = 120;

/**
 * A stream of the demo network whose third node stops signing for a while. It is verified and recorded like by the
 * ingest, and evaluated file by file, each at its own time.
 */
test('a node of the demo network stops signing and returns, from real signatures to the page', {
  timeout: 120_000,
}, async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-status-demo-'));
  const h = await startHarness();
  try {
    await writeDemo({ runCode: demoEngine, dir, blocks: BLOCKS, tps: 2, seed: 3, signInner: false });
    const folder = path.join(dir, 'recordstreams', 'record0.0.5');
    const signatures = (await readdir(folder)).filter((name) => name.endsWith('_sig')).sort();
    expect(signatures).toHaveLength(BLOCKS);
    for (const name of signatures.slice(FROM, UNTIL)) await rm(path.join(folder, name));
    // Much earlier, the node signs wrongly once.
    const wrong = path.join(folder, signatures[20] ?? '');
    const bytes = await readFile(wrong);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(wrong, bytes);

    const source = await openFolder(dir);
    const evidence = new Evidence(h.db.database);
    const course: { status: string; file: number; at: number }[] = [];
    const incidents: { status: string; at: number }[] = [];
    let file = 0;
    let stoppedAt = 0;
    let backAt = 0;
    for await (const verified of followRecords({
      source,
      addressBooks: bootstrapAddressBooks(await readFile(path.join(dir, 'address_book.bin'))),
      stakes: new NodeStakes([]),
      startAfter: null,
      follow: false,
      signal: AbortSignal.timeout(110_000),
      log: { info: () => undefined, warn: () => undefined },
    })) {
      const { consensusEnd } = verified.block;
      h.now = Number(consensusEnd / 1_000_000n);
      if (file === FROM) stoppedAt = h.now;
      if (file === UNTIL) backAt = h.now;
      await h.db.database.pool.query('select tain.report_signatures($1, $2, $3, $4)', [
        verified.signatures.map(() => consensusEnd),
        verified.signatures.map((it) => it.nodeId),
        verified.signatures.map((it) => it.nodeAccountId),
        verified.signatures.map((it) => it.outcome),
      ]);
      await evidence.ingest(h.now);
      await evidence.api(h.now);
      await h.status.tick();
      const summary: Loose = await h.json('/api/v2/summary.json');
      const node = summary.components.find((it: Loose) => it.name.endsWith('(0.0.5)'));
      if (course.at(-1)?.status !== node.status) course.push({ status: node.status, file, at: h.now });
      const incident = summary.incidents[0];
      if (incident !== undefined && incidents.at(-1)?.status !== incident.status) {
        incidents.push({ status: incident.status, at: h.now });
      }
      if (file === 40) {
        const row = (await h.json('/nodes.json')).nodes.find((it: Loose) => it.node_account_id === '0.0.5');
        expect(row).toMatchObject({ files: 30, verified: 29, invalid: 1, missing: 0 });
        expect(node.status).toBe('operational');
      }
      if (file === UNTIL - 1) {
        const page = await (await h.get('/')).text();
        expect(page).toMatch(/Node \d \(0\.0\.5\) does not take part in consensus/);
      }
      file++;
    }
    expect(file).toBe(BLOCKS);
    expect(course.map((it) => it.status)).toEqual([
      'operational',
      'degraded_performance',
      'partial_outage',
      'major_outage',
      'partial_outage',
      'degraded_performance',
      'operational',
    ]);
    const [, degraded, partial, major, , , operational] = course;
    // The states after 2, 16 and 28 of 30 missed files, shown after five seconds, which are three files.
    expect([degraded, partial, major].map((it) => (it?.file ?? 0) - FROM)).toEqual([4, 18, 30]);
    expect(degraded?.at).toBeGreaterThan(stoppedAt);
    expect(operational?.at).toBeGreaterThan(backAt);
    expect(incidents.map((it) => it.status)).toEqual(['investigating', 'monitoring']);
    const [closed, ...others] = (await h.json('/api/v2/incidents.json')).incidents;
    expect(others).toEqual([]);
    expect(closed).toMatchObject({ status: 'resolved', impact: 'minor' });
    // The outage starts at its first evidence: three files before it was shown.
    expect((partial?.at ?? 0) - Date.parse(closed.started_at)).toBeLessThanOrEqual(6500);
    expect(Date.parse(closed.started_at)).toBeLessThan(partial?.at ?? 0);
    expect(closed.incident_updates.at(-1).body).toMatch(/Signed \d+ of the last 30 files, .*last at 2026-/);
    expect(Date.parse(closed.monitoring_at)).toBe(operational?.at);
    expect(Date.parse(closed.resolved_at) - Date.parse(closed.monitoring_at)).toBeGreaterThanOrEqual(120_000);
  } finally {
    await h.close();
    await removeFolder(dir);
  }
});
