import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Report of `reporter.cjs`, with full titles. */
export interface Report {
  readonly selected: readonly string[];
  readonly passed: readonly string[];
  readonly failures: readonly Failure[];
  /** Whether mocha reached the end of the suite. */
  readonly isComplete: boolean;
}

/** Failure of a test or a hook. */
export interface Failure {
  readonly title: string;
  readonly message: string;
}

/** Pattern of failures, or of tests that cannot pass, with the reason. */
export interface Expected {
  /** Pattern of titles of tests and hooks; default: all. */
  readonly title?: RegExp;
  /** Pattern of error messages; default: all. */
  readonly message?: RegExp;
  /**
   * `left out`: the test asserts a limit or a delay of another server, needs that server in its own process, or cannot
   * pass on any network, so it does not run.
   */
  readonly kind: 'left out' | 'fails';
  readonly reason: string;
  /** Whether timing decides if the tests fail, so that they may all pass. */
  readonly dependsOnTiming?: true;
}

/** A program in a checkout that runs mocha. */
export interface MochaRun {
  readonly checkout: string;
  /** Arguments of Node.js. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** File to which `REPORTER` writes. */
  readonly output: string;
}

/** Outcome of a suite, without the tests that passed. */
export interface Judgement {
  /** Tests that did not pass, by their reasons. */
  readonly expected: readonly { readonly title: string; readonly reason: Expected }[];
  /** Number of tests that did not pass, without a reason. */
  readonly failed: number;
  /** Lines that say what has no reason. */
  readonly lines: readonly string[];
  /** Reasons of tests and hooks. */
  readonly used: ReadonlySet<Expected>;
}

export const REPORTER = fileURLToPath(new URL('reporter.cjs', import.meta.url));
/** Timeout of a suite. Tests that it did not reach count as failed. */
export const SUITE_TIMEOUT_MS = 900_000;
/** Time after its last test in which a suite must end by itself. */
const EXIT_TIMEOUT_MS = 5_000;
const MAX_ERROR_CHARACTERS = 2_000;

/** Runs a suite to its end or its timeout. Throws when it wrote no report. */
export async function runMocha({ checkout, args, env, output }: MochaRun): Promise<Report> {
  await rm(output, { force: true });
  const child = spawn(process.execPath, args, {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: SUITE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERROR_CHARACTERS);
  });
  // Some suites leave connections open after their last test.
  const watch = setInterval(async () => {
    if (!(await readReport(output))?.isComplete) return;
    clearInterval(watch);
    setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS).unref();
  }, EXIT_TIMEOUT_MS);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  const report = await readReport(output);
  if (report === undefined) throw new Error(`mocha ended with ${code} and wrote no report:\n${errors}`);
  return report;
}

/** Returns what the reporter has written; undefined before it has, and while it writes. */
function readReport(file: string): Promise<Report | undefined> {
  return readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Report)
    .catch(() => undefined);
}

/** Compares a report with the failures that have a reason. */
export function judge(report: Report, expected: readonly Expected[]): Judgement {
  const { selected, passed, failures, isComplete } = report;
  /** Returns the failure of a test, or that of a hook of a suite that contains it. */
  const failureOf = (title: string): Failure | undefined =>
    failures.find((failure) => failure.title === title) ??
    failures.find((failure) => title.startsWith(`${HOOK.exec(failure.title)?.[1] ?? '\0'} `));
  const reasonOf = (title: string, message: string): Expected | undefined =>
    expected.find((one) => (one.title?.test(title) ?? true) && (one.message?.test(message) ?? true));
  const whole = new Set(passed);
  const others = [...new Set(selected)]
    .filter((title) => !whole.has(title))
    .map((title) => ({ title, failure: failureOf(title) }))
    .map((other) => ({ ...other, reason: reasonOf(other.title, other.failure?.message ?? '') }));
  const ofFailures = failures.map((failure) => ({
    ...failure,
    reason: reasonOf(failure.title, failure.message),
  }));
  const unexplained = others.filter(({ reason }) => reason === undefined);
  return {
    expected: others.flatMap(({ title, reason }) => (reason === undefined ? [] : [{ title, reason }])),
    failed: unexplained.length,
    lines: [
      ...(isComplete ? [] : [`  killed after ${SUITE_TIMEOUT_MS / 1_000} s`]),
      ...ofFailures
        .filter(({ reason }) => reason === undefined)
        .map(({ title, message }) => `  ${title}: ${message}`),
      ...unexplained.filter(({ failure }) => failure === undefined).map(({ title }) => `  ${title}: not run`),
    ],
    used: new Set([...others, ...ofFailures].flatMap(({ reason }) => reason ?? [])),
  };
}

/** Title of a hook that failed, which begins with that of its suite. */
const HOOK = /^(.*) "(?:before|after)(?: each| all)" hook/s;
