import { parseRecord } from './json-record.ts';
import { type ProcessIdentity, parseProcessIdentity } from './process-identity.ts';

/** Messages between the processes of a local network: JSON, one line each. */

/** Maximum length of a line, in characters. */
export const MAX_LINE = 4_096;

/** A file of the control folder: the address of a process. */
export interface ControlEntry extends ProcessIdentity {
  readonly port: number;
  readonly token: string;
}

export type ControlCommand =
  | { readonly command: 'pause' | 'resume' }
  | { readonly command: 'advance'; readonly nanos: bigint };

export type ControlRequest = ControlCommand & { readonly token: string };

export interface ControlAnswer {
  readonly ok: boolean;
  /** Reason of a refusal, as a sentence. */
  readonly reason?: string;
  /** Time of the network, in nanoseconds since 1970. */
  readonly now?: string;
}

/** Parses a request; returns null for any other line. */
export function parseRequest(line: string): ControlRequest | null {
  const { token, command, nanos } = parseRecord(line);
  if (typeof token !== 'string') return null;
  if (command === 'pause' || command === 'resume') return { token, command };
  if (command !== 'advance' || typeof nanos !== 'string' || !/^\d{1,18}$/.test(nanos)) return null;
  return { token, command, nanos: BigInt(nanos) };
}

export function requestLine(token: string, command: ControlCommand): string {
  const nanos = command.command === 'advance' ? { nanos: command.nanos.toString() } : {};
  return `${JSON.stringify({ token, command: command.command, ...nanos })}\n`;
}

/** Parses an answer; returns null for any other line. */
export function parseAnswer(line: string): ControlAnswer | null {
  const { ok, reason, now } = parseRecord(line);
  if (typeof ok !== 'boolean') return null;
  return {
    ok,
    ...(typeof reason === 'string' && { reason }),
    ...(typeof now === 'string' && /^\d{1,20}$/.test(now) && { now }),
  };
}

/** Parses an entry; returns null for any other text. */
export function parseEntry(text: string): ControlEntry | null {
  const object = parseRecord(text);
  const identity = parseProcessIdentity(object);
  const { port, token } = object;
  if (identity === null || typeof port !== 'number' || typeof token !== 'string') return null;
  return Number.isInteger(port) && port > 0 && port < 65_536 ? { ...identity, port, token } : null;
}
