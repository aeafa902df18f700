import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { startTestApi, type TestApi } from '../api/api-fixture.ts';
import { ingestFolder } from '../ingest-rows/ingest-folder.ts';

// A real browser is needed: Debian's `chromium`, or the one that CHROMIUM names. Without one these
// tests are skipped (apt-get install chromium).
const executable = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));
if (executable === undefined) {
  process.stderr.write('pages not tested in a browser: no chromium found (apt-get install chromium)\n');
}
/** A folder to keep screenshots in, for people to look at; without it none are kept. */
const SHOTS = process.env.TAIN_SCREENSHOTS;

describe.skipIf(executable === undefined)('pages of the query service in a real browser', () => {
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true });
    const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-pages-'));
    api = await startTestApi();
    try {
      await writeDemo({ dir, seed: 5, tps: 30, blocks: 6, signInner: false });
      await ingestFolder({
        database: api.database,
        folder: dir,
        addressBook: path.join(dir, 'address_book.bin'),
      });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
    browser = await chromium.launch({
      executablePath: executable ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  const CASES = [
    ['/', 'light', 1100],
    ['/', 'dark', 360],
    ['/api/v1/docs/', 'light', 360],
    ['/api/v1/docs/', 'dark', 1100],
  ] as const;

  test.each(CASES)('%s in %s, %d pixels wide', async (where, colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const problems: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
      });
      page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
      await page.goto(api.url + where);
      await page.locator('h1').waitFor();
      if (where === '/') {
        for (const name of ['Last block', 'How it is proven', 'Ask']) {
          expect(await page.getByRole('heading', { level: 2, name, exact: true }).isVisible()).toBe(true);
        }
        expect(await page.getByText(/of \d+ nodes/).isVisible()).toBe(true);
      } else {
        await page.locator('#listTransactions > summary').click();
        if (SHOTS !== undefined) {
          await page.locator('#listTransactions').screenshot({
            path: path.join(SHOTS, `operation-${colorScheme}-${width}.png`),
          });
        }
        await page.getByRole('link', { name: 'TransactionsPage' }).first().click();
        expect(await page.locator('#type-TransactionsPage + p + table').isVisible()).toBe(true);
      }
      if (SHOTS !== undefined) {
        const name = `${where === '/' ? 'front' : 'docs'}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: path.join(SHOTS, name) });
      }
      expect(
        await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0);
      // What is folded away is looked at, too.
      await page.evaluate("for (const it of document.querySelectorAll('details')) it.open = true");
      expect(
        await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0);
      expect(await page.evaluate(CONTRAST)).toEqual([]);
      expect(await page.evaluate(STRUCTURE)).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test('leads by keyboard from the front page to the documentation and an answer', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(api.url);
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      await page.getByRole('link', { name: 'Documentation' }).click();
      await page.getByRole('link', { name: 'blocks', exact: true }).click();
      await page.locator('#listBlocks > summary').click();
      await page.locator('#listBlocks h4 + p a').click();
      expect(new URL(page.url()).pathname).toBe('/api/v1/blocks');
    } finally {
      await context.close();
    }
  });
});

/** Texts whose contrast to their background is below 4.5 : 1 (WCAG AA), as a browser computes them. */
const CONTRAST = `(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, index) => sum + v * [0.2126, 0.7152, 0.0722][index], 0);
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const bad = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest('.skip')) continue;
    const one = luminance(parse(getComputedStyle(element).color));
    const two = luminance(background(element));
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < 4.5) bad.add(ratio.toFixed(2) + ' ' + walker.currentNode.textContent.trim().slice(0, 40));
  }
  return [...bad];
})()`;

const STRUCTURE = `(() => {
  const bad = [];
  const seen = new Set();
  for (const { id } of document.querySelectorAll('[id]')) {
    if (seen.has(id)) bad.push('id twice: ' + id);
    seen.add(id);
  }
  let level = 0;
  for (const heading of document.querySelectorAll('h1,h2,h3,h4')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1 && !heading.closest('details')) bad.push('heading skips: ' + heading.textContent);
    level = next;
  }
  if (document.documentElement.lang !== 'en') bad.push('no language');
  return bad;
})()`;
