import { WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { seeUnrecognized } from '../unrecognized.ts';

/** Fields of `StateChange` that change a map; only these belong to a transaction. */
export const MAP_UPDATE = 5;
export const MAP_DELETE = 6;
/** Fields of `StateChange.change_operation`. */
const FIRST_OPERATION = 2;
const LAST_OPERATION = 8;

/** Numbers of the known states. */
const STATES: ReadonlySet<number> = new Set(
  Object.values(stream.StateIdentifier).filter((state): state is number => typeof state === 'number'),
);
/** The last fields of `MapChangeKey` and `MapChangeValue` (`packages/protos/block-stream.proto`). */
const LAST_KEY = 27;
const LAST_VALUE = 36;

/**
 * Returns the field of `StateChange` with the operation, without decoding it; 0: none of a known kind. Counts states,
 * keys and values that are not known. Throws `MalformedError`.
 */
export function readOperation(bytes: Buffer): number {
  const reader = new WireReader(bytes);
  let operation = 0;
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) {
      const state = Number(BigInt.asUintN(32, reader.int64('the number of a state')));
      if (!STATES.has(state)) seeUnrecognized('state', state, true);
    } else if (field === MAP_UPDATE) {
      operation = field;
      seeMapUpdate(reader.content('a map update'));
    } else if (field >= FIRST_OPERATION && field <= LAST_OPERATION) {
      operation = field;
      reader.skip();
    } else {
      seeUnrecognized('state change', field, true);
      reader.skip();
    }
  }
  return operation;
}

function seeMapUpdate(bytes: Buffer): void {
  const reader = new WireReader(bytes);
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) seeChoice('map key', reader.content('a map key'), LAST_KEY);
    else if (field === 2) seeChoice('map value', reader.content('a map value'), LAST_VALUE);
    else reader.skip();
  }
}

function seeChoice(kind: 'map key' | 'map value', bytes: Buffer, last: number): void {
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field > last) seeUnrecognized(kind, reader.field, true);
    reader.skip();
  }
}
