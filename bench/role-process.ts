import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a role of a bench's script (its `import.meta.url`) in its own process, with an order in JSON. */
export function startRole<Order>(script: string, name: string, order: Order): ChildProcess {
  const options = { execArgv: process.execArgv, serialization: 'advanced' } as const;
  return fork(fileURLToPath(script), [name, JSON.stringify(order)], options);
}

/** Resolves to the next message of a role. Rejects when the role exits before it sends one. */
export function answerOf<T>(role: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    role.once('message', (message) => resolve(message as T));
    role.once('exit', (code) => reject(new Error(`a role ended with code ${code}`)));
  });
}

/** Stops a role by a signal, and waits until it has exited. */
export async function endRole(role: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (role.exitCode !== null || role.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => role.once('exit', () => resolve()));
  role.kill(signal);
  await exited;
}
