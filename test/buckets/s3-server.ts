import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { S3Credentials } from '../../src/ingest/store/s3-client.ts';
import { PACKAGES } from '../packages.ts';
import { resolveInPackage } from '../require-package.ts';

/** An S3 server on loopback that stores its buckets in a folder. */
export interface S3Server {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Whether the server is available: it is installed when tests need it. */
export const HAS_S3 = PACKAGES !== undefined;

/** Credentials that the server accepts. Unsigned requests may read. */
export const CREDENTIALS: S3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/**
 * Starts a server with buckets, which may exist in the folder already. It stops with the process that started it. `strict`: it
 * checks signatures, and refuses signed lists.
 */
export async function startS3(
  folder: string,
  buckets: readonly string[],
  strictness: 'strict' | 'lenient' = 'lenient',
): Promise<S3Server> {
  const script = fileURLToPath(new URL('s3-child.cjs', import.meta.url));
  const child = fork(
    script,
    [resolveInPackage(PACKAGES, '@20minutes/s3rver'), folder, strictness, ...buckets],
    {
      execArgv: ['--openssl-legacy-provider', '--no-deprecation'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const exited = once(child, 'exit');
  const [message] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('the S3 server ended');
    }),
  ])) as [{ readonly port: number }];
  return {
    url: `http://127.0.0.1:${message.port}`,
    port: message.port,
    async close() {
      child.kill();
      await exited;
    },
  };
}
