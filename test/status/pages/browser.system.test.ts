import { mkdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type ContextOptions, HAS_BROWSER, launchBrowser } from '../../browser.ts';
import { addAxe, violations } from '../../explorer/page-checks.ts';
import { PACKAGES } from '../../packages.ts';
import { resolveInPackage } from '../../require-package.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from '../harness.ts';

const WIDGET = '@statuspage/status-widget/dist/src.77de5100.js';
/** Folder for screenshots, for manual inspection; undefined: none are stored. */
const SHOTS = process.env.TAIN_SCREENSHOTS;

function screenshotOptions(name: string): { path?: string } {
  return SHOTS === undefined ? {} : { path: path.join(SHOTS, name) };
}

describe.skipIf(!HAS_BROWSER)('in a real browser', () => {
  let h: Harness;
  let browser: Browser;
  beforeAll(async () => {
    if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true });
    browser = await launchBrowser();
    h = await startHarness();
    const evidence = new Evidence(h.db.database);
    const day = 86_400_000;
    const silent = ['verified', 'verified', 'missing', 'verified'];
    for (let back = 80; back > 0; back--) {
      for (let file = 0; file < 10; file++) {
        await evidence.file(
          h.now - back * day + file * 2000,
          back % 17 === 0 && file < 3 ? silent : back === 30 ? silent : GOOD,
        );
      }
    }
    for (let second = 0; second < 240; second += 2) {
      await evidence.file(h.now + 2000, second < 60 ? GOOD : silent);
      await evidence.ingest(h.now + 2000);
      await evidence.api(h.now + 2000);
      await h.pass(2);
    }
    await h.open({
      kind: 'maintenance',
      name: 'Upgrade of node 1',
      body: 'It will be off for some minutes.',
      scheduledFor: new Date('2026-11-21T08:00:00Z'),
      scheduledUntil: new Date('2026-11-21T09:00:00Z'),
    });
    await h.open({
      name: 'Slow answers',
      status: 'resolved',
      body: 'A query was slow.\nIt is not any more.',
      backfilled: true,
      startedAt: new Date('2026-11-15T10:00:00Z'),
      displayAt: new Date('2026-11-15T10:00:00Z'),
      impactOverride: 'minor',
    });
    await h.open({
      name: '<img src=x onerror=alert(1)>',
      body: '<script>document.title="owned"</script>',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await h?.close();
  });

  const open = async (options: ContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
    page.on('dialog', () => problems.push('a dialog opened'));
    await page.goto(h.url);
    return { context, page, problems };
  };

  test.each([
    ['light', 1100],
    ['dark', 1100],
    ['light', 390],
    ['dark', 360],
  ] as const)(
    '%s, %d pixels wide, without script: complete, and nothing overflows',
    async (colorScheme, width) => {
      const { context, page, problems } = await open({
        colorScheme,
        javaScriptEnabled: false,
        viewport: { width, height: 900 },
      });
      try {
        expect(await page.title()).toBe('Demo Network Status');
        await page.getByRole('heading', { level: 1, name: 'Demo Network Status' }).waitFor();
        for (const name of [
          'Open incidents',
          'Maintenance',
          'Components',
          'Consensus nodes',
          'Past incidents',
          'Subscribe',
        ]) {
          expect(await page.getByRole('heading', { level: 2, name, exact: true }).count(), name).toBe(1);
        }
        const row = page.getByRole('row').filter({ hasText: '0.0.5' });
        expect((await row.allInnerTexts()).join()).toMatch(
          /2\s+0\.0\.5\s+✕ Major Outage\s+0 \/ 30\s+0\.00 %\s+0/,
        );
        // The table of nodes does not overflow.
        expect(
          await page.evaluate(
            "(() => { const it = document.querySelector('.scroll'); return it.scrollWidth - it.clientWidth; })()",
          ),
        ).toBeLessThanOrEqual(0);
        expect(
          await page
            .getByRole('img', {
              name: /^Node 2 \(0\.0\.5\), since \d+ Sep 2026: uptime \d\d\.\d\d % of 920 files, \d+ days with trouble$/,
            })
            .count(),
        ).toBe(1);
        expect(
          await page.getByText('Node 2 (0.0.5) does not take part in consensus').first().isVisible(),
        ).toBe(true);
        expect(await page.locator('.status.major_outage').first().isVisible()).toBe(true);
        await page.screenshot({ ...screenshotOptions(`page-${colorScheme}-${width}.png`), fullPage: true });
        expect(problems).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );

  test('fits a phone, has no fault of accessibility, works by keyboard, and runs no foreign script', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { context, page, problems } = await open({
        colorScheme,
        viewport: { width: 360, height: 800 },
        timezoneId: 'Asia/Kolkata',
      });
      try {
        // The page shows local time next to UTC.
        expect(await page.locator('.updates time').first().textContent()).toMatch(
          / UTC \((\d+ Nov, )?\d\d:\d\d your time\)$/,
        );
        const wide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        expect(wide).toBeLessThanOrEqual(0);
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
        const stops: string[] = [];
        for (let press = 0; press < 40; press++) {
          await page.keyboard.press('Tab');
          stops.push(String(await page.evaluate('document.activeElement.tagName')));
        }
        for (const tag of ['A', 'SUMMARY', 'DIV']) expect(stops).toContain(tag);
        expect(await page.title()).toBe('Demo Network Status');
        expect(problems).toEqual([]);
        for (const [name, address] of [
          ['Current status', h.url],
          ['Slow answers', String(await page.evaluate(INCIDENT))],
          ['History', `${h.url}/history`],
        ] as const) {
          await page.goto(address);
          await addAxe(page);
          expect([name, await violations(page, 'html')]).toEqual([name, []]);
        }
      } finally {
        await context.close();
      }
    }
  });

  test('links from the page to an incident, the history and back', async () => {
    const { context, page, problems } = await open();
    try {
      await page.getByRole('link', { name: 'Slow answers' }).click();
      await page.getByRole('heading', { level: 2, name: 'Slow answers' }).waitFor();
      expect(await page.getByText('It is not any more.').isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Current status' }).click();
      await page.getByRole('link', { name: 'All history' }).click();
      await page.getByRole('heading', { level: 2, name: 'History' }).waitFor();
      await page.screenshot({ ...screenshotOptions('history.png'), fullPage: true });
      await page.goto(`${h.url}/badge.svg`);
      await page.screenshot({
        ...screenshotOptions('badge.png'),
        clip: { x: 0, y: 0, width: 320, height: 40 },
      });
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test('@statuspage/status-widget shows the status, unchanged, from another origin', async () => {
    const script = await readFile(resolveInPackage(PACKAGES, WIDGET), 'utf8');
    const server = http.createServer((request, response) => {
      if (request.url === '/widget.js') response.setHeader('content-type', 'text/javascript').end(script);
      else if (request.url === '/') {
        response
          .setHeader('content-type', 'text/html')
          .end(
            `<body><statuspage-widget src="${h.url}"></statuspage-widget><script src="/widget.js"></script>`,
          );
      } else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const expected = (await h.json('/api/v2/status.json')).status as Loose;
      await page.waitForFunction(
        `(() => { const w = document.querySelector('statuspage-widget'); return ((w.shadowRoot && w.shadowRoot.textContent) || w.textContent).includes(${JSON.stringify(expected.description)}); })()`,
        undefined,
        { timeout: 120_000 },
      );
    } finally {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

const INCIDENT =
  "[...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Slow answers').href";
