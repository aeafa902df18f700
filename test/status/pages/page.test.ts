import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Evidence, GOOD, type Harness, startHarness } from '../harness.ts';

const DAY = 86_400_000;

describe('pages of the status service', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness({ settings: { network: 'demo', mirrorPort: 5551 } });
    const evidence = new Evidence(h.db.database);
    await evidence.file(h.now - DAY, GOOD);
    for (let second = 0; second < 60; second += 2) {
      await evidence.file(h.now + 2000, GOOD);
      await evidence.ingest(h.now + 2000);
      await evidence.api(h.now + 2000);
      await h.pass(2);
    }
    await h.open({ name: 'Still open', body: 'We look.' });
    await h.open({
      kind: 'maintenance',
      name: 'Planned work',
      scheduledFor: new Date(h.now + DAY),
      scheduledUntil: new Date(h.now + DAY + 3_600_000),
    });
    await h.open({ name: 'Long over', status: 'resolved' });
  });
  afterAll(() => h?.close());

  const text = async (path: string) => (await h.get(path)).text();

  test('uptime covers the measured time, and bars begin with it', async () => {
    const html = await text('/');
    // Nodes had files to sign: one yesterday and 30 today. Services were monitored for a minute.
    expect(html).toContain(
      'aria-label="Node 2 (0.0.5), since 19 Nov 2026: uptime 100 % of 31 files, no days with trouble"',
    );
    expect(html).toContain('<span>since 19 Nov 2026</span><span>Uptime: 100 % of 31 files</span>');
    expect(html).toContain('<span>since 20 Nov 2026</span><span>Uptime: 100 % of 1 minute</span>');
    expect(html).not.toMatch(/of \d+ days|90 days ago|class="unknown"/);
    // Two days are as wide as fourteen of ninety, not as ninety.
    expect(new Set(html.match(/class="bars" viewBox="[^"]+"/g))).toEqual(
      new Set(['class="bars" viewBox="0 0 69 28"']),
    );
  });

  test('an open incident takes the place of the green banner, whose indicator stays in the API', async () => {
    const html = await text('/');
    expect(html).not.toContain('class="banner');
    expect(html.indexOf('Still open')).toBeGreaterThan(0);
    expect((await h.json('/api/v2/status.json')).status.indicator).toBe('none');
  });

  test('each node is shown once, with its signatures', async () => {
    const html = await text('/');
    expect(html.match(/0\.0\.5(?!\d)/g)).toHaveLength(2);
    expect(html.match(/<th scope="row">2 /g)).toHaveLength(1);
    expect(html).toContain('4 of 4 operational');
    const row = html.slice(html.indexOf('<th scope="row">2 '));
    expect(row.slice(0, row.indexOf('</tbody>'))).toMatch(/Operational.*30 \/ 30.*100 %.*UTC<\/time>.*<svg/s);
    const [components = ''] = /<ul class="components">.*?<\/section>/s.exec(html) ?? [];
    expect(components).toContain('Query service');
    expect(components).not.toContain('Consensus nodes');
  });

  test('the history shows open and planned items before past ones', async () => {
    const html = await text('/history');
    const positions = ['Open and scheduled', 'Planned work', 'Still open', 'Long over'].map((name) =>
      html.indexOf(name),
    );
    expect(positions.every((index) => index > 0)).toBe(true);
    expect(Math.max(...positions.slice(0, 3))).toBeLessThan(positions[3] ?? 0);
    expect(html.match(/<article/g)).toHaveLength(3);
  });

  test('the page links the feeds and the calendar', async () => {
    const html = await text('/');
    expect(html).toContain('<a class="button" href="/#subscribe">Subscribe</a>');
    const subscribe = html.slice(html.indexOf('<h2 id="subscribe">'));
    for (const path of ['/history.atom', '/history.rss', '/maintenance.ics']) {
      expect(subscribe).toContain(`href="${path}"`);
      expect((await h.get(path)).status).toBe(200);
    }
    expect(subscribe).not.toContain('<form');
  });

  test('links to the mirror node by the name under which it was reached', async () => {
    expect(await text('/')).toContain('<a href="/mirror">Mirror node</a>');
    const home = await h.get('/mirror');
    expect([home.status, home.headers.get('location')]).toEqual([302, 'http://127.0.0.1:5551/']);
    expect(home.headers.get('cache-control')).toBe('no-store');
    const docs = await h.get('/mirror/docs');
    expect(docs.headers.get('location')).toBe('http://127.0.0.1:5551/api/v1/docs/');
  });
});

test('the mirror node is linked at its configured address; without one it is not linked', async () => {
  const h = await startHarness({ settings: { network: 'demo', mirrorUrl: 'https://mirror.example.org/x' } });
  try {
    expect((await h.get('/mirror/docs')).headers.get('location')).toBe(
      'https://mirror.example.org/x/api/v1/docs/',
    );
  } finally {
    await h.close();
  }
  const other = await startHarness();
  try {
    expect(await (await other.get('/')).text()).not.toContain('/mirror');
    expect((await other.get('/mirror')).status).toBe(404);
  } finally {
    await other.close();
  }
});
