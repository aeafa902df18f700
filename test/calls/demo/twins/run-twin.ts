import { longZero } from '../../../../packages/network-simulator/src/ledger/ids.ts';
import { slotKey } from '../../../../packages/network-simulator/src/ledger/ledger.ts';
import { PROGRAMS } from '../../../../packages/network-simulator/src/programs/programs.ts';
import { pastOf } from '../demo-reader.ts';
import { type Execution, momentOf, type Request, requestOf } from '../history.ts';
import { childrenOf, type Effects, hex, int } from '../recorded.ts';
import { createAddress, Frame, Halt, Revert, runTwin, TwinRun } from './frame.ts';
import { twinOf } from './twins.ts';

const TOKEN_SERVICE = 359;

/** Effects of a transaction as computed by the twins, which do not model balances. */
export type Opinion = Omit<Effects, 'balances'>;

/** Outcome of a run. */
interface End {
  readonly end: string;
  /** Gas used, after refunds. */
  readonly used: number;
  readonly isDone: boolean;
}

/** Executes a contract transaction with the twins. */
export function opinionOf(execution: Execution): Opinion {
  const { history, item } = execution;
  const { ledger } = history;
  const moment = momentOf(execution);
  const { row, numOf, codeOf } = pastOf(moment);
  const request = requestOf(execution);
  const answers = childrenOf(history, execution.index, 1).flatMap(
    ({ record: { contractCallResult: answer } }) =>
      int(answer?.contractID?.contractNum) === TOKEN_SERVICE
        ? [{ output: answer?.contractCallResult ?? new Uint8Array(), gas: int(answer?.gasUsed) }]
        : [],
  );
  const run = new TwinRun({
    slot: (contract, key) => row(ledger.slots, slotKey(contract, key))?.value ?? 0n,
    addressOf: (num) => ledger.accounts.at(num, item.at)?.evmAddress ?? longZero(num),
    numOf,
    programOf: (num) => ledger.contracts.at(codeOf(num), moment.before - 1n)?.program,
    balanceOf: (num) => row(ledger.accounts, num)?.balance ?? 0n,
    nonceOf: (num) => row(ledger.accounts, num)?.ethereumNonce ?? 0,
    nextEntity: (row(ledger.counters, 0)?.nextEntity ?? 0) + moment.createdBefore,
    answers,
  });
  const { end, used, isDone } =
    request.to === undefined ? create(run, request) : call(run, request, request.to);
  const storage: Record<string, [string, string | null]> = {};
  for (const [key, { original, written }] of run.touched) {
    storage[key] = [stripped(original), written === null ? null : stripped(written)];
  }
  return {
    end,
    charged: BigInt(used),
    logs: isDone ? run.logs : [],
    storage: isDone ? storage : {},
    actions: run.actions,
    created: isDone ? run.created : [],
  };
}

function intrinsicGas({ data, to, extraGas }: Request): number {
  let gas = 21_000 + Number(extraGas);
  for (const byte of data) gas += byte === 0 ? 4 : 16;
  return to === undefined ? gas + 32_000 + 2 * Math.ceil(data.length / 32) : gas;
}

function call(run: TwinRun, request: Request, address: string): End {
  const { ledger } = run;
  const to = ledger.numOf(Buffer.from(address, 'hex'));
  const intrinsic = intrinsicGas(request);
  const gas = Number(request.gas) - intrinsic;
  const program = ledger.programOf(to);
  if (program === undefined) {
    const { from, value } = request;
    const kind = { type: 'CALL', operation: 'OP_CALL', depth: 0, input: hex(request.data) };
    run.begin({ ...kind, from, to, value, gas: BigInt(gas) }).end = 'output ';
    return { end: 'output ', used: intrinsic, isDone: true };
  }
  const frame = new Frame(run, to, request.from, request.value, gas, 0);
  try {
    const output = runTwin(frame, twinOf(program), request.data);
    const used = intrinsic + frame.used;
    const refund = Math.min(run.refund, Math.floor(used / 5));
    return { end: `output ${hex(output)}`, used: used - refund, isDone: true };
  } catch (error) {
    if (error instanceof Halt)
      return { end: `halt ${error.reason}`, used: Number(request.gas), isDone: false };
    if (!(error instanceof Revert)) throw error;
    return { end: `revert ${hex(error.data)}`, used: intrinsic + frame.used, isDone: false };
  }
}

function create(run: TwinRun, request: Request): End {
  const { ledger } = run;
  const { from, data, value, gas, nonce } = request;
  const initcode = Buffer.from(data);
  const program = PROGRAMS.find((each) => initcode.equals(each.initcode));
  const intrinsic = intrinsicGas(request);
  const left = Number(gas) - intrinsic;
  const used = program?.creationGas ?? Number.POSITIVE_INFINITY;
  // A failed creation has no number.
  const num = program === undefined || used > left ? 0 : ledger.nextEntity;
  const kind = { type: 'CREATE', operation: 'OP_CREATE', depth: 0, input: '' };
  const action = run.begin({ ...kind, from, to: num, value, gas: BigInt(left) });
  if (program === undefined || used > left) {
    const reason = program === undefined ? 'INVALID_OPERATION' : 'INSUFFICIENT_GAS';
    action.gasUsed = BigInt(left);
    action.end = `halt ${reason}`;
    return { end: action.end, used: Number(gas), isDone: false };
  }
  action.gasUsed = BigInt(used);
  action.end = 'output';
  const address =
    nonce === undefined ? longZero(num) : createAddress(ledger.addressOf(from), Number(nonce) - 1);
  run.created.push({ num, address: hex(address), code: hex(program.runtime) });
  return { end: `output ${hex(program.runtime)}`, used: intrinsic + used, isDone: true };
}

function stripped(value: bigint): string {
  if (value === 0n) return '';
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
