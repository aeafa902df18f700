import { storedForms } from '@tain/ledger/integer-bytes';
import { leftJoinTable } from '../access/joined-rows.ts';
import type { Select } from '../connections/select.ts';
import { sql } from '../sql.ts';

/** A word of 32 bytes: 64 lower-case hex digits. */
type Word = string;

/** Reads slots of a contract, now or at an instant (nanoseconds): values by slot, without slots that have no stored value. */
export function selectSlots(
  select: Select,
  contract: bigint,
  slots: readonly Word[],
  at?: bigint,
): Promise<Map<Word, Word>> {
  return at === undefined ? selectNow(select, contract, slots) : selectAt(select, contract, slots, at);
}

async function selectNow(select: Select, contract: bigint, slots: readonly Word[]): Promise<Map<Word, Word>> {
  const rows = await select(
    sql`select encode(slot, 'hex'), encode(value, 'hex') from contract_state
      where contract_id = ${contract} and slot = any(${slots.map((slot) => Buffer.from(slot, 'hex'))}::bytea[])`,
  );
  return valuesOf(rows);
}

/**
 * Returns the last value written or read until then, else the value that the first later change replaced, else the
 * current one.
 */
async function selectAt(
  select: Select,
  contract: bigint,
  slots: readonly Word[],
  at: bigint,
): Promise<Map<Word, Word>> {
  // Changes are stored without the leading zeros of a slot, and zero as no byte or as one; the current state has words.
  const forms = slots.flatMap((slot) =>
    storedForms(BigInt(`0x${slot}`)).map((form) => ({ whole: Buffer.from(slot, 'hex'), form })),
  );
  const rows = await select(
    sql`select distinct on (w.slot) encode(w.slot, 'hex'), encode(coalesce(before.value, after.value, now.value), 'hex')
      from unnest(${forms.map(({ whole }) => whole)}::bytea[], ${forms.map(({ form }) => form)}::bytea[]) w (slot, form)
      left join lateral (
        select coalesce(c.value_written, c.value_read) as value, c.consensus_timestamp as time
        from contract_state_change c
        where c.contract_id = ${contract} and c.slot = w.form and c.consensus_timestamp <= ${at}
        order by c.consensus_timestamp desc limit 1) before on true
      left join lateral (
        select c.value_read as value, c.consensus_timestamp as time
        from contract_state_change c
        where c.contract_id = ${contract} and c.slot = w.form and c.consensus_timestamp > ${at}
          and before.value is null
        order by c.consensus_timestamp limit 1) after on true
      ${leftJoinTable('contract_state', 'now', [sql`now.contract_id = ${contract}`, sql`now.slot = w.slot`])}
      order by w.slot, before.time desc nulls last, after.time, w.form`,
  );
  return valuesOf(rows);
}

/** Values by slot, as words; empty when none is stored. */
function valuesOf(rows: readonly (readonly (string | null)[])[]): Map<Word, Word> {
  return new Map(
    rows.flatMap(([slot, value]) =>
      slot === null || slot === undefined || value === null || value === undefined
        ? []
        : [[slot.padStart(64, '0'), value.padStart(64, '0')] as const],
    ),
  );
}
