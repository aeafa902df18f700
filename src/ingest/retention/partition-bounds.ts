const BOUNDS = /^FOR VALUES FROM \('?(-?\d+|MINVALUE)'?\) TO \('?(-?\d+|MAXVALUE)'?\)$/;

/** Bounds of the times in a partition; null: unbounded. */
export interface PartitionBounds {
  readonly from: bigint | null;
  /** Upper bound, exclusive. */
  readonly to: bigint | null;
}

/**
 * Parses the bounds of a partition as PostgreSQL prints them (`pg_get_expr(relpartbound, oid)`). Both are null unless
 * it is partitioned by range.
 */
export function readBounds(text: string | null): PartitionBounds {
  const [, from = '', to = ''] = BOUNDS.exec(text ?? '') ?? [];
  const numberOf = (bound: string) => (/\d/.test(bound) ? BigInt(bound) : null);
  return { from: numberOf(from), to: numberOf(to) };
}
