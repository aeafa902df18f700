import { type Sql, sql } from '../../store/access/sql.ts';
import type { Field } from '../answer/field.ts';
import { computed } from '../answer/scalars.ts';
import { timestampOrZero } from '../answer/timestamp-or-zero.ts';

/** A word of 32 bytes in hex; shorter bytes are padded on the left. */
function paddedWord(column: Sql, nullable: boolean, description: string): Field<string | null> {
  return computed([column], (bytes) => (bytes ? `"0x${bytes.slice(2).padStart(64, '0')}"` : 'null'), {
    type: 'string',
    pattern: '^0x[0-9a-f]{64}$',
    ...(nullable && { nullable }),
    description,
  });
}

/** A slot of a hook's storage, from rows `s` with `key`, `time` and `value`. */
export const HOOK_STORAGE_FIELDS = {
  key: paddedWord(sql`s.key`, false, 'The slot.'),
  timestamp: timestampOrZero(sql`s.time`, {
    nullable: false,
    description: 'Consensus time of the last change.',
  }),
  value: paddedWord(sql`s.value`, true, 'Value of the slot; null if it was only read.'),
};
