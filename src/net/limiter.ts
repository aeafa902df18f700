import net from 'node:net';
import type { Clock } from '../kernel/clock.ts';
import { dropOldest } from '../kernel/limits/bounded-cache.ts';

/** Maximum number of remembered addresses; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

/**
 * Counts the attempts of an address within a time window. A `RateWindow` does not fit, because addresses share no
 * total, only failed attempts count, and the response names the seconds until the next one is allowed.
 */
export class Limiter {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #counts = new Map<string, { count: number; from: number }>();

  /** Allows at most `max` attempts in `windowMs` milliseconds. */
  constructor(max: number, windowMs: number, clock: Clock) {
    this.#max = max;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Returns the seconds that an address has to wait, or 0. */
  waitSecondsOf(address: string): number {
    const entry = this.#counts.get(ownerOf(address));
    const left = entry === undefined ? 0 : this.#remainingMsOf(entry.from);
    if (entry === undefined || left <= 0 || entry.count < this.#max) return 0;
    return Math.ceil(left / 1000);
  }

  /** Counts one attempt. */
  count(address: string): void {
    const owner = ownerOf(address);
    const entry = this.#counts.get(owner);
    if (entry !== undefined && this.#remainingMsOf(entry.from) > 0) {
      entry.count++;
      return;
    }
    this.#counts.delete(owner);
    this.#counts.set(owner, { count: 1, from: this.#clock() });
    dropOldest(this.#counts, MAX_REMEMBERED);
  }

  /**
   * Returns the remaining milliseconds of a window. A window that begins in the future is over, because the clock was
   * set back.
   */
  #remainingMsOf(from: number): number {
    const passed = this.#clock() - from;
    return passed < 0 ? 0 : this.#windowMs - passed;
  }
}

/** Maximum number of characters of an address in `X-Forwarded-For`. */
const MAX_FORWARDED = 64;

/**
 * Returns the client of a request, as `ownerOf` identifies it: the last entry of `X-Forwarded-For` behind a trusted proxy,
 * else the address of its socket.
 */
export function clientOf(
  forwarded: string | readonly string[] | undefined,
  remoteAddress: string | undefined,
  trustProxy: boolean,
): string {
  const last = trustProxy && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return ownerOf(last ? last.slice(0, MAX_FORWARDED) : (remoteAddress ?? ''));
}

/**
 * Returns the owner of an address: for IPv6 the first 64 bits, because one owner has all addresses below them (RFC 6177), else
 * the address itself.
 */
export function ownerOf(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/%.*$/, '');
  if (!net.isIPv6(plain)) return plain;
  // `URL` gives the canonical form of an address: lower case, no leading zeros.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  const [low, high] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  // An IPv4 address as a dual-stack socket shows it (RFC 4291, 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff' && low !== undefined && high !== undefined) {
    return [low >> 8, low & 255, high >> 8, high & 255].join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
