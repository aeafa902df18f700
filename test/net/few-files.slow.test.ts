import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { removeFolder } from '../remove-folder.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Runs the whole program with few file descriptors and thousands of idle sockets.

test('thousands of idle sockets stop neither the services nor the demo network', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-few-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('sh', ['-c', `ulimit -n 400; exec "${process.execPath}" "${MAIN}" start`], {
    env: { PATH, HOME, TAIN_DATA_DIR: dataDir, TAIN_PORT: '0', TAIN_STATUS_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const exited = new Promise((resolve) => child.on('close', resolve));
  const lastMatch = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(log)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`it ended: ${log}`);
      await sleep(50);
    }
  };
  const sockets: net.Socket[] = [];
  try {
    const api = await lastMatch(/Query service at (http:\/\/[\d.:]+)/);
    const status = await lastMatch(/Status service at (http:\/\/[\d.:]+)/);
    expect(log).toMatch(/may open only 400 files: ulimit -n should be 1024 or more/);
    /** A connection opened during the burst may be closed, but one is served within moments. */
    const request = async (url: string): Promise<Response> => {
      for (const deadline = performance.now() + 10_000; ; await sleep(100)) {
        const response = await fetch(url).catch(() => null);
        if (response?.ok) return response;
        if (performance.now() > deadline) throw new Error(`${url} is not answered: ${response?.status}`);
      }
    };
    const last = async (): Promise<number> => {
      const response = await request(`${api}/api/v1/blocks?limit=1`);
      const { blocks } = (await response.json()) as { blocks: { number: number }[] };
      return blocks[0]?.number ?? -1;
    };
    await expect.poll(last, { interval: 500 }).toBeGreaterThan(0);
    // Uses many client addresses, so that the limit per client is not reached.
    for (let count = 0; count < 3_000; count++) {
      const { port } = new URL(count % 2 ? status : api);
      const socket = net.connect({
        port: Number(port),
        host: '127.0.0.1',
        localAddress: `127.0.1.${count % 50}`,
      });
      socket.on('error', () => undefined);
      sockets.push(socket);
      if (count % 100 === 99) await sleep(50);
    }
    const before = await last();
    await request(`${status}/api/v2/status.json`);
    await expect.poll(last, { timeout: 120_000, interval: 500 }).toBeGreaterThan(before + 2);
    expect(child.exitCode).toBeNull();
    expect(log).not.toContain('EMFILE');
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGTERM');
    await exited;
    await removeFolder(dataDir);
  }
});
