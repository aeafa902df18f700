import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { ROUTES, STREAMS } from '../../../src/api/routes.ts';
import { demoEngine } from '../../../src/app/demo-engine.ts';
import { type Browser, HAS_BROWSER, launchBrowser } from '../../browser.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';

/** A folder to keep screenshots in, for people to look at; without it none are kept. */
const SHOTS = process.env.TAIN_SCREENSHOTS;

describe.skipIf(!HAS_BROWSER)('pages of the query service in a real browser', () => {
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true });
    const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-pages-'));
    api = await startTestApi();
    try {
      await writeDemo({ runCode: demoEngine, dir, seed: 5, tps: 30, blocks: 6, signInner: false });
      await ingestFolder({
        database: api.database,
        folder: dir,
        addressBook: path.join(dir, 'address_book.bin'),
      });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  const CASES = [
    ['/', 'light', 1100],
    ['/', 'dark', 360],
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
      page.on('requestfailed', (request) => {
        // Who leaves the front page leaves its stream.
        if (!request.url().includes('/stream?')) problems.push(`${request.url()} failed`);
      });
      await page.goto(api.url + where);
      await page.locator('h1').waitFor();
      for (const name of ['Last block', 'How it is proven', 'Ask']) {
        expect(await page.getByRole('heading', { level: 2, name, exact: true }).isVisible()).toBe(true);
      }
      expect(await page.getByText(/of \d+ nodes/).isVisible()).toBe(true);
      if (SHOTS !== undefined) {
        await page.screenshot({ path: path.join(SHOTS, `front-${colorScheme}-${width}.png`) });
      }
      expect(
        await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0);
      // What is collapsed is looked at, too.
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

  test('leads by keyboard from the front page to an answer, without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(api.url);
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      await page.getByRole('link', { name: 'the latest transactions' }).click();
      expect(new URL(page.url()).pathname).toBe('/api/v1/transactions');
    } finally {
      await context.close();
    }
  });

  test('the documentation has forms that are tried, curl lines and a search, and asks nobody else', async () => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const problems: string[] = [];
    const elsewhere: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
      });
      page.on('requestfailed', (request) => {
        // Who leaves the front page leaves its stream.
        if (!request.url().includes('/stream?')) problems.push(`${request.url()} failed`);
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(`${api.url}/`) && !request.url().startsWith('data:')) {
          elsewhere.push(request.url());
        }
      });
      const shot = async (name: string) => {
        if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `docs-${name}.png`) });
      };
      await page.goto(api.url);
      await page.getByRole('link', { name: 'Documentation' }).click();
      await page.locator('.opblock').first().waitFor();
      await shot('all');
      const all = await page.locator('.opblock').count();
      expect(all).toBe(ROUTES.length + STREAMS.length);

      await page.getByPlaceholder('Filter by tag').fill('sequencenumber');
      await expect.poll(() => page.locator('.opblock').count(), { timeout: 120_000 }).toBe(3);
      const found = await page.locator('.opblock-summary-path').allTextContents();
      expect(found.map((text) => text.replaceAll('\u200b', '')).sort()).toEqual([
        '/api/v1/topics/{topicId}/messages',
        '/api/v1/topics/{topicId}/messages/stream',
        '/api/v1/topics/{topicId}/messages/{sequenceNumber}',
      ]);

      // As its form stands: with the topic of the example.
      await page.locator('.opblock-summary').first().click();
      const answer = page.locator('.live-responses-table');
      // A click is lost where the page draws its forms anew at that moment.
      const execute = async () => {
        if (!(await answer.isVisible())) await page.getByRole('button', { name: 'Execute' }).click();
        return answer.isVisible();
      };
      await expect.poll(execute, { interval: 3_000 }).toBe(true);
      await shot('tried');
      expect(await answer.locator('.response-col_status').last().textContent()).toContain('200');
      expect(await page.locator('.live-responses-table .highlight-code').first().textContent()).toContain(
        '"messages"',
      );
      expect(await page.locator('.curl').textContent()).toMatch(
        /^curl -X 'GET' \\\s+'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/topics\/0\.0\.\d+\/messages\?/,
      );
      await page.getByPlaceholder('Filter by tag').fill('contracts');
      await page.locator('#operations-contracts-listContracts').waitFor();
      expect(problems).toEqual([]);
      expect(elsewhere).toEqual([]);
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
