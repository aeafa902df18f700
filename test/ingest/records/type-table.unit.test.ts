import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { transactionTypeOf } from '../../../src/ingest/records/registry.ts';
import { loadSchema } from '../schema.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const text = (path: string): Promise<string> => readFile(root + path, 'utf8');

/** Parses the types in the documentation's table: number, body, module, tables, golden rows. */
async function tableRows(): Promise<string[][]> {
  const lines = (await text('test/ingest/records/transaction-types.md'))
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

it('the table contains all types, in order', async () => {
  const body = loadSchema().lookupType('proto.TransactionBody');
  const known = (body.oneofs.data?.oneof ?? [])
    .map((name) => [String(body.fields[name]?.id), name])
    .sort(([a], [b]) => Number(a) - Number(b));
  expect((await tableRows()).map(([number, name]) => [number, name])).toEqual(known);
});

it('the table has the module and the golden rows of each type', async () => {
  const registry = await text('src/ingest/records/registry.ts');
  const types = registry.slice(registry.indexOf('const TYPES'));
  const other = transactionTypeOf(-1);
  for (const [number = '', name = '', module = '', , golden = ''] of await tableRows()) {
    const line = new RegExp(`^  ${name}(?:: (\\w+))?,$`, 'm').exec(types);
    const entry = line && (line[1] ?? name);
    if (module === '–') {
      expect({ name, entry, same: transactionTypeOf(Number(number)) === other }).toEqual({
        name,
        entry: 'OTHER',
        same: true,
      });
    } else {
      const imported =
        new RegExp(`import \\{([^}]*)\\} from './types/${module}\\.ts'`).exec(registry)?.[1] ?? '';
      expect({ name, imported: imported.split(/[\s,]+/) }).toMatchObject({
        name,
        imported: expect.arrayContaining([entry]),
      });
    }
    expect(await text(`test/ingest/records/${golden}.test.ts`), `${name} in ${golden}`).toMatch(
      new RegExp(`\\b${name}: \\{|\\b${name}: relation`),
    );
  }
});
