import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { streamInstant } from './file-names.ts';
import { type DemoNode, signatureFile } from './nodes.ts';
import type { RecordFile } from './record-file.ts';

const gzipAsync = promisify(gzip);
/** Low compression level, because hashes do not compress, and a higher level costs much time. */
const GZIP_LEVEL = 1;

/** Returns the folder of a node's stream files. */
export function nodeFolder(dir: string, account: number): string {
  return join(dir, 'recordstreams', `record0.0.${account}`);
}

/** Writes blocks into the folders of all nodes, in the classic account-id layout. */
export class BlockWriter {
  readonly #dir: string;
  readonly #nodes: readonly DemoNode[];
  readonly #everywhere: boolean;

  /** Creates a writer. `everywhere`: data files are in the folders of all nodes, not only in that of the first. */
  constructor(dir: string, nodes: readonly DemoNode[], everywhere: boolean) {
    this.#dir = dir;
    this.#nodes = nodes;
    this.#everywhere = everywhere;
  }

  async prepare(): Promise<void> {
    for (const node of this.#nodes) {
      await mkdir(join(nodeFolder(this.#dir, node.account), 'sidecar'), { recursive: true });
    }
  }

  /**
   * Writes data and sidecar. Returns the function that publishes them: it writes the signatures, without which no
   * reader accepts the block. Signing is deferred, because it uses the threads that write files, and the effects of a
   * block may be reported before it is signed.
   */
  async write(file: RecordFile): Promise<() => Promise<void>> {
    const name = streamInstant(file.start);
    const [data, sidecar] = await Promise.all([
      gzipAsync(file.bytes, { level: GZIP_LEVEL }),
      file.sidecar === null ? null : gzipAsync(file.sidecar, { level: GZIP_LEVEL }),
    ]);
    if (sidecar !== null) await this.#spread(join('sidecar', `${name}_01.rcd.gz`), sidecar);
    await this.#spread(`${name}.rcd.gz`, data);
    return async () => {
      await Promise.all(
        this.#nodes.map(async (node) =>
          replace(
            join(nodeFolder(this.#dir, node.account), `${name}.rcd_sig`),
            await signatureFile(node, file.fileHash, file.metadataHash),
          ),
        ),
      );
    };
  }

  /** Puts a file into the first node's folder and links it into the others. */
  async #spread(name: string, bytes: Uint8Array): Promise<void> {
    const [first, ...others] = this.#nodes;
    if (first === undefined) return;
    const path = join(nodeFolder(this.#dir, first.account), name);
    await replace(path, bytes);
    if (!this.#everywhere) return;
    await Promise.all(
      others.map(async (node) => {
        const copy = join(nodeFolder(this.#dir, node.account), name);
        try {
          await link(path, copy);
        } catch {
          // The file exists already (written before a crash), or the file system has no hard links.
          await replace(copy, bytes);
        }
      }),
    );
  }
}

/** Writes a file atomically. */
export async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
