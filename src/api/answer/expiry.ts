import { expiryOf } from '../../ledger/expiry.ts';

type Column = string | null | undefined;

/**
 * Expiry of an entity (nanoseconds), from columns: its expiration, else its creation (nanoseconds) and its renewal
 * period (seconds); null when unknown.
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
