const BOUNDS = /^FOR VALUES FROM \('?(-?\d+|MINVALUE)'?\) TO \('?(-?\d+|MAXVALUE)'?\)$/;

/** The times that a partition holds; null: without a bound. */
export interface PartitionBounds {
  readonly from: bigint | null;
  /** Exclusive. */
  readonly to: bigint | null;
}

/** The bounds of a partition as PostgreSQL prints them (`pg_get_expr(relpartbound, oid)`); null: of no partition by range. */
export function readBounds(text: string | null): PartitionBounds {
  const [, from = '', to = ''] = BOUNDS.exec(text ?? '') ?? [];
  const numberOf = (bound: string) => (/\d/.test(bound) ? BigInt(bound) : null);
  return { from: numberOf(from), to: numberOf(to) };
}
