/** The ledger's name of a transaction type, by the field of `TransactionBody`: `cryptoTransfer` → `CRYPTOTRANSFER`. */
export function typeName(field: string): string {
  return field.toUpperCase();
}
