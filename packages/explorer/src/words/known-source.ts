import { SourceLines } from './source-lines.ts';
import { matchSource, type Source } from './source-match.ts';
import { StorageLayout } from './storage-layout.ts';

export { failedLines } from './source-lines.ts';

/** A source with what is shown by it. */
export interface KnownSource {
  readonly source: Source;
  readonly lines: SourceLines;
  readonly storage: StorageLayout;
}

/** Finds the source of the code on the ledger, in hex, in files of compilers (parsed JSON); null if there is none. */
export function knownSource(files: readonly unknown[], code: string): KnownSource | null {
  const source = matchSource(files, code);
  if (source === null) return null;
  return { source, lines: new SourceLines(source), storage: new StorageLayout(source.layout) };
}
