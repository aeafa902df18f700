import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openDemoNode } from '../../src/local-network/demo-node.ts';
import { tain } from '../app/commands/tain.ts';

/** Occupies a port; null if it is already in use. */
async function taken(port: number): Promise<net.Server | null> {
  const server = net.createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}

test('a configured port in use ends the program with a sentence', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-taken-'));
  const server = await taken(0);
  try {
    const address = server?.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { code, stderr } = await tain(['start', '--network-only'], {
      TAIN_DATA_DIR: folder,
      TAIN_DEMO_NODE_PORT: String(port),
    });
    expect(stderr).toContain(
      `Cannot listen on 127.0.0.1:${port} (TAIN_DEMO_NODE_PORT): another process listens there`,
    );
    expect(code).toBe(2);
  } finally {
    server?.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the network runs without a port, and reports it, if the default port is in use', async () => {
  const server = await taken(50_211);
  const lines: string[] = [];
  try {
    const config = readConfig({});
    expect(await openDemoNode(config, pino({}, { write: (line) => void lines.push(line) }))).toBeNull();
    expect(lines.join()).toContain('NO TRANSACTION CAN BE SENT to this network');
  } finally {
    server?.close();
  }
});
