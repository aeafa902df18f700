import { listGas } from '@tain/evm/intrinsic-gas';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import type { ContractCall } from '../../calls/contract-call.ts';
import { CallRefusal, type RefusalEntry, refused } from '../../calls/refusal.ts';
import { LedgerOverlay } from '../state/ledger-overlay.ts';
import type { LedgerReader } from '../state/ledger-state.ts';
import { overlayReader } from '../state/overlay-reader.ts';
import { UnknownPast } from '../state/unknown-past.ts';
import { beginTransaction, overriddenWorld } from './authorizations.ts';
import { refusalOfStatus } from './call-status.ts';
import type { CallLimits, CallWorld } from './call-world.ts';
import { estimateGas } from './estimate-gas.ts';
import { type CallEnd, CallTimeout, executeCall } from './execute-call.ts';
import { overrideReader } from './override-reader.ts';

/** Result of a call that completed. */
export interface CallAnswer {
  /** Hex (`0x…`) of the output, or of the gas that the call needs. */
  readonly result: string;
  readonly gasUsed: bigint;
}

/** A call that failed, with the gas that it used until then. */
export class FailedCall extends CallRefusal {
  readonly gasUsed: bigint;

  constructor(end: CallEnd) {
    super(refusalOfStatus(end.status), entriesOf(end));
    this.gasUsed = end.gasUsed;
  }
}

/** Executes the call of a request. Throws `CallRefusal`. */
export async function answerCall(
  request: ContractCall,
  world: CallWorld,
  limits: CallLimits,
): Promise<CallAnswer> {
  try {
    const { authorizations = [] } = request;
    const overridden = overrideReader(
      world.reader,
      request.overrides,
      world.network,
      request.preservesAccounts,
    );
    const reader = await authorizedReader(request, overridden, world);
    const seen = overriddenWorld({ ...world, reader }, request.blockOverrides ?? {});
    const { from, to, value, gas, gasPrice } = request;
    const mustPay = world.validatesPayers && from !== undefined && (gasPrice > 0n || value > 0n);
    const call = {
      from,
      to,
      data: Buffer.from(request.data, 'hex'),
      value,
      gas,
      mustPay,
      ...(request.keepsSender && { keepsSender: true }),
      extraGas: listGas({ authorizations: authorizations.length }),
    };
    if (!request.estimate) {
      const end = await executeCall(call, seen, limits);
      if (end.status !== 'SUCCESS') throw new FailedCall(end);
      return { result: prefixedHex(end.output), gasUsed: end.gasUsed };
    }
    const { first, gas: needed } = await estimateGas(call, seen, limits);
    if (needed === undefined) throw new FailedCall(first);
    return { result: `0x${needed.toString(16).padStart(16, '0')}`, gasUsed: first.gasUsed };
  } catch (error) {
    if (error instanceof UnknownPast) throw refused('unknown', error.message);
    if (error instanceof CallTimeout) throw refused('unavailable');
    throw error;
  }
}

/** Returns the ledger after the authorizations of a call. */
async function authorizedReader(
  { from, authorizations = [] }: ContractCall,
  reader: LedgerReader,
  world: CallWorld,
): Promise<LedgerReader> {
  if (authorizations.length === 0) return reader;
  const state = new LedgerOverlay(reader, { idGap: 0n });
  await beginTransaction(state, { from, authorizations }, world);
  return overlayReader(state);
}

function entriesOf({ status, detail, output, isRevert, childStatuses }: CallEnd): RefusalEntry[] {
  const data = output === undefined ? '' : isRevert ? prefixedHex(output) : '0x';
  return [
    { status, detail, data },
    ...childStatuses.map((child) => ({ status: child, detail: '', data: '' })),
  ];
}
