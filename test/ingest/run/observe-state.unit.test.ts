import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ingestMetrics } from '../../../src/app/roles/ingest-metrics.ts';
import { observeState } from '../../../src/ingest/ingest.ts';
import { makeItem } from '../records/synthetic.ts';

it('values that state changes omit are counted, and conflicts logged once per field', async () => {
  const registry = new Registry();
  const warnings: string[] = [];
  const observer = observeState(ingestMetrics(registry, { trust: 'proof' }), (_, message) =>
    warnings.push(message),
  );
  const item = makeItem({ at: 1, body: { contractCall: {} } });
  observer.unknown('pending_airdrop', 2);
  observer.unknown('pending_airdrop', 1);
  for (const value of ['written_value', 'written_value', 'created_contract_ids'] as const)
    observer.conflict(item, value);
  expect(warnings).toEqual([
    'written_value differs from the state changes; further differences are only counted',
    'created_contract_ids differs from the state changes; further differences are only counted',
  ]);
  const text = await registry.metrics();
  expect(text).toContain('tain_ingest_unknown_values_total{value="pending_airdrop"} 3');
  expect(text).toContain('tain_ingest_conflicting_values_total{value="written_value"} 2');
  expect(text).toContain('tain_ingest_conflicting_values_total{value="created_contract_ids"} 1');
});
