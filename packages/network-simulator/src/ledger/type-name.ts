/**
 * Returns the ledger's name of a transaction type, from the field of `TransactionBody`: `cryptoTransfer` →
 * `CRYPTOTRANSFER`.
 */
export function typeName(field: string): string {
  return field.toUpperCase();
}
