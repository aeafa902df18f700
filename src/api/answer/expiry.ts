import { expiryOf } from '../../ledger/expiry.ts';

type Column = string | null | undefined;

/**
 * When an entity expires (nanoseconds), from columns: when it is set to, when it was created (nanoseconds) and its
 * renewal period (seconds); null where that is not known.
 */
export function expiryText(expires?: Column, created?: Column, renewalPeriod?: Column): string | null {
  const expiry = expiryOf({
    expires: numberOf(expires),
    created: numberOf(created),
    renewalPeriod: numberOf(renewalPeriod),
  });
  return expiry === null ? null : expiry.toString();
}

function numberOf(column: Column): bigint | null {
  return column === null || column === undefined ? null : BigInt(column);
}
