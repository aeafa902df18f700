import type { Address } from '@tain/evm/execution';
import { type Authorization, authorityOf } from '@tain/ledger/authorization';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { BlockOverrides } from '../simulation.ts';
import type { LedgerState } from '../state/ledger-state.ts';
import type { CallWorld } from './call-world.ts';
import { accountAt } from './execute-call.ts';

/** Sender of a transaction, and the authorizations that it carries (EIP-7702). */
interface Authorized {
  readonly from: Address | undefined;
  readonly authorizations: readonly Authorization[];
}

/**
 * Changes the ledger as a transaction does before its code runs: the sender's nonce is increased, then existing accounts
 * that signed an authorization delegate. As on the ledger, an authorization counts only on this chain and with the nonce
 * of its account, and contracts cannot delegate.
 */
export async function beginTransaction(
  state: LedgerState,
  { from, authorizations }: Authorized,
  world: CallWorld,
): Promise<void> {
  const sender = from === undefined ? undefined : await accountAt(from, state, world);
  if (sender !== undefined) state.accounts.set(sender.id, { ...sender, nonce: sender.nonce + 1n });
  for (const authorization of authorizations) {
    const chain = BigInt(authorization.chain_id);
    const authority = chain === 0n || chain === world.chainId ? authorityOf(authorization) : undefined;
    const id = authority && (await state.aliases.get(Buffer.from(authority).toString('hex')));
    const account = id === undefined ? undefined : await state.accounts.get(id);
    if (account === undefined || account.type === 'CONTRACT' || account.deleted) continue;
    if (account.nonce !== BigInt(authorization.nonce)) continue;
    const delegation = authorization.address.slice(2);
    state.accounts.set(account.id, { ...account, nonce: account.nonce + 1n, delegation });
  }
}

/** Returns `world` with overrides of its block. */
export function overriddenWorld(world: CallWorld, overrides: BlockOverrides): CallWorld {
  const { number, time, gasLimit, coinbase, prevRandao, baseFee, blobBaseFee } = overrides;
  return {
    ...world,
    now: time === undefined ? world.now : time * NANOS_PER_SECOND,
    environment: {
      ...(number !== undefined && { number }),
      ...(time !== undefined && { timestamp: time }),
      ...(gasLimit !== undefined && { gasLimit }),
      ...(coinbase !== undefined && { coinbase }),
      ...(prevRandao !== undefined && { prevRandao }),
      ...(baseFee !== undefined && { baseFee }),
      ...(blobBaseFee !== undefined && { blobBaseFee }),
    },
  };
}
