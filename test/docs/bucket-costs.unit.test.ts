import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  type BucketCosts,
  COSTED_NODES,
  costSentence,
  costsOfFollowing,
  costsOfImport,
  dollars,
  PRICES,
  requestsPerDay,
  requestsText,
} from '../../src/app/streams/bucket-costs.ts';

// The costs of mainnet's buckets that the docs have are those that the start prints.

const page = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8').replaceAll(/\s+/g, ' ');
const DEFAULT_POLL_MS = 500;
const YEAR = 365;

test('docs/database.md has the costs of a year', () => {
  const text = page('database.md');
  const row = (costs: (rate: number) => BucketCosts, part: keyof BucketCosts) =>
    [30, 100, 500].map((rate) => dollars(costs(rate)[part])).join(' | ');
  const following = (rate: number) => costsOfFollowing(YEAR, rate, DEFAULT_POLL_MS);
  const importing = (rate: number) => costsOfImport(YEAR, rate);
  expect(text).toContain(`| requests to buckets, import | ${row(importing, 'requests')} |`);
  expect(text).toContain(`| transfer, import | ${row(importing, 'traffic')} |`);
  expect(text).toContain(
    `| requests to buckets, following | ${row(following, 'requests')} | [${requestsText(DEFAULT_POLL_MS)}]`,
  );
  expect(text).toContain(
    `${dollars(costsOfFollowing(YEAR, 0, 1000).requests)} with \`TAIN_BUCKET_POLL_INTERVAL=1s\``,
  );
  expect(text).toContain(
    `${COSTED_NODES} nodes, all history retained, and S3 prices of ${PRICES.year} (${PRICES.list * 1000} $ for a thousand lists, ${PRICES.object * 1000} $ for a thousand objects, ${PRICES.gb} $ a GB sent)`,
  );
});

test('docs/operations.md has the requests of a day', () => {
  const text = page('operations.md');
  expect(text).toContain(`takes ${requestsText(DEFAULT_POLL_MS).replace('objects a day', 'objects a day;')}`);
  expect(text).toContain(`about ${(requestsPerDay(1000).lists / 1e6).toFixed(1)} million lists`);
});

test('the start prints the costs of a month, by the interval of polls', () => {
  expect(costSentence(DEFAULT_POLL_MS)).toBe(
    'Following mainnet takes about 2.2 million lists and 1.6 million objects a day, which the reader pays: 350 $ a month at the prices of S3 in 2026, and for traffic 3.3 $ at 30, 11 $ at 100 transactions a second (docs/database.md).',
  );
  expect(costSentence(1000)).toContain('1.8 million lists');
});
