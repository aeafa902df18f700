import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askRelay, type RelayProcess, startRelay } from '../../clients/relay-process.ts';
import { seedsOf } from '../../seeds.ts';
import { comparable, differencesOf } from './compare.ts';
import { type DemoRpc, knownOf, seenBlocks, startDemoRpc } from './demo-rpc.ts';
import { type RecordedPair, writeRecording } from './recording.ts';
import { type Request, randomRequests, systematicRequests } from './requests.ts';
import type { Difference } from './rule.ts';
import { RULES, ruleOf } from './rules.ts';

// Sends the same requests to the JSON-RPC relay and to role rpc, on one database with every type of transaction, if
// TAIN_RELAY_SOURCE names a built checkout of the relay. TAIN_RELAY_RECORD=on records its responses for
// `recorded.extended.test.ts`.

const { TAIN_RELAY_SOURCE: source, TAIN_RELAY_RECORD: record } = process.env;
if (source === undefined)
  process.stderr.write(
    'skipped: comparison with the relay, because TAIN_RELAY_SOURCE names no checkout of it\n',
  );

const SEEDS = seedsOf([46]);
const RANDOM_REQUESTS = 1_500;
const CONCURRENCY = 6;
const MAX_ATTEMPTS = 3;
const START_TIMEOUT_MS = 600_000;
const TEST_TIMEOUT_MS = 1_800_000;

/** Maximum number of characters of a value that a failure prints. */
const MAX_SHOWN_CHARACTERS = 2_000;

/** Returns a difference in a form that a failed assertion prints completely. */
function shown({ request, path, relay, ours }: Difference): object {
  const text = (value: unknown): string => JSON.stringify(value ?? null).slice(0, MAX_SHOWN_CHARACTERS);
  return { request: text(request), path, relay: text(relay), ours: text(ours) };
}

describe.skipIf(source === undefined)('compared with the relay', () => {
  let demo: DemoRpc;
  let relay: RelayProcess;

  beforeAll(async () => {
    demo = await startDemoRpc();
    relay = await startRelay({
      source: source ?? '',
      mirror: demo.api.url,
      // The address is unused, because no transaction is sent.
      node: '127.0.0.1:1',
      settings: { DEBUG_API_ENABLED: 'true', LOG_LEVEL: 'fatal' },
    });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await relay?.stop();
    await demo?.close();
  });

  test(
    'every answer is the same, except for the declared differences',
    async () => {
      const blocks = await seenBlocks(demo);
      const known = await knownOf(demo, blocks);
      process.stderr.write(`random requests of seeds ${SEEDS.join(' and ')}\n`);
      const random = SEEDS.flatMap((seed) => randomRequests(blocks, seed, RANDOM_REQUESTS));
      const requests = [...systematicRequests(blocks), ...random];
      const pairs: RecordedPair[] = [];
      const undeclared: unknown[] = [];
      const used = new Set<string>();
      const compare = async (request: Request, index: number, attempt = 1): Promise<void> => {
        const [relayAnswer, ownAnswer] = await Promise.all(
          [relay.url, demo.rpc.server.url].map(async (url) => comparable(await askRelay(url, ...request))),
        );
        if (relayAnswer === undefined || ownAnswer === undefined) throw new Error('no answer');
        pairs[index] = { request, relay: relayAnswer };
        const differences = differencesOf(request, relayAnswer, ownAnswer);
        const wrong = differences.filter((difference) => ruleOf(difference, known) === undefined);
        // The relay omits results that REST does not return in time, without an error, so the request is repeated.
        if (wrong.length > 0 && attempt < MAX_ATTEMPTS) return compare(request, index, attempt + 1);
        undeclared.push(...wrong.map(shown));
        for (const difference of differences) {
          const rule = ruleOf(difference, known);
          if (rule !== undefined) used.add(rule.name);
        }
      };
      const queue = requests.entries();
      const query = async (): Promise<void> => {
        for (const [index, request] of queue) await compare(request, index);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, query));
      if (record === 'on') writeRecording(pairs);
      expect(undeclared).toEqual([]);
      // All rules must be used, because an unused one would hide a later difference.
      expect([...used].sort()).toEqual(RULES.map(({ name }) => name).sort());
    },
    TEST_TIMEOUT_MS,
  );
});
