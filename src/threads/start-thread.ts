import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a module in a thread of its own. The compiled program has compiled modules; run from its sources, the module is
 * translated by tsx.
 * @param from `import.meta.url` of the caller
 * @param name the module beside it, without extension: `./worker`
 */
export function startThread(from: string, name: string, options: Omit<WorkerOptions, 'eval'>): Worker {
  if (from.endsWith('.js')) return new Worker(new URL(`${name}.js`, from), options);
  const entry = JSON.stringify(new URL(`${name}.ts`, from).href);
  const code = `import('tsx/esm/api').then(({ register }) => (register(), import(${entry})))`;
  return new Worker(code, { ...options, eval: true });
}
