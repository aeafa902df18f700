import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a module in a thread. The compiled program has compiled modules; run from sources, tsx translates the module.
 * @param from `import.meta.url` of the caller
 * @param name module in the same folder, without extension: `./worker`
 */
export function startThread(from: string, name: string, options: Omit<WorkerOptions, 'eval'>): Worker {
  if (from.endsWith('.js')) return new Worker(new URL(`${name}.js`, from), options);
  const entry = JSON.stringify(new URL(`${name}.ts`, from).href);
  const code = `import('tsx/esm/api').then(({ register }) => (register(), import(${entry})))`;
  return new Worker(code, { ...options, eval: true });
}
