import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences } from '../conformance/exact-json.ts';
import { type Case, casesOf } from './expand.ts';
import { RESOURCES } from './resources.ts';
import { type Answered, startWorld, type World } from './world.ts';

/*
 * Checks the exact answers of the whole interface about a small ledger defined as rows, all in one database.
 * CONTRIBUTING.md describes how to add a case.
 */

const CONCURRENCY = 8;
/** Maximum number of differences of one answer in a message. */
const MAX_EXAMPLES = 4;

let world: World;
beforeAll(async () => {
  world = await startWorld(RESOURCES.map(([, { rows }]) => rows));
});
afterAll(() => world?.close());

describe.each(RESOURCES)('%s', (_name, resource) => {
  const cases = casesOf(resource);
  const routes = [...new Set(cases.map(({ route }) => route))];

  it.each(routes)('%s', async (route) => {
    const own = cases.filter((other) => other.route === route);
    const answers = await requestAll(own);
    const wrong = own.flatMap((one, index) => {
      const { method = 'GET', url, server = '', status, answer, headers = {} } = one;
      const got = answers[index] as Answered;
      const problems = got.problems.join('; ');
      const shown = {
        status: got.status,
        answer: got.answer,
        headers: pick(got.headers, headers),
        problems,
      };
      const found = differences(shown, { status, answer: answer ?? got.answer, headers, problems: '' });
      return found
        .slice(0, MAX_EXAMPLES)
        .map((difference) => ({ request: `${method} ${url} ${server}`, ...difference }));
    });
    expect(wrong.slice(0, MAX_EXAMPLES * 3)).toEqual([]);
  });
});

/** Sends the requests, some of them concurrently, and returns the answers. */
async function requestAll(cases: readonly Case[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let from = 0; from < cases.length; from += CONCURRENCY) {
    answers.push(...(await Promise.all(cases.slice(from, from + CONCURRENCY).map((one) => world.send(one)))));
  }
  return answers;
}

/** Returns the response headers that a case names. */
function pick(got: Answered['headers'], expected: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(expected).map((name) => [name, got[name] ?? '']));
}
