import { parseStreamInstant } from '@tain/ledger/record-stream';

/** The parts of a record stream file's name. */
export interface StreamName {
  /** The name up to the extension. */
  readonly base: string;
  /** Nanoseconds. */
  readonly instant: bigint;
  readonly kind: 'data' | 'signature';
  readonly compressed: boolean;
}

const INSTANT = '\\d{4}-\\d\\d-\\d\\dT\\d\\d_\\d\\d_\\d\\d(?:\\.\\d{1,9})?Z';
const STREAM_FILE = new RegExp(`^(${INSTANT})\\.rcd(_sig)?(\\.gz)?$`);
const SIDECAR_FILE = new RegExp(`^${INSTANT}_\\d\\d\\.rcd(?:\\.gz)?$`);
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses `<instant>.rcd[_sig][.gz]`; null for every other name. */
export function parseStreamName(name: string): StreamName | null {
  const match = STREAM_FILE.exec(name);
  const base = match?.[1];
  if (!match || base === undefined) return null;
  const instant = parseStreamInstant(base);
  if (instant === null) return null;
  return { base, instant, kind: match[2] ? 'signature' : 'data', compressed: match[3] !== undefined };
}

/** Returns whether a name is `<instant>_NN.rcd[.gz]`. */
export function isSidecarName(name: string): boolean {
  return SIDECAR_FILE.test(name);
}

/** Returns the name of a sidecar of a v6 file. `id` (1 to 99) becomes the two digits. */
export function sidecarName(base: string, id: number, compressed: boolean): string {
  return `${base}_${id.toString().padStart(2, '0')}.rcd${compressed ? '.gz' : ''}`;
}

/** Returns whether a folder's name is a day: `2022-07-13`. */
export function isDayName(name: string): boolean {
  return DAY.test(name);
}
