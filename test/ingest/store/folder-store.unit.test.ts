import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { type ObjectStore, pagesOf } from '../../../src/ingest/store/object-store.ts';
import { KINDS } from './kinds-of-stores.ts';
import { compareBytes } from './memory-store.ts';

const { signal } = new AbortController();
async function listAll(store: ObjectStore, prefix: string, page: number): Promise<string[]> {
  const items: string[] = [];
  for await (const { keys, prefixes } of pagesOf(store, prefix, null, signal, page))
    items.push(...[...keys, ...prefixes].sort(compareBytes));
  return items;
}

/** Returns the parts of keys directly below a prefix. */
function below(keys: readonly string[], prefix: string): string[] {
  const items = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = key.indexOf('/', prefix.length);
      return end < 0 ? key : key.slice(0, end + 1);
    });
  return [...new Set(items)].sort(compareBytes);
}

describe.each(KINDS)('a %s store', (_kind, make) => {
  /** Draws names that sort around the `/` of folders, and beyond ASCII, where text and bytes differ in order. */
  const part = fc
    .array(fc.constantFrom('a', 'b', '.', '-', '0', 'Z', '_', '~', 'é', '€', '\uffee', '\u{1f600}'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((letters) => letters.join(''))
    .filter((name) => name !== '.' && name !== '..');
  const someKeys = fc
    .array(
      fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
      { maxLength: 20 },
    )
    // A folder cannot have a file of the same name.
    .map((all) => [...new Set(all)].filter((key) => !all.some((other) => other.startsWith(`${key}/`))));

  it('lists the same in pages of any size, each level in the order of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, fc.integer({ min: 1, max: 7 }), async (keys, page) => {
        const { store, remove } = await make(keys);
        try {
          const [folder = ''] = below(keys, '').filter((item) => item.endsWith('/'));
          for (const prefix of new Set(['', folder])) {
            expect(await listAll(store, prefix, page)).toEqual(below(keys, prefix));
          }
        } finally {
          await remove();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('begins after any text, in the prefix or outside it', async () => {
    const keys = ['a/1', 'a/2/x', 'a/3', 'a/~', 'b'];
    const { store, remove } = await make(keys);
    onTestFinished(remove);
    const listedAfter = async (text: string) => {
      const { keys: found, prefixes } = await store.list('a/', text, 2, signal);
      return [...found, ...prefixes].sort(compareBytes);
    };
    expect(await listedAfter('')).toEqual(['a/1', 'a/2/']);
    expect(await listedAfter('a/')).toEqual(['a/1', 'a/2/']);
    expect(await listedAfter('a/1')).toEqual(['a/2/', 'a/3']);
    expect(await listedAfter('a/2/')).toEqual(['a/3', 'a/~']);
    expect(await listedAfter('a/2~')).toEqual(['a/3', 'a/~']);
    expect(await listedAfter('a/~')).toEqual([]);
    expect(await listedAfter('b')).toEqual([]);
    expect((await store.list('none/', null, 10, signal)).next).toBeNull();
  });

  it('returns the bytes of a key up to a size, and names a missing one', async () => {
    const { store, remove } = await make(['a/b']);
    onTestFinished(remove);
    expect(Buffer.from(await store.get('a/b', 3, signal)).toString()).toBe('a/b');
    await expect(store.get('a/b', 2, signal)).rejects.toMatchObject({ code: 'too-large' });
    await expect(store.get('a/c', 9, signal)).rejects.toMatchObject({ code: 'missing' });
    await expect(store.get('a', 9, signal)).rejects.toMatchObject({ code: 'missing' });
  });
});

describe('a folder store', () => {
  async function folder(): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'tain-folder-'));
    onTestFinished(() => rm(root, { recursive: true }));
    return root;
  }

  it('reads no key outside of it', async () => {
    const root = await folder();
    await mkdir(join(root, 'in'));
    await writeFile(join(root, 'secret'), 'secret');
    const store = await openFolderStore(join(root, 'in'));
    for (const key of [
      '../secret',
      'a/../../secret',
      join(root, 'secret'),
      '..',
      '.',
      '',
      'a//b',
      'a\0b',
      'a\\b',
    ])
      await expect(store.get(key, 100, signal), JSON.stringify(key)).rejects.toMatchObject({
        code: 'bad-name',
      });
    for (const prefix of ['../', '/', './', '..', 'in', 'a/../../'])
      await expect(store.list(prefix, null, 10, signal), prefix).rejects.toMatchObject({ code: 'bad-name' });
  });

  it('skips names that are not UTF-8, and follows links', async () => {
    const root = await folder();
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x61, 0xff])]), '');
    await mkdir(join(root, 'real'));
    await writeFile(join(root, 'real', 'x'), 'x');
    await symlink(join(root, 'real'), join(root, 'link'));
    await symlink(join(root, 'real', 'x'), join(root, 'x'));
    await symlink(join(root, 'nothing'), join(root, 'broken'));
    const store = await openFolderStore(root);
    expect(await listAll(store, '', 1)).toEqual(['broken', 'link/', 'real/', 'x']);
    expect(await listAll(store, 'link/', 10)).toEqual(['link/x']);
    expect(Buffer.from(await store.get('link/x', 9, signal)).toString()).toBe('x');
    await expect(store.get('broken', 9, signal)).rejects.toMatchObject({ code: 'missing' });
  });
});

it('a folder that was removed after its first listing is empty', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tain-folder-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'inner'));
  await writeFile(join(root, 'inner', 'a'), '');
  const store = await openFolderStore(root);
  onTestFinished(() => store.close());
  expect(await listAll(store, 'inner/', 10)).toEqual(['inner/a']);
  await rm(join(root, 'inner'), { recursive: true });
  await expect.poll(() => listAll(store, 'inner/', 10)).toEqual([]);
});

it('a watched folder forgets removed files without being read again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tain-folder-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const name of ['a', 'b', 'c']) await writeFile(join(root, name), '');
  await mkdir(join(root, 'd'));
  const store = await openFolderStore(root, { watch: true });
  onTestFinished(() => store.close());
  // A page that the known names fill does not read the folder.
  const first = async () => (await store.list('', null, 1, signal)).keys[0];
  expect(await first()).toBe('a');
  await rm(join(root, 'a'));
  await expect.poll(first).toBe('b');
  await rm(join(root, 'd'), { recursive: true });
  await rm(join(root, 'b'));
  await expect.poll(() => listAll(store, '', 10)).toEqual(['c']);
});
