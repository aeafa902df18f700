import { proto } from '@tain/protos/hapi';
import type { Succession } from './in-force.ts';
import { longToBigInt } from './long.ts';

/** Exchange rate between hbars and US cents until a time. */
export interface ExchangeRate {
  readonly hbars: bigint;
  readonly cents: bigint;
  /** Seconds since 1970; null when the file names no time. */
  readonly expires: bigint | null;
}

export type ExchangeRates = Succession<ExchangeRate>;

/** Reads the exchange rates (file 0.0.112). Throws when they do not parse or one is missing. */
export function readExchangeRates(bytes: Uint8Array): ExchangeRates {
  const { currentRate, nextRate } = proto.ExchangeRateSet.decode(bytes);
  if (!currentRate || !nextRate) throw new Error('an exchange rate is missing');
  return ratesOf(currentRate, nextRate);
}

/**
 * Reads the exchange rates like `readExchangeRates`, with 0 for missing values, the protobuf default. Throws when the bytes do
 * not parse.
 */
export function readExchangeRatesAsGiven(bytes: Uint8Array): ExchangeRates {
  const { currentRate, nextRate } = proto.ExchangeRateSet.decode(bytes);
  const { current, next } = ratesOf(currentRate ?? {}, nextRate ?? {});
  const expires = current.expires ?? 0n;
  return { current: { ...current, expires }, next: { ...next, expires: next.expires ?? 0n }, expires };
}

function ratesOf(currentRate: proto.IExchangeRate, nextRate: proto.IExchangeRate): ExchangeRates {
  const rate = ({ hbarEquiv, centEquiv, expirationTime }: proto.IExchangeRate): ExchangeRate => ({
    hbars: longToBigInt(hbarEquiv),
    cents: longToBigInt(centEquiv),
    expires: expirationTime ? longToBigInt(expirationTime.seconds) : null,
  });
  const current = rate(currentRate);
  return { current, next: rate(nextRate), expires: current.expires };
}

/** Converts tinycents to tinybars, rounded down. Undefined when the rate is 0. */
export function tinybarsOf(tinycents: bigint, { hbars, cents }: ExchangeRate): bigint | undefined {
  return cents === 0n ? undefined : (tinycents * hbars) / cents;
}

/** Converts tinybars to tinycents, rounded down. Undefined when the rate is 0. */
export function tinycentsOf(tinybars: bigint, { hbars, cents }: ExchangeRate): bigint | undefined {
  return hbars === 0n ? undefined : (tinybars * cents) / hbars;
}
