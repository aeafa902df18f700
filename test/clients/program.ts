import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Input of a program that runs a real client: addresses of the client and the mirror, and ids for the requests. */
export interface Task {
  /** Folder with the installed packages. */
  readonly packages: string;
  /** URL of the mirror, without `/api/v1`. */
  readonly url: string;
  readonly ids: Ids;
}

/** Entities of the demo network, in the format of clients. */
export interface Ids {
  readonly account: string;
  readonly address: string;
  readonly addressed: string;
  readonly publicKey: string;
  readonly contract: string;
  readonly contractAddress: string;
  /** A contract `Coin` of the demo network without an own EVM address. */
  readonly coin: string;
  readonly token: string;
  readonly holder: string;
  readonly nftToken: string;
  readonly serial: number;
  readonly owner: string;
  readonly topic: string;
  readonly schedule: string;
  readonly sender: string;
  readonly receiver: string;
  /** Id (`0.0.5-12-000000345`) and hash of a contract call with child transactions. */
  readonly call: string;
  readonly callHash: string;
  /** Time in seconds and nanoseconds. */
  readonly moment: string;
}

const [given = ''] = process.argv.slice(2);
export const task = JSON.parse(given) as Task;

/** Imports a package of the folder. Its types are not available here, so `T` declares the used parts. */
export async function loadPackage<T>(name: string): Promise<T> {
  const loader: unknown = await import(pathToFileURL(path.join(task.packages, 'load.mjs')).href);
  return (loader as { load(name: string): Promise<T> }).load(name);
}

/** Returns the result of a call, or the message of its error. */
export async function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: Error) => ({ error: error.message }));
}

/** Prints the results as one JSON text and exits, because some clients would keep the process alive. */
export function report(value: unknown): void {
  process.stdout.write(
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)),
    () => process.exit(),
  );
}
