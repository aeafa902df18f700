import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRANSACTION_TYPES } from '../../packages/explorer/src/words/transaction-names.ts';
import type { TestApi } from '../api/api-fixture.ts';
import { type Browser, HAS_BROWSER, launchBrowser, type Page } from '../browser.ts';
import { pick } from '../client/demo-api.ts';
import { startDemoExplorer } from './demo-explorer.ts';
import { THINGS } from './demo-things.ts';
import { addAxe, clipped, settled, violations } from './page-checks.ts';
import { startPlainMirror } from './plain-mirror.ts';
import { TASKS } from './tasks.ts';
import { Visitor } from './visitor.ts';

const HAS_EXPLORER = existsSync(new URL('../../dist/explorer/', import.meta.url));
/** A folder to keep screenshots in, for people to look at; without it none are kept. */
const SHOTS = process.env.TAIN_SCREENSHOTS;

/** Each page; `{thing}` stands for the first text of a thing of the demo network. */
const PAGES = [
  '/',
  '/transactions',
  '/transactions?account.id={byKey}&result=fail',
  '/blocks',
  '/accounts',
  '/tokens',
  '/nfts',
  '/topics',
  '/contracts',
  '/schedules',
  '/nodes',
  '/network',
  '/transaction/{transfer}',
  '/transaction/{reverted}',
  '/transaction/{batch}',
  '/transaction/{nested}',
  '/block/13',
  '/account/{nfts}',
  '/account/{airdrop}',
  '/token/{token}',
  '/token/{collection}',
  '/topic/{topic}',
  '/schedule/{schedule}',
  '/contract/0.0.1296',
  '/search?q=Showcase',
] as const;
const WIDTHS = [390, 768, 1280] as const;

describe.skipIf(!HAS_BROWSER || !HAS_EXPLORER)('the explorer in a real browser', () => {
  let api: TestApi;
  let browser: Browser;
  const found = new Map<string, Promise<readonly string[]>>();
  const find = (name: keyof typeof THINGS): Promise<readonly string[]> => {
    const known = found.get(name) ?? pick(api, THINGS[name]);
    found.set(name, known);
    return known;
  };

  beforeAll(async () => {
    [api, browser] = await Promise.all([startDemoExplorer(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  /** Opens a page; what its console says at level error ends in `problems`. */
  async function open(use: (page: Page) => Promise<void>, allowed = /^$/): Promise<void> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
    });
    const problems: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        const text = `${message.text()} ${message.location().url}`;
        if (message.type() === 'error' && !allowed.test(text)) problems.push(text);
      });
      await use(page);
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  }

  test('shows a history with every type of transaction, each with a name', async () => {
    const { rows } = await api.database.pool.query<{ type: number }>('select distinct type from transaction');
    expect(rows.length).toBeGreaterThan(50);
    const named = new Set(TRANSACTION_TYPES.map(([type]) => type));
    const listed = await api.json('/api/v1/transactions?limit=100&order=asc');
    const names = (listed.transactions as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name !== 'UNKNOWN' && !named.has(name))).toEqual([]);
  });

  test.each(TASKS)('a person finds out %s', async (_, way) => {
    await open(async (page) => {
      await way(await Visitor.atHome(page, api.url), find);
    }, /status of 40[04]/);
  });

  test('the documentation shows one operation at a time, with selects for enumerations', async () => {
    await open(async (page) => {
      await page.goto(`${api.url}/api/v1/docs/#listTransactions`);
      await page.locator('html[data-ready]').waitFor();
      const shown = () =>
        page.evaluate(
          "[...document.querySelectorAll('article')].filter((each) => each.offsetParent).map(({ id }) => id)",
        );
      expect(await shown()).toEqual(['listTransactions']);
      await page.locator('#listTransactions-query-result').selectOption('fail');
      await page.locator('#listTransactions button').first().click();
      await page.getByText(/GET \/api\/v1\/transactions\?.*result=fail.*: 200/).waitFor();
      await page.locator('.side a[href="#listBlocks"]').click();
      await expect.poll(shown).toEqual(['listBlocks']);
      await page.locator('.side a[href="#begin"]').click();
      await expect.poll(shown).toEqual([]);
      expect(await clipped(page)).toEqual([]);
    });
  });

  describe('with a mirror that has the public interface alone', () => {
    test.each([
      ['/', 'this mirror has no event streams'],
      ['/transaction/{transfer}', 'This mirror gives no proofs.'],
      ['/transaction/{nested}', 'called contract'],
      ['/account/{nfts}', 'The account holds'],
      ['/token/{token}', 'Its treasury is'],
      ['/topic/{topic}', 'New messages appear by themselves.'],
      ['/search?q=SHOW', 'Showcase Dollar (SHOW)'],
    ] as const)('%s works, and says what is missing', async (pattern, text) => {
      const [all = '', name] = /\{(\w+)\}/.exec(pattern) ?? [];
      const place =
        name === undefined
          ? pattern
          : pattern.replace(all, (await find(name as keyof typeof THINGS))[0] ?? '');
      const mirror = await startPlainMirror({ api: api.url });
      try {
        await open(async (page) => {
          await page.goto(`${mirror.explorer}/#${place}`);
          await page.getByText(text).first().waitFor();
          await settled(page);
          expect(await page.getByText('Verify a proof').count()).toBe(0);
          // The one question that tells a mirror of ours from others is all that is asked beyond the public interface.
          const own = [...mirror.requested].filter((path) => /\/(?:stream|proof|capabilities)$/.test(path));
          expect(own).toEqual(['/api/v1/network/capabilities']);
        }, /status of 404.*(?:\/capabilities|\/(?:contracts|topics|schedules|accounts)\/)/);
      } finally {
        await mirror.close();
      }
    });
  });

  test('300 transactions a second repaint the first page at most four times a second', async () => {
    const mirror = await startPlainMirror({ api: api.url, transactionsPerSecond: 300 });
    try {
      await open(async (page) => {
        await page.goto(`${mirror.explorer}/`);
        const seconds = 3;
        const repaints = async (): Promise<number> =>
          Number(await page.evaluate('document.documentElement.dataset.transactionsRepaints ?? 0'));
        await expect.poll(repaints).toBeGreaterThan(1);
        const before = await repaints();
        const began = Date.now();
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        const count = (await repaints()) - before;
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(Math.ceil(((Date.now() - began) / 1000) * 4) + 1);
      }, /status of 404/);
    } finally {
      await mirror.close();
    }
  });

  test.each(PAGES)('%s fits every screen, in light and dark, without errors', async (pattern) => {
    let place = pattern as string;
    for (const [all, name] of pattern.matchAll(/\{(\w+)\}/g)) {
      place = place.replace(all, (await find(name as keyof typeof THINGS))[0] ?? '');
    }
    // A search asks for what may not exist.
    const allowed = pattern.startsWith('/search') ? /status of 40[04]/ : /^$/;
    await open(async (page) => {
      await page.goto(api.url + place);
      await settled(page);
      await addAxe(page);
      const bad: string[] = [];
      const check = async (where: string, items: Promise<readonly string[]>): Promise<void> => {
        bad.push(...(await items).map((item) => `${where}: ${item}`));
      };
      const tabs = await page.getByRole('tab').allTextContents();
      for (const [index, tab] of (tabs.length === 0 ? [''] : tabs).entries()) {
        if (tab !== '') {
          await page.getByRole('tab', { name: tab, exact: true }).click();
          await settled(page);
        }
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await check(`${tab} ${width}`, clipped(page));
          // Names, roles and headings do not depend on colours; colours do not depend on the width.
          if (width === 390 || (index === 0 && width === 1280))
            await check(`${tab} ${width} light`, violations(page));
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        await check(`${tab} dark`, violations(page, ['color-contrast']));
        if (SHOTS !== undefined && index === 0) {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.screenshot({ path: path.join(SHOTS, `${pattern.replaceAll(/\W+/g, '_')}.png`) });
        }
        await page.emulateMedia({ colorScheme: 'light' });
      }
      // The whole list is the message.
      if (bad.length > 0) throw new Error(bad.join('\n'));
    }, allowed);
  });
});
