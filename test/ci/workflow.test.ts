import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, '.github/workflows');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Record<
    string,
    { 'runs-on': string; 'timeout-minutes'?: number; permissions?: unknown; steps: Step[] }
  >;
}

const workflows = await Promise.all(
  (await readdir(folder)).map(
    async (file) => [file, parse(await readFile(path.join(folder, file), 'utf8')) as Workflow] as const,
  ),
);

test.each(workflows)(
  '%s has read-only permissions and a timeout, and pins actions to commits',
  (_, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(workflow.jobs)) {
      expect(job.permissions, name).toBeUndefined();
      expect(job['timeout-minutes'], name).toBeLessThanOrEqual(360);
      expect(job['runs-on'], name).not.toMatch(/latest/);
      for (const { uses, with: options } of job.steps) {
        if (uses === undefined) continue;
        expect(uses, name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
        if (uses.startsWith('actions/checkout@')) expect(options).toEqual({ 'persist-credentials': false });
      }
    }
  },
);

test('the hosted run is the one of this checkout', async () => {
  const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps));
  const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
  expect(new Set(runs)).toEqual(new Set(['bash .ci/run', 'bash .ci/image']));
  for (const run of runs) await access(path.join(root, run.replace(/^bash /, '')));
});
