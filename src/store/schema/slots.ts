/**
 * Storage of contracts or hooks: a table of present slots, and a table of their changes. The newest write of a slot decides
 * its present value and time; past states show the newest change of any kind, also a read. Retention retains both; `tain
 * check` and `tain rebuild` derive present slots from the writes.
 */
export interface SlotTables {
  readonly present: 'contract_state' | 'hook_storage';
  readonly changes: 'contract_state_change' | 'hook_storage_change';
  /** Family of the changes. Present slots are never removed. */
  readonly family: 'contracts' | 'history';
  /** Columns of a slot's key, in both tables. */
  readonly key: readonly string[];
  /** SQL condition: change `alias` wrote its slot, rather than only read it. */
  readonly isSet: (alias: string) => string;
}

export const CONTRACT_SLOTS: SlotTables = {
  present: 'contract_state',
  changes: 'contract_state_change',
  family: 'contracts',
  key: ['contract_id', 'slot'],
  // A migration record sets slots to their values from before the stream.
  isSet: (alias) => `(${alias}.value_written is not null or ${alias}.migration)`,
};

export const HOOK_SLOTS: SlotTables = {
  present: 'hook_storage',
  changes: 'hook_storage_change',
  family: 'history',
  key: ['owner_id', 'hook_id', 'key'],
  isSet: (alias) => `(${alias}.value_written is not null or ${alias}.deleted)`,
};
