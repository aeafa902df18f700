import { readFileSync } from 'node:fs';

/** A row of the table of transaction types in `test/ingest/records/transaction-types.md`. */
export interface DocumentedType {
  readonly number: number;
  /** Data field of the body. */
  readonly field: string;
  /** Tables to which only this type adds rows. */
  readonly tables: readonly string[];
  /** Module below `packages/network-simulator/src/transactions` that generates it, without its extension. */
  readonly demo: string;
}

export function documentedTypes(): DocumentedType[] {
  const text = readFileSync(new URL('../../ingest/records/transaction-types.md', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, number = '', body = '', , tables = ''] = cells;
    if (!/^\d+$/.test(number)) return [];
    return {
      number: Number(number),
      field: body.replaceAll('`', ''),
      tables: tables
        .split(', ')
        .map((table) => table.replace(/ \(.*\)$/, ''))
        .filter((table) => table !== ''),
      demo: cells.at(-2) ?? '',
    };
  });
}
