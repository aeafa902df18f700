import { readdir, readFile, rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';
import {
  type ControlAnswer,
  type ControlCommand,
  type ControlEntry,
  MAX_LINE,
  parseAnswer,
  parseEntry,
  requestLine,
} from './control-messages.ts';
import { exists } from './folders.ts';
import { isAlive } from './process-identity.ts';

/** Connection to a process of a local network, over which it takes commands. */
export interface ControlledProcess {
  readonly pid: number;
  /** Throws `Failure` with the process's reason when it refuses, or when it has ended. */
  send(command: ControlCommand): Promise<ControlAnswer>;
  close(): void;
}

/** Connects to all processes with an entry in a control folder, and removes the entries of those that have ended. */
export async function connectProcesses(folder: string): Promise<ControlledProcess[]> {
  const connected: ControlledProcess[] = [];
  try {
    for (const name of (await readdir(folder).catch(ifMissing([]))).sort()) {
      if (!/^\d+-[0-9a-f]+\.json$/.test(name)) continue;
      const file = path.join(folder, name);
      const entry = parseEntry(await readFile(file, 'utf8').catch(ifMissing('')));
      if (entry === null || !(await isAlive(entry))) {
        await rm(file, { force: true });
        continue;
      }
      const process = await connect(entry);
      if (process !== null) connected.push(process);
      // A process whose entry was removed has ended or is about to end.
      else if (await exists(file))
        throw new Failure('usage', `Process ${entry.pid}, which runs the local network, does not answer.`);
    }
    return connected;
  } catch (error) {
    for (const process of connected) process.close();
    throw error;
  }
}

async function connect({ pid, port, token }: ControlEntry): Promise<ControlledProcess | null> {
  const socket = createConnection({ host: '127.0.0.1', port });
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isConnected) return null;
  const answers = answersOf(socket);
  return {
    pid,
    async send(command) {
      socket.write(requestLine(token, command));
      const answer = await answers();
      if (answer === null)
        throw new Failure('usage', `Process ${pid}, which runs the local network, has ended.`);
      if (!answer.ok) throw new Failure('usage', answer.reason ?? `Process ${pid} refuses.`);
      return answer;
    },
    close: () => socket.destroy(),
  };
}

/** Returns a function that waits for the next answer; null when the connection has ended. */
function answersOf(socket: Socket): () => Promise<ControlAnswer | null> {
  const waiting: ((answer: ControlAnswer | null) => void)[] = [];
  let text = '';
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  socket.setEncoding('utf8');
  socket.on('error', end);
  socket.on('close', end);
  socket.on('data', (chunk) => {
    text += chunk;
    if (text.length > MAX_LINE) socket.destroy();
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
      waiting.shift()?.(parseAnswer(text.slice(0, at)));
      text = text.slice(at + 1);
    }
  });
  return () =>
    hasEnded ? Promise.resolve(null) : new Promise<ControlAnswer | null>((resolve) => waiting.push(resolve));
}
