import { readFileSync } from 'node:fs';
import type { proto } from '@tain/protos/hapi';
import { long } from '../../../packages/network-simulator/src/ledger/ids.ts';

/** The contract `hooks/AllowanceHook.sol`, as an account allowance hook (HIP-1195). */

const ARTIFACTS = JSON.parse(
  readFileSync(new URL('hooks/artifacts.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly initcode: string }>>;

/** Init code in hex. */
export const HOOK_INITCODE = ARTIFACTS.AllowanceHook?.initcode ?? '';

/** First byte of the data of a call, in hex: what the hook does. */
export const ACT = {
  allow: '00',
  refuse: '01',
  revert: '02',
  spin: '03',
  /** Increments slot 0. */
  count: '04',
  /** Logs its input. */
  tell: '05',
  /** Agrees when slot 0 is 1. */
  countedOnce: '06',
  /** Sends a tinybar to the payer. */
  pay: '07',
  /** Associates its owner with the token whose address follows. */
  associate: '08',
  create: '09',
  delegate: '0a',
  /** Sets slot 0 to 0. */
  clear: '0c',
  /** Increments slot 0, and refuses after the transfer. */
  refusePost: '0d',
} as const;

/** Selectors of the methods by which the network calls a hook, as in the contracts of the SDKs' tests. */
export const METHOD = { allow: '124d8b30', allowPre: 'bd0dd0b6', allowPost: '94112e2f' } as const;

export const GAS = 200_000;

/** Returns a call of a hook. `data`: hex digits that start with an act. */
export function hookCall(data: string, gas = GAS, id = 1): proto.IHookCall {
  return { hookId: long(id), evmHookCall: { data: Buffer.from(data, 'hex'), gasLimit: long(gas) } };
}
