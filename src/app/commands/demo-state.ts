import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Progress } from '../../kernel/progress.ts';
import { type ControlledProcess, connectProcesses } from '../../local-network/folder/control-client.ts';
import { Databases } from '../../local-network/folder/databases.ts';
import { controlFolder, demoFolder, exists } from '../../local-network/folder/folders.ts';
import { takeNetwork } from '../../local-network/folder/network-lock.ts';
import {
  checkName,
  findSnapshot,
  listSnapshots,
  loadSnapshot,
  type NetworkSnapshot,
  removeSnapshot,
  resetNetwork,
  type StoppedNetwork,
  saveSnapshot,
  sweep,
} from '../../local-network/folder/snapshots.ts';
import { finishSwap, takeState } from '../../local-network/folder/swap.ts';
import { makeDataFolder, requireDatabase } from '../../store/embedded/data-folder.ts';

/** Context of the commands besides their arguments. */
export interface StateCommandContext {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Called while files and databases are copied. */
  readonly onProgress?: (progress: Progress) => void;
  /** Reports what the command is waiting for. */
  readonly log: (message: string) => void;
}

/** `tain demo save`: saves the network and the mirror's database under a name. */
export async function saveDemo(context: StateCommandContext, name: string): Promise<void> {
  checkName(name);
  const snapshot = await withStoppedNetwork(context, async (stopped) => {
    await requireNetwork(stopped.dataDir);
    return saveSnapshot(stopped, name);
  });
  context.print(`The network is saved as ${snapshot.name}.`);
}

/** `tain demo load`: replaces the network and its database by saved ones. */
export async function loadDemo(context: StateCommandContext, name: string): Promise<void> {
  const snapshot = await requireSnapshot(context.config, name);
  await withStoppedNetwork(context, async (stopped) => {
    // The snapshot may have been removed, or saved again, in the meantime.
    await loadSnapshot(stopped, (await findSnapshot(stopped.dataDir, name)) ?? snapshot);
  });
  context.print(`The network was restored from snapshot ${snapshot.name}.`);
}

/** `tain demo reset`: removes the network, so that the next start creates a new one. */
export async function resetDemo(context: StateCommandContext): Promise<void> {
  await withStoppedNetwork(context, resetNetwork);
  context.print('The network and its mirrored data were deleted. Snapshots remain.');
}

/** `tain demo remove`: removes a saved network. */
export async function removeDemo(context: StateCommandContext, name: string): Promise<void> {
  const snapshot = await requireSnapshot(context.config, name);
  await withDatabases(context, async (stopped) => {
    await sweep(stopped);
    await removeSnapshot(stopped, snapshot);
  });
  context.print(`${snapshot.name} is removed.`);
}

/** `tain demo list`: lists the saved networks. */
export async function listDemo(
  context: StateCommandContext,
  { json }: { readonly json: boolean },
): Promise<void> {
  requireLocal(context.config);
  const snapshots = await listSnapshots(context.config.dataDir);
  if (json) {
    context.print(JSON.stringify(snapshots.map(({ name, taken }) => ({ name, taken }))));
    return;
  }
  if (snapshots.length === 0) context.print('Nothing was saved.');
  for (const { name, taken } of snapshots) context.print(`${name}  ${taken}`);
}

/**
 * `tain demo advance`: sets the clock of the running network ahead by `nanos` nanoseconds. Returns its time, in nanoseconds
 * since the epoch.
 */
export async function advanceDemo({ config, print }: StateCommandContext, nanos: bigint): Promise<bigint> {
  requireDemo(config);
  const processes = await connectProcesses(controlFolder(config.dataDir));
  try {
    let reason = 'No local network runs here: start it first (tain start).';
    for (const process of processes) {
      try {
        const now = BigInt((await process.send({ command: 'advance', nanos })).now ?? '0');
        print(`The clock of the network is at ${new Date(Number(now / 1_000_000n)).toISOString()}.`);
        return now;
      } catch (error) {
        // A mirror whose network runs in another process refuses with a `Failure`: the next process is tried.
        if (!(error instanceof Failure)) throw error;
        reason = error.message;
      }
    }
    throw new Failure('usage', reason);
  } finally {
    for (const process of processes) process.close();
  }
}

function requireDemo(config: Config): void {
  if (config.network === 'demo') return;
  throw new Failure(
    'usage',
    `TAIN_NETWORK is ${config.network}: only the demo network can be changed this way.`,
  );
}

function requireLocal(config: Config): void {
  requireDemo(config);
  if (config.databaseUrl === null) return;
  throw new Failure(
    'usage',
    'DATABASE_URL is set: networks are saved, loaded and reset together with the embedded database only.',
  );
}

async function requireNetwork(dataDir: string): Promise<void> {
  const folder = path.join(demoFolder({ dataDir }), 'state');
  if (await exists(folder)) return;
  throw new Failure(
    'usage',
    `There is no local network in ${dataDir} (TAIN_DATA_DIR) yet: tain start creates one.`,
  );
}

async function requireSnapshot(config: Config, name: string): Promise<NetworkSnapshot> {
  requireLocal(config);
  checkName(name);
  const snapshot = await findSnapshot(config.dataDir, name);
  if (snapshot !== undefined) return snapshot;
  const names = (await listSnapshots(config.dataDir)).map((one) => one.name);
  const known = names.length === 0 ? 'nothing was saved' : `there are ${names.slice(0, 20).join(', ')}`;
  throw new Failure('usage', `There is no snapshot ${name}: ${known}.`);
}

/** Works on the databases of a data folder under a lock, so that no other command changes them. */
async function withDatabases<T>(
  { config, signal, log, onProgress }: StateCommandContext,
  work: (stopped: StoppedNetwork) => Promise<T>,
  afterwards: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  requireLocal(config);
  const { dataDir, openParents } = config;
  await requireDatabase(dataDir);
  await makeDataFolder(dataDir);
  const lock = await takeState({ dataDir, log, signal });
  let databases: Databases | null = null;
  try {
    let result: T;
    try {
      databases = await Databases.open({ dataDir, openParents, log, signal });
      await databases.endOrphans();
      await finishSwap(dataDir, databases);
      result = await work({ dataDir, databases, signal, ...(onProgress && { onProgress }) });
    } finally {
      await lock.release();
    }
    // The server is released after the paused processes have resumed, because they would have to start it again
    // otherwise.
    await afterwards();
    return result;
  } finally {
    await databases?.close();
  }
}

/**
 * Works on a network and its database while the processes that use them are paused. They resume afterwards, also when
 * this process is killed. The command ends once they have resumed.
 */
async function withStoppedNetwork<T>(
  context: StateCommandContext,
  work: (stopped: StoppedNetwork) => Promise<T>,
): Promise<T> {
  const { dataDir } = context.config;
  let processes: ControlledProcess[] = [];
  const change = async (stopped: StoppedNetwork): Promise<T> => {
    processes = await connectProcesses(controlFolder(dataDir));
    await Promise.all(processes.map((process) => process.send({ command: 'pause' })));
    const folder = await takeNetwork(dataDir);
    try {
      await stopped.databases.mirrorIsLeft();
      await sweep(stopped);
      return await work(stopped);
    } finally {
      await folder.release();
    }
  };
  try {
    return await withDatabases(context, change, () =>
      Promise.all(processes.map((process) => process.send({ command: 'resume' }))),
    );
  } finally {
    for (const process of processes) process.close();
  }
}
