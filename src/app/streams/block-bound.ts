import { InvalidArgumentError } from 'commander';
import type { BlockBound } from '../../ingest/check/range.ts';
import { instant } from '../../kernel/settings/setting-kinds.ts';

/** Parses an option that names a block. Throws an error that the command line reports. */
export function blockBound(text: string): BlockBound {
  if (/^\d{1,18}$/.test(text)) return { number: BigInt(text) };
  try {
    return { instant: instant.read(text) };
  } catch {
    throw new InvalidArgumentError('It must be a block number or an instant such as 2024-05-01T00:00:00Z.');
  }
}
