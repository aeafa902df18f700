import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

// Runs the steps of `.ci/release` that publish, with programs in place of gh, Helm, Docker, sudo and git, which write their
// arguments to a file.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const STAND_IN = `#!/bin/sh
echo "\${0##*/} $*" >>"$CALLS"
case "$*" in *--password-stdin*) cat >>"$CALLS" ;; rev-parse*) echo 1234 ;; show*) echo 2026-01-02T03:04:05Z ;; esac
`;

let version = '';
beforeAll(async () => {
  ({ version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string });
});

/** Runs a step for a tag, in a copy of the checkout with two files of a release. Returns the calls of the programs. */
async function release(step: string, tag: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const inner of ['.ci', 'bin', 'release']) await mkdir(path.join(folder, inner));
  for (const file of ['.ci/release', 'package.json'])
    await copyFile(path.join(ROOT, file), path.join(folder, file));
  for (const file of ['SHA256SUMS', `tain-${version}.tgz`])
    await writeFile(path.join(folder, 'release', file), '');
  for (const name of ['gh', 'helm', 'docker', 'sudo', 'git']) {
    await writeFile(path.join(folder, 'bin', name), STAND_IN);
    await chmod(path.join(folder, 'bin', name), 0o755);
  }
  const calls = path.join(folder, 'calls');
  await writeFile(calls, '');
  const env = {
    PATH: `${path.join(folder, 'bin')}:${process.env.PATH ?? ''}`,
    CALLS: calls,
    GITHUB_REF_NAME: tag,
    GITHUB_REPOSITORY: 'Someone/Tain',
    GITHUB_ACTOR: 'someone',
    GITHUB_TOKEN: 'token',
  };
  await run('bash', [path.join(folder, '.ci/release'), step], { env });
  return (await readFile(calls, 'utf8')).trimEnd().split('\n');
}

test('the files become a release of the tag, and the chart is pushed', async () => {
  expect(await release('publish', `v${version}`)).toEqual([
    `gh release create v${version} --verify-tag --title v${version} --notes See CHANGELOG.md. release/SHA256SUMS release/tain-${version}.tgz`,
    'helm registry login ghcr.io --username someone --password-stdin',
    'token',
    `helm push release/tain-chart-${version}.tgz oci://ghcr.io/someone/tain/charts`,
  ]);
});

test('the image of both platforms is pushed with its version, revision and provenance', async () => {
  const calls = await release('image', `v${version}`);
  expect(calls.filter((call) => call.startsWith('docker'))).toEqual([
    'docker login ghcr.io --username someone --password-stdin',
    'docker buildx create --use --driver docker-container',
    `docker buildx build --platform linux/amd64,linux/arm64 --push --sbom=true --provenance=mode=max --build-arg VERSION=${version} --build-arg REVISION=1234 --label org.opencontainers.image.source=https://github.com/Someone/Tain --label org.opencontainers.image.created=2026-01-02T03:04:05Z --tag ghcr.io/someone/tain:${version} .`,
  ]);
  expect(calls).toContain('token');
});

test('a tag of another version publishes nothing', async () => {
  await expect(release('publish', 'v999.0.0')).rejects.toMatchObject({
    stdout: `The tag v999.0.0 is not the version of package.json, ${version}.\n`,
  });
});

test('an unknown step is refused', async () => {
  await expect(release('everything', `v${version}`)).rejects.toMatchObject({ code: 2 });
});
