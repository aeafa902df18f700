import type { proto } from '@tain/protos/hapi';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { accountId, contractId, long, longZero } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { hex } from './code-addresses.ts';
import { LedgerCodeState } from './code-state.ts';
import { addressOf, baseGas, errorOf, execute, refusal, statusOf, usedGas } from './execute.ts';
import { deleteDestroyed, effectsOf, recordChild, recordCreations, sidecarsOf } from './execution-record.ts';
import { chargeGas, type GasTerms } from './gas-price.ts';

/** The creation of a contract from outside of the EVM. */
export interface Creation {
  readonly initcode: Uint8Array;
  /** Payers of the creation. Their sender is the creator. */
  readonly terms: GasTerms;
  /** Tinybars sent with the creation. */
  readonly value: bigint;
  /** File with the initcode; 0: none. */
  readonly fileId: number;
  /** Whether the sidecar must contain the initcode, because the body does not. */
  readonly needsInitcode: boolean;
  /**
   * Whether a wallet creates the contract. Then its address is derived from sender and nonce, and a child record
   * contains the creation. Otherwise the contract has a long-zero address.
   */
  readonly byWallet: boolean;
  /** EVM address of the contract instead of the usual one; null or absent: the usual one. */
  readonly createAt?: Uint8Array | null;
}

/** Creates a contract. Returns its number, or 0 and the reason. */
export async function createContract(
  x: Execution,
  creation: Creation,
  extra: proto.IContractFunctionResult = {},
): Promise<{ readonly num: number; readonly status: Status }> {
  const { ledger } = x;
  const { initcode, terms, value, fileId, byWallet } = creation;
  const { sender, gasLimit } = terms;
  const base = baseGas(initcode, true);
  const refused = refusal(x, terms, base, value);
  if (refused !== Status.OK) return { num: 0, status: refused };
  const state = new LedgerCodeState(x, { ownCreation: !byWallet });
  const result = await execute(x, state, gasLimit, {
    from: addressOf(x, sender),
    to: undefined,
    createAt: byWallet ? undefined : hex(creation.createAt ?? longZero(ledger.counter.nextEntity)),
    data: initcode,
    value,
    gas: BigInt(gasLimit - base.intrinsic),
    gasPrice: GAS_PRICE,
  });
  const sidecars = sidecarsOf(x, state, result);
  const gas = usedGas(base, gasLimit, result);
  const [made] = state.created;
  if (result.outcome.kind !== 'success' || made === undefined) {
    const [own] = byWallet ? state.created : [];
    const children = x.following.filter((child) => child !== own?.recorder);
    x.afterFailure = () => {
      chargeGas(x, terms, gas);
      x.record.contractCreateResult = {
        gasUsed: long(gas),
        errorMessage: errorOf(result),
        senderId: accountId(sender),
        ...extra,
      };
      x.sidecars.push({ bytecode: { initcode } }, ...sidecars);
      x.following.push(...children.map(revertedChild));
    };
    return { num: 0, status: statusOf(result) };
  }
  const { num, address, recorder } = made;
  const contractID = contractId(num);
  const evmAddress = { value: Buffer.from(address, 'hex') };
  const row = ledger.contracts.edit(num);
  row.fileId = fileId;
  row.creator = sender;
  row.initcodeTold = creation.needsInitcode || fileId === 0;
  recordCreations(x, state, result.frames.slice(1));
  deleteDestroyed(x, state, result);
  chargeGas(x, terms, gas);
  x.receipt.contractID = contractID;
  x.record.contractCreateResult = {
    contractID,
    contractCallResult: result.output,
    ...effectsOf(x, state, result),
    gasUsed: long(gas),
    evmAddress,
    senderId: accountId(sender),
    ...extra,
  };
  x.sidecars.push(...sidecars);
  if (recorder !== x) {
    const { gasUsed, output: code } = result;
    recordChild(recorder, { num, address, gas: BigInt(gasLimit), gasUsed, code, creator: sender });
  }
  const runtimeBytecode = result.output;
  recorder.sidecars.push({
    bytecode: {
      contractId: contractID,
      ...(creation.needsInitcode ? { initcode } : null),
      runtimeBytecode,
    },
  });
  return { num, status: Status.SUCCESS };
}
