import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseStreamInstant, streamInstant } from '@tain/ledger/record-stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { parseStreamName, sidecarName } from '../../../src/ingest/source/stream-names.ts';
import type { StreamEntry, StreamSource } from '../../../src/ingest/source/stream-source.ts';
import { limitTime } from '../../../src/ingest/store/limit-time.ts';
import { newRoot } from '../new-root.ts';
import { openFolder } from '../open-folder.ts';
import { START } from '../stream-writer.ts';

const NEVER = new AbortController().signal;
/** Creates a folder with these files, all empty. */
async function folderOf(...paths: string[]): Promise<string> {
  const path = await newRoot();
  for (const file of paths) {
    await mkdir(join(path, file, '..'), { recursive: true });
    await writeFile(join(path, file), file);
  }
  return path;
}

async function open(path: string, watch = false): Promise<StreamSource> {
  const source = await openFolder(path, { watch });
  onTestFinished(() => source.close());
  return source;
}

async function listAll(source: StreamSource): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const folder of await source.nodeFolders(NEVER)) {
    const entries = await source.list(folder, -1n, 1000, NEVER);
    all[folder.key] = entries.map(({ base, signature, data }) =>
      [base.slice(0, 10), signature && 's', data && 'd'].filter(Boolean).join(' '),
    );
  }
  return all;
}

const A = '2022-07-13T08_46_08.041986003Z';
const B = '2022-07-14T08_46_11Z';

describe('names', () => {
  it('are parsed and printed, and all others are refused', () => {
    expect(parseStreamName(`${A}.rcd.gz`)).toMatchObject({ base: A, kind: 'data', compressed: true });
    expect(parseStreamName(`${B}.rcd_sig`)).toMatchObject({ base: B, kind: 'signature', compressed: false });
    const others = [
      `../${A}.rcd`,
      `${A}.rcd/..`,
      `${A}.rcd.gz.tmp`,
      `${A}_01.rcd.gz`,
      `${A}.csv`,
      '',
      `${A}.rcd\n`,
    ];
    for (const name of others) expect(parseStreamName(name)).toBeNull();
    for (const name of ['2022-02-30T00_00_00Z.rcd', '2022-13-01T00_00_00Z.rcd', '2022-01-01T24_00_00Z.rcd']) {
      expect(parseStreamName(name)).toBeNull();
    }
    expect(sidecarName(A, 3, true)).toBe(`${A}_03.rcd.gz`);
  });

  it('preserve every instant', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), (instant) => {
        expect(parseStreamInstant(streamInstant(instant))).toBe(instant);
      }),
    );
  });
});

describe('layouts', () => {
  it('finds the account-id layout from its folder, from the folder around it, and of one node', async () => {
    const path = await folderOf(
      `recordstreams/record0.0.3/${A}.rcd.gz`,
      `recordstreams/record0.0.3/${A}.rcd_sig`,
      `recordstreams/record0.0.3/sidecar/${A}_01.rcd.gz`,
      `recordstreams/record0.0.4/${A}.rcd_sig`,
      `recordstreams/record0.0.x/${A}.rcd_sig`,
      `accountBalances/balance0.0.3/${A}_Balances.csv`,
    );
    const expected = { 'record0.0.3': ['2022-07-13 s d'], 'record0.0.4': ['2022-07-13 s'] };
    expect(await listAll(await open(path))).toEqual(expected);
    expect(await listAll(await open(join(path, 'recordstreams')))).toEqual(expected);
    expect(await listAll(await open(join(path, 'recordstreams/record0.0.3')))).toEqual({
      'record0.0.3': ['2022-07-13 s d'],
    });
  });

  it('finds the node-id layout, with or without its network, next to the other layout', async () => {
    const path = await folderOf(
      `demo/0/0/record/${A}.rcd_sig`,
      `demo/0/12/record/${B}.rcd_sig`,
      `demo/0/12/balance/${B}_Balances.pb.gz`,
      `recordstreams/record0.0.3/${A}.rcd.gz`,
    );
    expect(await listAll(await open(path))).toEqual({
      'demo/0/0/record': ['2022-07-13 s'],
      'demo/0/12/record': ['2022-07-14 s'],
      'record0.0.3': ['2022-07-13 d'],
    });
    const inner = await open(join(path, 'demo'));
    const folders = await inner.nodeFolders(NEVER);
    expect(folders.map(({ key, nodeId, accountId }) => [key, nodeId, accountId])).toEqual([
      ['0/0/record', 0n, null],
      ['0/12/record', 12n, null],
    ]);
  });

  it('refuses to mix networks', async () => {
    const path = await folderOf(`one/0/0/record/${A}.rcd`, `two/0/0/record/${A}.rcd`);
    const source = await open(path);
    await expect(source.nodeFolders(NEVER)).rejects.toThrow('several networks (one, two)');
  });

  it('finds day folders above the nodes and inside them', async () => {
    const path = await folderOf(
      `2022-07-13/recordstreams/record0.0.3/${A}.rcd_sig`,
      `2022-07-14/recordstreams/record0.0.3/${B}.rcd_sig`,
      `recordstreams/record0.0.4/2022-07-13/${A}.rcd_sig`,
      `recordstreams/record0.0.4/2022-07-14/${B}.rcd_sig`,
      `recordstreams/record0.0.4/2022-07-15/${B}.rcd_sig`,
    );
    const both = ['2022-07-13 s', '2022-07-14 s'];
    const source = await open(path);
    expect(await listAll(source)).toEqual({ 'record0.0.3': both, 'record0.0.4': both });
    for (const folder of await source.nodeFolders(NEVER)) {
      const instant = parseStreamInstant(A) ?? 0n;
      expect(await source.list(folder, instant, 10, NEVER)).toHaveLength(1);
      // Also later files of the same day.
      expect(await source.list(folder, instant - 1n, 10, NEVER)).toHaveLength(2);
      expect(await source.list(folder, -1n, 1, NEVER)).toMatchObject([{ base: A }]);
    }
  });

  it('accepts an empty or missing folder, but not a file', async () => {
    const path = await folderOf('file');
    expect(await listAll(await open(join(path, 'nothing')))).toEqual({});
    await expect(openFolder(join(path, 'file'))).rejects.toThrow('is no folder');
  });
});

describe('listing', () => {
  it('orders by instant, not by text, and pages', async () => {
    const times = Array.from({ length: 50 }, (_, index) => START + (BigInt(index * 7919) % 1_000_000_007n));
    const names = times.map((time, index) => {
      const name = streamInstant(time);
      return `record0.0.3/${index % 2 ? name : name.replace(/0*Z$/, 'Z').replace('.Z', 'Z')}.rcd_sig`;
    });
    const source = await open(await folderOf(...names));
    const [folder] = await source.nodeFolders(NEVER);
    if (!folder) throw new Error('no folder');
    const seen: bigint[] = [];
    for (let after = -1n; ; ) {
      const page = await source.list(folder, after, 7, NEVER);
      seen.push(...page.map(({ instant }) => instant));
      for (const { base } of page) expect(names).toContain(`record0.0.3/${base}.rcd_sig`);
      for (const { base, signature } of page) expect(signature).toBe(`${base}.rcd_sig`);
      after = page.at(-1)?.instant ?? after;
      if (page.length < 7) break;
    }
    expect(seen).toEqual([...times].sort((a, b) => (a < b ? -1 : 1)));
  });

  it.each([true, false])('finds later files (watch %s)', async (watch) => {
    const path = await folderOf(`record0.0.3/${A}.rcd_sig`);
    const source = await open(path, watch);
    const [folder] = await source.nodeFolders(NEVER);
    if (!folder) throw new Error('no folder');
    expect(await source.list(folder, -1n, 10, NEVER)).toHaveLength(1);
    const temporary = join(path, 'record0.0.3', '.part');
    await writeFile(temporary, '');
    await rename(temporary, join(path, 'record0.0.3', `${B}.rcd_sig`));
    const later = parseStreamInstant(A) ?? 0n;
    let found: readonly StreamEntry[] = [];
    for (let attempt = 0; attempt < 100 && found.length === 0; attempt += 1) {
      await source.changed(50, NEVER);
      found = await source.list(folder, later, 10, NEVER);
    }
    expect(found).toMatchObject([{ base: B, signature: `${B}.rcd_sig`, data: null }]);
    await writeFile(join(path, 'record0.0.3', `${B}.rcd`), '');
    for (let attempt = 0; attempt < 100 && found[0]?.data === null; attempt += 1) {
      await source.changed(50, NEVER);
      found = await source.list(folder, later, 10, NEVER);
    }
    expect(found).toMatchObject([{ data: `${B}.rcd` }]);
  });

  it.each([true, false])(
    'finds the signature of the newest file when only that is requested (watch %s)',
    async (watch) => {
      const path = await folderOf(`record0.0.3/${A}.rcd`);
      const source = await open(path, watch);
      const [folder] = await source.nodeFolders(NEVER);
      if (!folder) throw new Error('no folder');
      let found = await source.list(folder, -1n, 1, NEVER);
      expect(found).toMatchObject([{ signature: null, data: `${A}.rcd` }]);
      await writeFile(join(path, 'record0.0.3', `${A}.rcd_sig`), '');
      for (let attempt = 0; attempt < 100 && found[0]?.signature === null; attempt += 1) {
        await source.changed(50, NEVER);
        found = await source.list(folder, -1n, 1, NEVER);
      }
      expect(found).toMatchObject([{ signature: `${A}.rcd_sig` }]);
    },
  );

  it('retains changes that are reported while it reads the directory', async () => {
    const times = Array.from({ length: 3000 }, (_, i) => START + BigInt(i) * 1_000_000_000n);
    const path = await folderOf(...times.map((time) => `record0.0.3/${streamInstant(time)}.rcd_sig`));
    const source = await open(path, true);
    const [folder] = await source.nodeFolders(NEVER);
    if (!folder) throw new Error('no folder');
    // A time before all previous ones makes it read the directory again.
    for (const [i, time] of [...times.entries()].reverse().slice(0, 40)) {
      const name = `${streamInstant(time + 1n)}.rcd_sig`;
      const listed = source.list(folder, time - 1n, 1, NEVER);
      await sleep(i % 3);
      await writeFile(join(path, 'record0.0.3', name), '');
      await listed;
      for (let changes = -1; changes !== source.changes; await sleep(10)) changes = source.changes;
      const found = await source.list(folder, time, 1, NEVER);
      expect(found).toMatchObject([{ signature: name }]);
    }
  });

  it('does not wait for files that arrived since the last poll', async () => {
    const path = await folderOf(`record0.0.3/${A}.rcd_sig`);
    const source = await open(path, true);
    const [folder] = await source.nodeFolders(NEVER);
    if (!folder) throw new Error('no folder');
    await source.list(folder, -1n, 10, NEVER);
    const seen = source.changes;
    await writeFile(join(path, 'record0.0.3', `${B}.rcd_sig`), '');
    for (let attempt = 0; attempt < 100 && source.changes === seen; attempt += 1) await sleep(20);
    const begun = performance.now();
    await source.changed(30_000, NEVER, seen);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('finds a later node folder', async () => {
    const path = await folderOf(`record0.0.3/${A}.rcd_sig`);
    const source = await open(path);
    expect(await source.nodeFolders(NEVER)).toHaveLength(1);
    await mkdir(join(path, 'demo/0/1/record'), { recursive: true });
    let keys: string[] = [];
    for (let attempt = 0; attempt < 100 && keys.length < 2; attempt += 1) {
      await source.changed(20, NEVER);
      keys = (await source.nodeFolders(NEVER)).map(({ key }) => key);
    }
    expect(keys).toContain('demo/0/1/record');
  });
});

describe('opening', () => {
  async function first(path: string): Promise<{ source: StreamSource; entry: StreamEntry }> {
    const source = await open(path);
    const [folder] = await source.nodeFolders(NEVER);
    const [entry] = folder ? await source.list(folder, -1n, 1, NEVER) : [];
    if (!entry) throw new Error('nothing listed');
    return { source, entry };
  }

  it('reads the data, signatures and sidecars of an entry, and nothing else', async () => {
    const path = await folderOf(`record0.0.3/${A}.rcd`, `record0.0.3/sidecar/${A}_01.rcd.gz`, 'secret');
    const { source, entry } = await first(path);
    expect(Buffer.from((await source.open(entry, `${A}.rcd`, 100, NEVER)).bytes).toString()).toContain(
      'record0.0.3',
    );
    expect(Buffer.from((await source.open(entry, `${A}_01.rcd.gz`, 100, NEVER)).bytes).toString()).toContain(
      'sidecar',
    );
    for (const name of [
      '../secret',
      '/etc/passwd',
      `sidecar/${A}_01.rcd.gz`,
      '..',
      `../../record0.0.3/${A}.rcd`,
    ]) {
      await expect(source.open(entry, name, 100, NEVER)).rejects.toMatchObject({ code: 'bad-name' });
    }
    await expect(source.open(entry, `${A}.rcd_sig`, 100, NEVER)).rejects.toMatchObject({ code: 'missing' });
    await expect(source.open(entry, `${A}.rcd`, 5, NEVER)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('does not wait for a pipe or read a folder', async () => {
    const path = await folderOf(`record0.0.3/${A}.rcd_sig`);
    execFileSync('mkfifo', [join(path, `record0.0.3/${A}.rcd`)]);
    await mkdir(join(path, `record0.0.3/${A}.rcd.gz`));
    const { source, entry } = await first(path);
    await expect(source.open(entry, `${A}.rcd`, 100, NEVER)).rejects.toThrow('is not a regular file');
    await expect(source.open(entry, `${A}.rcd.gz`, 100, NEVER)).rejects.toBeInstanceOf(StreamFileError);
  });

  it('finds sidecars of files in day folders', async () => {
    const path = await folderOf(
      `recordstreams/record0.0.4/2022-07-13/${A}.rcd`,
      `recordstreams/record0.0.4/sidecar/${A}_01.rcd.gz`,
      `recordstreams/record0.0.4/2022-07-13/sidecar/${A}_02.rcd.gz`,
    );
    const { source, entry } = await first(path);
    expect((await source.open(entry, `${A}_01.rcd.gz`, 100, NEVER)).bytes).toBeInstanceOf(Uint8Array);
    expect((await source.open(entry, `${A}_02.rcd.gz`, 100, NEVER)).bytes).toBeInstanceOf(Uint8Array);
  });

  it('follows links to node folders, and survives a dangling one', async () => {
    const path = await folderOf(`elsewhere-/x/record0.0.9/${A}.rcd`);
    await symlink(join(path, 'elsewhere-/x/record0.0.9'), join(path, 'record0.0.9'));
    await symlink(join(path, 'nowhere'), join(path, 'record0.0.8'));
    expect(await listAll(await open(path))).toEqual({ 'record0.0.9': ['2022-07-13 d'] });
  });
});

describe('limitTime', () => {
  it('ends a hanging call, and an aborted one', async () => {
    const hang = () => new Promise<never>(() => {});
    await expect(limitTime('x', 20, NEVER, hang)).rejects.toMatchObject({ code: 'timeout', file: 'x' });
    const controller = new AbortController();
    const ended = limitTime('x', 10_000, controller.signal, hang);
    controller.abort(new Error('stopped'));
    await expect(ended).rejects.toThrow('stopped');
  });
});
