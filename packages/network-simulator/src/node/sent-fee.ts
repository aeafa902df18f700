import type { Execution, SentFee } from '../ledger/execution.ts';
import { trafficFee } from '../ledger/fees.ts';
import { tinybarsOf } from '../ledger/prices.ts';
import { highVolumeMultiplier, simpleFee } from '../ledger/simple-fees.ts';
import { findKind } from '../transactions/kinds.ts';

/**
 * Returns the fee of a sent transaction, without gas, by the simple fee schedule that the network publishes as file
 * 0.0.113 (HIP-1261). An executed schedule has neither bytes nor signatures of its own; types without a price pay as the network's
 * traffic does.
 */
export function sentFee(
  x: Pick<Execution, 'field' | 'body' | 'signedBytes' | 'signers' | 'ledger'>,
): SentFee {
  const { field, body, signedBytes, signers, ledger } = x;
  const rule = findKind(field)?.fee;
  const isScheduled = body.transactionID?.scheduled ?? false;
  const sizes = isScheduled
    ? {}
    : { processingBytes: transactionBytes(signedBytes), signatures: signers.size };
  const fee = rule && simpleFee({ of: rule.of, units: rule.units?.(body, ledger) ?? {}, sizes });
  const multiplier = rule === undefined ? 1_000n : highVolumeMultiplier(rule.of);
  if (fee === undefined || fee === null) return { tinybars: trafficFee(x), multiplier };
  return { tinybars: tinybarsOf(body.highVolume ? (fee * multiplier) / 1_000n : fee), multiplier };
}

/** Returns the size of the whole `Transaction`: its signed bytes, with their tag and length. */
function transactionBytes({ length }: Uint8Array): number {
  let header = 2;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) header++;
  return header + length;
}
