import { Counter, Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { metricsText } from '../../src/kernel/metrics-text.ts';

test('requests that arrive together share the text of the metrics, and later ones see later values', async () => {
  const registry = new Registry();
  const counter = new Counter({ name: 'calls', help: 'Calls.', registers: [registry] });
  const made = vi.spyOn(registry, 'metrics');
  const texts = await Promise.all(Array.from({ length: 100 }, () => metricsText(registry)));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('calls 0');
  expect(made).toHaveBeenCalledTimes(1);
  const text = metricsText(registry);
  // Counted after the request, and before the text is made.
  counter.inc();
  expect(await text).toContain('calls 1');
  made.mockRejectedValueOnce(new Error('no metrics'));
  await expect(metricsText(registry)).rejects.toThrow('no metrics');
  expect(await metricsText(registry)).toContain('calls 1');
});
