import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES, STREAMS } from '../../../src/api/routes.ts';
import { type Browser, HAS_BROWSER, launchBrowser } from '../../browser.ts';
import { ingestDemo } from '../../ingest/ingest-demo.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';

/** A folder to keep screenshots in, for people to look at; without it none are kept. */
const SHOTS = process.env.TAIN_SCREENSHOTS;

describe.skipIf(!HAS_BROWSER)('pages of the query service in a real browser', () => {
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true });
    api = await startTestApi();
    await ingestDemo(api.database, { seed: 5, tps: 30, blocks: 6, signInner: false });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  const CASES = [
    ['/', ['Newest', 'How it is proven', 'Ask'], 'light', 1280],
    ['/', ['Newest', 'How it is proven', 'Ask'], 'dark', 390],
    ['/account/0.0.2', ['Transactions', 'JSON'], 'light', 390],
    ['/block/3', ['Transactions', 'JSON'], 'dark', 1280],
  ] as const;

  test.each(CASES)('%s with %j in %s, %d pixels wide', async (where, names, colorScheme, width) => {
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
      for (const name of names) {
        expect(await page.getByRole('heading', { level: 2, name, exact: true }).isVisible()).toBe(true);
      }
      if (where === '/') expect(await page.getByText(/of \d+ nodes/).isVisible()).toBe(true);
      if (SHOTS !== undefined) {
        await page.screenshot({ path: path.join(SHOTS, `${names[0]}-${colorScheme}-${width}.png`) });
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

  test('leads by keyboard from the front page to what is searched and to an answer, without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(api.url);
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      // Past the name to the search, which leads to what is searched.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('0.0.98');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Account 0.0.98' }).waitFor();
      await page.getByRole('link', { name: 'More transactions' }).click();
      expect(new URL(page.url()).pathname).toBe('/api/v1/transactions');
    } finally {
      await context.close();
    }
  });

  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'the documentation in %s, %d pixels wide, is searched and tried, and asks nobody else',
    async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const problems: string[] = [];
      try {
        const page = await context.newPage();
        page.on('pageerror', (error) => problems.push(String(error)));
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
        });
        page.on('request', (request) => {
          if (!request.url().startsWith(`${api.url}/`)) problems.push(request.url());
        });
        // Examples are looked for when somebody reads it for the first time; nobody waits for all of them.
        const examples = async () => (await api.get('/api/v1/docs/')).headers.get('cache-control');
        await expect.poll(examples, { timeout: 120_000 }).toBe('public, max-age=60');
        await page.goto(`${api.url}/api/v1/docs/#/topics/listTopicMessages`);
        // From then on every click is heard.
        await page.locator('html[data-ready]').waitFor();
        // Where the addresses of Swagger UI lead is still there.
        expect(new URL(page.url()).hash).toBe('#listTopicMessages');
        if (SHOTS !== undefined)
          await page.screenshot({ path: path.join(SHOTS, `docs-${colorScheme}-${width}.png`) });
        expect(
          await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
        ).toBeLessThanOrEqual(0);
        expect(await page.evaluate(CONTRAST)).toEqual([]);
        expect(await page.evaluate(STRUCTURE)).toEqual([]);
        expect(await page.locator('article').count()).toBe(ROUTES.length + STREAMS.length);

        // The code is that of this server, in the language that was chosen, everywhere.
        const code = page.locator('#listTopicMessages .samples pre');
        expect(await code.first().textContent()).toMatch(
          new RegExp(`^curl '${api.url}/api/v1/topics/0\\.0\\.\\d+/messages\\?limit=2'$`),
        );
        await page.locator('label[for="listTopicMessages-Python"]').click();
        expect(await page.locator('#getAccount-Python').isChecked()).toBe(true);

        // As its form stands: with the topic of the example.
        await page.locator('#listTopicMessages .go button').first().click();
        await page.locator('#listTopicMessages .outcome').filter({ hasText: ': 200, ' }).waitFor();
        expect(await page.locator('#listTopicMessages .result pre').textContent()).toContain('"messages"');

        // A stream is followed until it is stopped.
        await page.locator('#streamBlocks-query-timestamp').fill('gte:0');
        await page.locator('#streamBlocks .go button').first().click();
        await page.locator('#streamBlocks .result pre').filter({ hasText: '"number": 5' }).waitFor();
        await page.locator('#streamBlocks .stop').click();
        await page.locator('#streamBlocks .outcome').filter({ hasText: 'stopped' }).waitFor();

        if (width > 1000) {
          await page.locator('#filter').fill('sequencenumber');
          const found = page.locator('article:not([hidden]) .path code');
          expect((await found.allTextContents()).sort()).toEqual([
            '/api/v1/topics/{topicId}/messages',
            '/api/v1/topics/{topicId}/messages/stream',
            '/api/v1/topics/{topicId}/messages/{sequenceNumber}',
          ]);
        }
        expect(problems).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
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
