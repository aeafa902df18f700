import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** What `npm run test:unit` leaves out: whatever reaches one of these by its imports. */
const NEEDED: readonly string[] = [
  // PostgreSQL.
  'test/database.ts',
  'src/db/embedded/embedded.ts',
  // Processes.
  'node:child_process',
  // A simulated network.
  'src/app/demo-engine.ts',
  // Threshold signatures.
  'test/proof/tss/vectors.ts',
  'test/proof/tss/test-network.ts',
  'test/proof/own-block.ts',
];

/** Files that need nothing but time: more than three seconds on an idle machine. */
export const LONG: readonly string[] = [
  'test/api/openapi/document.test.ts',
  'test/api/openapi/parameters.test.ts',
  'test/evm/engine/ethereum.test.ts',
  'test/evm/engine/official.test.ts',
  'test/evm/engine/precompiles.test.ts',
  'test/ingest/block-nodes/block-nodes.test.ts',
  'test/ingest/decode/block/real-blocks.test.ts',
  'test/ingest/decode/block/wrapped-block.test.ts',
  'test/ingest/decode/inflate.test.ts',
  'test/ingest/decode/real-files.test.ts',
  'test/ingest/decode/record-file.test.ts',
  'test/ingest/source/hostile-bucket.test.ts',
  'test/ingest/source/stores.test.ts',
  'test/ingest/verify/damaged-blocks.test.ts',
  'test/ingest/verify/kinds-of-files.test.ts',
  'test/proof/tss/real-blocks.test.ts',
  'test/ingest/feed/follow.test.ts',
  'test/net/connections.test.ts',
];

/** What a file of tests says that changes, measures or ends what its process has once: mocks, timers, memory, signals. */
const OF_ITS_PROCESS =
  /\bvi\.(?!waitFor|fn\b)|process\.(?:env\[|env\.\w+ = |on\(|once\(|emit|exit|chdir|umask|setuid|cpuUsage|memoryUsage|getActive)|globalThis|\bgc\(|undici/;

const IMPORT =
  /^(?:import|export)\s+(?!type\b)[^;'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** What the modules of a checkout import, as paths below its root. */
class Imports {
  readonly #root: string;
  readonly #known = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Everything that a module reaches; of Node.js's own modules, those that a file below `test` names. */
  reachedFrom(file: string): Set<string> {
    const reached = new Set([file]);
    for (const each of reached) {
      for (const next of this.#of(each)) {
        if (!isBuiltin(next) || each.startsWith('test/')) reached.add(next);
      }
    }
    return reached;
  }

  #of(file: string): readonly string[] {
    const known = this.#known.get(file);
    if (known) return known;
    const whole = path.join(this.#root, file);
    const source = file.endsWith('.ts') && existsSync(whole) ? readFileSync(whole, 'utf8') : '';
    const found = [...source.matchAll(IMPORT)].flatMap(([, from, bare, later]) => {
      const name = from ?? bare ?? later ?? '';
      if (name.startsWith('.')) return [path.posix.join(path.posix.dirname(file), name)];
      return isBuiltin(name) ? [name] : [];
    });
    this.#known.set(file, found);
    return found;
  }
}

/** Every test file of the checkout, as a path below its root. */
export function testFiles(root: string): string[] {
  return readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join('test', file.replaceAll(path.sep, '/')))
    .sort();
}

/**
 * The test files that run without PostgreSQL, other processes, and cryptography that takes seconds. `suites`: those that
 * files like `x.slow.test.ts` belong to, which are left out.
 */
export function unitFiles(root: string, suites: readonly string[]): string[] {
  const imports = new Imports(root);
  const isOfSuite = (file: string) => suites.some((suite) => file.endsWith(`.${suite}.test.ts`));
  return testFiles(root).filter((file) => {
    if (isOfSuite(file) || LONG.includes(file)) return false;
    const reached = imports.reachedFrom(file);
    return NEEDED.every((module) => !reached.has(module));
  });
}

/**
 * The test files of `npm test` that may share a process with others, and so what it has loaded and compiled: those that start
 * no processes, and change and measure nothing of their own.
 */
export function togetherFiles(root: string, suites: readonly string[], apart: readonly string[]): string[] {
  const imports = new Imports(root);
  return testFiles(root).filter(
    (file) =>
      !suites.some((suite) => file.endsWith(`.${suite}.test.ts`)) &&
      !apart.includes(file) &&
      !OF_ITS_PROCESS.test(readFileSync(path.join(root, file), 'utf8')) &&
      !imports.reachedFrom(file).has('node:child_process'),
  );
}
