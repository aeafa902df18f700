import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { rawStreams } from '../../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../../src/config/config.ts';
import { readBlock } from '../../../src/ingest/decode/block/block.ts';
import { findTransaction } from '../../../src/ingest/prove/provable-transactions.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { type Browser, HAS_BROWSER, launchBrowser, type Page } from '../../browser.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { proofOf, readChain } from '../../proof/real-chains.ts';
import { sharedDir } from '../../shared.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';

/** Whether the page was built by `npm run build`; without it the server lacks the page. */
const IS_BUILT = existsSync('dist/tain-verify.js');
/** Folder for screenshots, for manual inspection. */
const SHOTS = process.env.TAIN_SCREENSHOTS;
const log = { info: () => undefined, warn: () => undefined };

describe.skipIf(!IS_BUILT)('the page that verifies a proof in the browser', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-proof-page-'));
  let api: TestApi;
  let book: string;
  let id: string;

  beforeAll(async () => {
    const stream = await DemoStream.open({
      dir: folder,
      seed: 3,
      tps: 8,
      dataEverywhere: false,
      runCode: demoEngine,
    });
    for (let block = 0; block < 2; block++) await stream.write();
    await stream.commit();
    await stream.close();
    const addressBook = path.join(folder, 'address_book.bin');
    book = createHash('sha384').update(readFileSync(addressBook)).digest('hex');
    const raw = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), log);
    if (raw === null) throw new Error('no source');
    api = await startTestApi({
      prover: raw.prover,
      // The explorer links to the page if the server reports that it makes proofs.
      capabilities: () => ({ roles: ['api'], features: { proofs: true } }),
    });
    await ingestFolder({ database: api.database, folder, addressBook });
    const listed = await api.json('/api/v1/transactions?limit=1&transactiontype=CRYPTOTRANSFER');
    const [first] = listed.transactions as readonly { readonly transaction_id: string }[];
    id = first?.transaction_id ?? '';
  });
  afterAll(async () => {
    await api?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is served with its module, and loads code from this server alone', async () => {
    const page = await api.get(`/proof?transaction=${encodeURIComponent('"><b>')}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[\w+/=]+' 'self'; connect-src 'self';/,
    );
    expect(await page.text()).toContain('value="&quot;&gt;&lt;b&gt;"');
    const module = await api.get('/tain-verify.js');
    expect(module.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await module.text()).toBe(readFileSync('dist/tain-verify.js', 'utf8'));
  });

  it('is absent if no proofs are made', async () => {
    const other = await startTestApi({ database: api.database });
    try {
      for (const missing of ['/proof', '/tain-verify.js'])
        expect((await other.get(missing)).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  describe.skipIf(!HAS_BROWSER)('in a real browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser?.close());

    async function open(
      where: string,
      width: number,
      use: (page: Page) => Promise<void>,
      expected: unknown[] = [],
    ): Promise<void> {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
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
        await page.goto(api.url + where);
        await use(page);
        expect(
          await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
        ).toBeLessThanOrEqual(0);
        expect(problems).toEqual(expected);
      } finally {
        await context.close();
      }
    }

    const stateWith = (page: Page, text: string) =>
      page.locator('#state').filter({ hasText: text }).waitFor();
    const steps = (page: Page) => page.locator('#list > li > strong').allTextContents();

    it.each([1280, 390])(
      'shows each step, and refuses another address book, %d pixels wide',
      async (width) => {
        await open(`/proof?transaction=${id}`, width, async (page) => {
          await stateWith(page, 'Every step holds.');
          expect(await steps(page)).toEqual([
            '✓ Leaf',
            '✓ Path',
            '✓ Root',
            '✓ Trust',
            '✓ Signature',
            '✓ Question',
          ]);
          expect(await page.locator('#trust-words').textContent()).toContain('it proves nothing by itself');
          expect(await page.evaluate("document.getElementById('anchor').value")).toBe(`0x${book}`);
          expect(await page.locator('#facts').textContent()).toContain(id);
          if (SHOTS !== undefined)
            await page.screenshot({ path: path.join(SHOTS, `proof-${width}.png`), fullPage: true });
          await page.locator('#anchor').fill('00'.repeat(48));
          await page.locator('#trust button').click();
          await stateWith(page, 'Refused at the step Trust');
          expect(await steps(page)).toEqual([
            '✓ Leaf',
            '✓ Path',
            '✓ Root',
            '✕ Trust',
            '· Signature',
            '· Question',
          ]);
          expect(await page.locator('#proven').isVisible()).toBe(false);
        });
      },
    );

    it('prints on a phone’s page with nothing cut off, and without its controls', async () => {
      await open(`/proof?transaction=${id}`, 390, async (page) => {
        await stateWith(page, 'Every step holds.');
        await page.emulateMedia({ media: 'print' });
        // Content beyond the page's right edge is not printed.
        const printed = (await page.evaluate(`(() => {
          const shown = [...document.querySelectorAll('main *')].filter((each) => each.getClientRects().length > 0);
          const name = ({ tagName, className, id }) => tagName.toLowerCase() + (id && '#' + id) + (className && '.' + className);
          const edge = document.documentElement.clientWidth;
          return {
            cut: shown
              .filter((each) => each.getBoundingClientRect().right > edge + 0.5 || each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
              .map(name),
            controls: [...document.querySelectorAll('a.skip, header.top, nav, button, input, select, summary')]
              .filter((each) => each.getClientRects().length > 0)
              .map(name),
            hashes: [...document.querySelectorAll('code.hash')]
              .filter((each) => each.getClientRects().length > 0)
              .map((each) => {
                const range = document.createRange();
                range.selectNodeContents(each);
                const tops = [...range.getClientRects()].map(({ top }) => top);
                return { text: each.textContent, lines: new Set(tops).size };
              }),
          };
        })()`)) as {
          cut: string[];
          controls: string[];
          hashes: { text: string; lines: number }[];
        };
        expect(printed.cut).toEqual([]);
        expect(printed.controls).toEqual([]);
        const anchor = page.locator('#printed-anchor');
        expect([await anchor.isVisible(), await anchor.textContent()]).toEqual([true, `0x${book}`]);
        expect(printed.hashes.length).toBeGreaterThan(3);
        for (const { text, lines } of printed.hashes) {
          expect(text).toMatch(/^0x(?:[0-9a-f]{64}|[0-9a-f]{96})$/);
          expect(lines).toBeGreaterThan(1);
        }
        const pdf = await page.pdf({ width: '390px', height: '844px' });
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
        if (SHOTS !== undefined)
          await page.screenshot({ path: path.join(SHOTS, 'proof-print-390.png'), fullPage: true });
        await page.emulateMedia({ media: 'screen' });
        expect(await anchor.isVisible()).toBe(false);
      });
    });

    it('is reached from the explorer, and explains why there is no proof', async () => {
      await open(
        '/',
        1280,
        async (page) => {
          await page.getByRole('link', { name: 'Verify a proof' }).click();
          await stateWith(page, 'Nothing is verified yet.');
          await page.locator('#transaction').fill('0.0.2-1-000000001');
          await page.locator('#ask button').click();
          await stateWith(page, 'There is no proof: Not found.');
          // Browsers log each 404 in the console.
        },
        [expect.stringContaining('404')],
      );
    });

    /** Verifies a real block, which is outside of the project. Skipped without it. */
    it.skipIf(sharedDir === null)('verifies a proof of a real block from a file', async () => {
      const chain = readChain({ chain: 'hapi-0.78-tss-schnorr', numbers: [0, 5] });
      const [, each] = chain.blocks;
      if (!each) throw new Error('no block');
      const [item] = readBlock(each.block.file, Buffer.from(each.root, 'hex'), 0).items;
      const found = item && findTransaction(each.block, item.consensusTimestamp);
      if (!found) throw new Error('no transaction');
      const proof = proofOf(chain, each, found.items, { transaction: found.transaction });
      await open('/proof', 390, async (page) => {
        await stateWith(page, 'Nothing is verified yet.');
        const file = {
          name: 'proof.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(proof)),
        };
        await page.locator('#file').setInputFiles(file);
        await stateWith(page, 'Refused at the step Trust: The ledger uses rules of release');
        await page.locator('#older').click();
        await page.locator('#trust button').click();
        await stateWith(page, 'Every step holds.');
        expect(await steps(page)).toEqual(['✓ Leaf', '✓ Path', '✓ Link', '✓ Root', '✓ Trust', '✓ Signature']);
        expect(await page.locator('#facts').textContent()).toContain('SUCCESS (22)');
        if (SHOTS !== undefined)
          await page.screenshot({ path: path.join(SHOTS, 'proof-block-390.png'), fullPage: true });
      });
    });
  });
});
