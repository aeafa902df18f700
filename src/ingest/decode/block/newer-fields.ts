/**
 * Numbers of fields that consensus nodes are known to have and whose numbers are not public. With a number here the
 * reader uses the field; without it, or when a block lacks the field, its value is derived from the state changes.
 */
export const NEWER_FIELDS: NewerFields = {
  // SlotRead.written_value (bytes): slotWrittenValue: …,
  // EvmTransactionResult.created_contract_ids (repeated ContractID): createdContractIds: …,
};

export interface NewerFields {
  readonly slotWrittenValue?: number;
  readonly createdContractIds?: number;
}
