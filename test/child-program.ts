import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { builtModule } from './built-modules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Folder of the bundled programs: below `node_modules`, so that they find packages. */
const FOLDER = path.join(ROOT, 'node_modules/.tain-test');

/** A program of the tests, with the options of Node.js that it needs. */
export interface ChildProgram {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/**
 * Returns a program for `fork`. If tests run on the build, the program does, too: it is bundled with the helpers of tests
 * that it imports, because a process that transpiles all sources needs three CPU seconds more to start. Helpers that
 * read `import.meta.url` cannot be bundled.
 */
export async function childProgram(file: string): Promise<ChildProgram> {
  if (process.env.TAIN_TEST_BUILT !== 'on') return { file, execArgv: ['--import', 'tsx'] };
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    plugins: [
      {
        name: 'built-modules',
        setup({ onResolve }) {
          // Would be bundled from their sources otherwise, by `paths` of tsconfig.json.
          onResolve({ filter: /^@tain\// }, ({ path: name }) => ({ path: name, external: true }));
          onResolve({ filter: /\.ts$/ }, ({ path: name, resolveDir }) => {
            const built = builtModule(ROOT, name, resolveDir);
            return built === null ? null : { path: built, external: true };
          });
        },
      },
    ],
  });
  const bundled = path.join(FOLDER, `${path.basename(file, '.ts')}.mjs`);
  const own = `${bundled}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(own, outputFiles[0]?.contents ?? '');
  // Another test file may start the same program at this moment.
  await rename(own, bundled);
  return { file: bundled, execArgv: [] };
}
