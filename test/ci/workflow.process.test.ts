import { spawnSync } from 'node:child_process';
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
    {
      needs?: string;
      'runs-on': string;
      'timeout-minutes'?: number;
      permissions?: Record<string, string>;
      steps: Step[];
    }
  >;
}

const workflows = await Promise.all(
  (await readdir(folder)).map(
    async (file) => [file, parse(await readFile(path.join(folder, file), 'utf8')) as Workflow] as const,
  ),
);

test.each(workflows)(
  '%s has read-only permissions and a timeout, and pins actions to commits',
  (file, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(workflow.jobs)) {
      // Only jobs of a release write, after its check.
      if (file !== 'release.yml') expect(job.permissions, name).toBeUndefined();
      else expect(job.permissions === undefined, name).toBe(job.needs !== 'check');
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
  const release = ['files', 'publish', 'image'].map((step) => `bash .ci/release ${step}`);
  expect(new Set(runs)).toEqual(new Set(['bash .ci/run', 'bash .ci/image', ...release]));
  for (const run of runs) await access(path.join(root, run.split(' ')[1] ?? ''));
  // The steps are those of the script.
  const script = await readFile(path.join(root, '.ci/release'), 'utf8');
  expect([...script.matchAll(/^ {2}([a-z]+)\)$/gm)].map(([, step]) => `bash .ci/release ${step}`)).toEqual(
    release,
  );
});

test('a release is refused unless its tag is the version of package.json', () => {
  const { status, stdout } = spawnSync('bash', ['.ci/release', 'files'], {
    cwd: root,
    env: { ...process.env, GITHUB_REF_NAME: 'v99.0.0' },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, expect.stringContaining('The tag v99.0.0 is not the version')]);
});

test('Renovate ignores no folder with a lock file', async () => {
  const renovate = JSON.parse(await readFile(path.join(root, '.github/renovate.json'), 'utf8')) as object;
  // The default would ignore folders of tests.
  expect(renovate).toMatchObject({ ignorePaths: ['**/node_modules/**'] });
});
