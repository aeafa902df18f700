import { parseBlockPath } from '@tain/ledger/block-stream';
import type { BinaryRow } from '../../store/copy/read-copy.ts';
import { appendOnlyTables } from '../../store/schema/append-only-tables.ts';

const COLUMNS = Object.keys(appendOnlyTables.record_file);
const [NAME, SIZE, END] = ['name', 'size', 'consensus_end'].map((name) => COLUMNS.indexOf(name)) as [
  number,
  number,
  number,
];

/**
 * Returns the stream's rows of `record_file` with the names and sizes of the stored ones (`storedNames`: name and
 * size by consensus end), if these are of the same block read from another source: a block node sends a block
 * uncompressed (`.blk`), buckets have it compressed (`.blk.gz`, `.blk.zstd`), and older ones name it with fewer
 * digits.
 */
export function withStoredNames(
  expected: readonly BinaryRow[],
  storedNames: ReadonlyMap<string, { readonly name: Buffer; readonly size: Buffer | null }>,
): BinaryRow[] {
  return expected.map((row) => {
    const name = row[NAME];
    const other = storedNames.get(row[END]?.toString('hex') ?? '');
    if (!name || other === undefined || name.equals(other.name)) return row;
    const number = parseBlockPath(name.toString());
    if (number === null || number !== parseBlockPath(other.name.toString())) return row;
    return row.map((field, i) => (i === NAME ? other.name : i === SIZE ? other.size : field));
  });
}
