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
import { type Call, type CallEnd, CallTimeout, executeCall } from './execute-call.ts';
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

/** Maximum number of executions after the first. Source: the public mirror node (`maxGasEstimateRetriesCount`). */
const MAX_PROBES = 20;
/**
 * An estimate exceeds the needed gas by at most this quotient of the used gas: 4 %. It leaves room for a state that
 * changes until the transaction, and for the network's own figures: for the same calls of system contracts it recorded
 * up to 4 % more (`test/calls/contracts/gas.clients.test.ts`).
 */
const MARGIN_DIVISOR = 25n;
/** Share of the used gas, in per cent, that nearly every call needs at most: a refund is a fifth of the need. */
const USUAL_PERCENT = 130n;

interface Estimate {
  /** The first execution, with the maximum gas. */
  readonly first: CallEnd;
  /** Gas that the call needs; undefined if the first execution failed. */
  readonly gas: bigint | undefined;
}

/** Estimates the gas of a call by `searchGas`. Throws `CallTimeout`. */
export async function estimateGas(call: Call, world: CallWorld, limits: CallLimits): Promise<Estimate> {
  const first = await executeCall(call, world, limits);
  if (first.status !== 'SUCCESS') return { first, gas: undefined };
  const { gasUsed } = first;
  if (gasUsed >= call.gas) return { first, gas: gasUsed };
  const gas = await searchGas(gasUsed, call.gas, async (probe) => {
    const end = await executeCall({ ...call, gas: probe }, world, limits);
    return end.status === 'SUCCESS' && end.gasUsed > 0n;
  });
  return { first, gas };
}

/**
 * Searches the gas that a call needs, between what it used and what it was given. It may need more than it used: gas
 * that is refunded, and gas that a call retains for its caller. Nearly every call succeeds with the margin alone, which
 * is therefore tried first: one execution instead of a dozen.
 */
export async function searchGas(
  used: bigint,
  given: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  const margin = used / MARGIN_DIVISOR;
  const likely = used + margin;
  if (likely >= given) return given;
  if (await succeeds(likely)) return likely;
  let [low, high] = [likely, given];
  const usual = (used * USUAL_PERCENT) / 100n;
  if (usual < given && (await succeeds(usual))) high = usual;
  else if (usual < given) low = usual;
  for (let probe = 2; probe < MAX_PROBES && high - low > margin; probe += 1) {
    const middle = (low + high) / 2n;
    if (await succeeds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
