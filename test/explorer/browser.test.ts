import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRANSACTION_TYPES } from '../../packages/explorer/src/words/transaction-names.ts';
import type { TestApi } from '../api/api-fixture.ts';
import { type Browser, HAS_BROWSER, launchBrowser, type Page } from '../browser.ts';
import { pick } from '../client/demo-api.ts';
import { startDemoExplorer } from './demo-explorer.ts';
import { THINGS } from './demo-things.ts';
import { TASKS } from './tasks.ts';
import { Visitor } from './visitor.ts';

const HAS_EXPLORER = existsSync(new URL('../../dist/explorer/', import.meta.url));
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
});
