import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// `script` gives a command a terminal.
const HAS_TERMINALS = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Runs the script as `prepare` does. `isHidden`: its output is hidden, as npx does. Returns the text on the terminal. */
const onTerminal = (isHidden: boolean): string =>
  spawnSync('script', [
    '-qec',
    `${process.execPath} tools/announce-build.js${isHidden ? ' > /dev/null 2>&1' : ''}`,
    '/dev/null',
  ]).stdout.toString();

test.skipIf(!HAS_TERMINALS)(
  'a build whose output npm hides is announced on the terminal, others are not',
  () => {
    expect(onTerminal(true)).toContain('Building Tain once, because this clone has no dist folder');
    expect(onTerminal(false)).toBe('');
  },
);

// `setsid` takes the terminal away, if the tests run in one.
test.skipIf(!HAS_TERMINALS)('a build without a terminal is silent', () => {
  const { status, stdout, stderr } = spawnSync('setsid', ['-w', process.execPath, 'tools/announce-build.js']);
  expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
});
