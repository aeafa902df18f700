import type { proto } from '@tain/protos/hapi';
import { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long, timestamp } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RunCode } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { entityAt, longZeroNum } from '../programs/code-addresses.ts';
import { LedgerCodeState } from '../programs/code-state.ts';
import { addressOf, baseGas, errorOf, execute, statusOf, usedGas } from '../programs/execute.ts';
import { effectsOf } from '../programs/execution-record.ts';

/** A call without state changes. */
export interface LocalCall {
  /** Address (hex) of the callee. */
  readonly to: string;
  /** Number of the account that is `msg.sender`. */
  readonly sender: number;
  readonly input: Uint8Array;
  readonly gasLimit: number;
  /** Nanoseconds since 1970. */
  readonly at: bigint;
}

/** Runs a call on the current ledger and undoes its changes. `code` is OK, or the status with which the code failed. */
export async function callLocal(
  ledger: Ledger,
  runCode: RunCode,
  { to, sender, input, gasLimit, at }: LocalCall,
): Promise<{ readonly code: Status; readonly result: proto.IContractFunctionResult }> {
  const x = new Execution(ledger, {
    rules: { typeOf: () => ({ apply: () => Status.NOT_SUPPORTED }), runCode },
    field: 'contractCall',
    body: { transactionID: { accountID: accountId(sender), transactionValidStart: timestamp(at) } },
    at,
    signers: new Set(),
  });
  const base = baseGas(input, false);
  const end = ledger.journal.begin();
  try {
    const state = new LedgerCodeState(x);
    const outcome = await execute(x, state, gasLimit, {
      from: addressOf(x, sender),
      to,
      createAt: undefined,
      data: input,
      value: 0n,
      gas: BigInt(gasLimit - base.intrinsic),
      gasPrice: 0n,
      // Code that would change state ends with LOCAL_CALL_MODIFICATION_EXCEPTION.
      isStatic: true,
    });
    const common = {
      contractID: contractId(entityAt(ledger, to) || longZeroNum(to)),
      senderId: accountId(sender),
      gas: long(gasLimit),
      gasUsed: long(usedGas(base, gasLimit, outcome)),
      functionParameters: input,
    };
    return outcome.outcome.kind === 'success'
      ? {
          code: Status.OK,
          result: { ...common, contractCallResult: outcome.output, ...effectsOf(x, state, outcome) },
        }
      : {
          code: statusOf(outcome),
          result: { ...common, contractCallResult: outcome.output, errorMessage: errorOf(outcome) },
        };
  } finally {
    end(false);
  }
}
