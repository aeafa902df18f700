/** A field of a threshold signature: its offset, and its content. */
export interface Field {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  /**
   * Kind of content: points of BLS12-381 and BN254, scalars of Fr of either and of the Schnorr group, counts, positions
   * of signers.
   */
  readonly kind:
    | 'bls-g1'
    | 'bls-g2'
    | 'bls-fr'
    | 'bn-g1'
    | 'bn-g2'
    | 'bn-fr'
    | 'ed-scalar'
    | 'u64'
    | 'places';
}

const LENGTHS: Readonly<Record<Field['kind'], number>> = {
  'bls-g1': 96,
  'bls-g2': 192,
  'bls-fr': 32,
  'bn-g1': 32,
  'bn-g2': 64,
  'bn-fr': 32,
  'ed-scalar': 32,
  u64: 8,
  places: 128,
};

/** Returns fields by their names and kinds, in the order of the layout, which gives the offsets. */
function layout(start: number, fields: readonly (readonly [string, Field['kind']])[]): Field[] {
  let offset = start;
  return fields.map(([name, kind]) => {
    const field = { name, kind, offset, length: LENGTHS[kind] };
    offset += field.length;
    return field;
  });
}

export const HINTS_KEY_FIELDS = layout(0, [
  ['n', 'u64'],
  ['T', 'bls-fr'],
  ['g0', 'bls-g1'],
  ['h0', 'bls-g2'],
  ['h1', 'bls-g2'],
  ['l', 'bls-g1'],
  ['W', 'bls-g1'],
  ['S', 'bls-g2'],
  ['Z', 'bls-g2'],
]);

export const HINTS_SIGNATURE_FIELDS = layout(1096, [
  ['K', 'bls-g1'],
  ['w', 'bls-fr'],
  ['Sigma', 'bls-g2'],
  ['B', 'bls-g1'],
  ['Qx', 'bls-g1'],
  ['X', 'bls-g1'],
  ['Qz', 'bls-g1'],
  ['P', 'bls-g1'],
  ['Q1', 'bls-g1'],
  ['Q3', 'bls-g1'],
  ['Q2', 'bls-g1'],
  ['Q4', 'bls-g1'],
  ['pi', 'bls-g1'],
  ['pi prime', 'bls-g1'],
  ['p', 'bls-fr'],
  ['p prime', 'bls-fr'],
  ['a', 'bls-fr'],
  ['b', 'bls-fr'],
  ['q1', 'bls-fr'],
  ['q3', 'bls-fr'],
  ['q2', 'bls-fr'],
  ['q4', 'bls-fr'],
]);

export const SCHNORR_FIELDS = layout(2728, [
  ['places', 'places'],
  ['y', 'ed-scalar'],
  ['c', 'ed-scalar'],
]);

export const WRAPS_FIELDS = layout(2728, [
  ['i', 'bn-fr'],
  ['count of z0', 'u64'],
  ['z0[0]', 'bn-fr'],
  ['z0[1]', 'bn-fr'],
  ['count of zi', 'u64'],
  ['zi[0]', 'bn-fr'],
  ['zi[1]', 'bn-fr'],
  ['count of U', 'u64'],
  ['U_W', 'bn-g1'],
  ['U_E', 'bn-g1'],
  ['count of u', 'u64'],
  ['u_W', 'bn-g1'],
  ['u_E', 'bn-g1'],
  ['A', 'bn-g1'],
  ['B', 'bn-g2'],
  ['C', 'bn-g1'],
  ['v_W', 'bn-fr'],
  ['kappa_W', 'bn-g1'],
  ['v_E', 'bn-fr'],
  ['kappa_E', 'bn-g1'],
  ['T', 'bn-g1'],
  ['rho', 'bn-fr'],
  ['c_W', 'bn-fr'],
  ['c_E', 'bn-fr'],
]);
