import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askRelay } from '../../clients/relay-process.ts';
import { drawn } from '../../effort.ts';
import { comparable, undeclared } from './compare.ts';
import { type DemoRpc, knownOf, seenBlocks, startDemoRpc } from './demo-rpc.ts';
import { readRecording } from './recording.ts';

// Compares the JSON-RPC relay's recorded responses on this database (`beside.clients.test.ts`) with those of role rpc,
// which are also validated against the OpenRPC document.

let demo: DemoRpc;
beforeAll(async () => {
  demo = await startDemoRpc();
});
afterAll(() => demo?.close());

const CONCURRENCY = 6;
/** Number of requests of each method, and of any, drawn from more than 4,000. */
const OF_EACH_METHOD = 4;
const OF_ANY = 560;
const TIMEOUT_MS = 120_000;

test('answers are those of the relay, except for the declared differences, and valid by the OpenRPC document', {
  timeout: TIMEOUT_MS,
}, async () => {
  const recording = readRecording();
  const methods = new Set(recording.map(({ request: [method] }) => method));
  const ofMethods = [...methods].map((name) => recording.filter(({ request: [method] }) => method === name));
  const recorded = [
    ...ofMethods.flatMap((pairs) => drawn(pairs, OF_EACH_METHOD)),
    ...drawn(recording, OF_ANY),
  ];
  const known = await knownOf(demo, await seenBlocks(demo));
  const document = (await (await fetch(`${demo.rpc.server.url}/openrpc`)).json()) as {
    readonly methods: readonly { readonly name: string; readonly result: { readonly schema: object } }[];
  };
  const ajv = new Ajv({ strict: false, allErrors: true });
  const validators = new Map(document.methods.map(({ name, result }) => [name, ajv.compile(result.schema)]));
  const different: unknown[] = [];
  const invalid: unknown[] = [];
  const valid = new Set<string>();
  const queue = recorded.values();
  const query = async (): Promise<void> => {
    for (const { request, relay } of queue) {
      const ours = comparable(await askRelay(demo.rpc.server.url, ...request));
      for (const difference of undeclared(request, relay, ours, known)) {
        different.push({ ...difference, of: undefined });
      }
      if (ours.error !== undefined) continue;
      const [method] = request;
      const validate = validators.get(method);
      if (validate?.(ours.result) === true) valid.add(method);
      else invalid.push({ request, errors: validate?.errors ?? 'no such method' });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, query));
  expect(different).toEqual([]);
  expect(invalid).toEqual([]);
  expect(valid.size).toBeGreaterThan(30);
});
