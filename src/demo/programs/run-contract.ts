import type { proto } from '@hiero-ledger/proto';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { FEE_COLLECTION, GAS_PRICE, NODE_REWARD, STAKING_REWARD, splitFee } from '../ledger/fees.ts';
import { contractId, long } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { EvmRevert, EvmRun, Frame, OutOfGas, runProgram } from './evm.ts';
import { programOf } from './programs.ts';

/** A call of a contract from outside of the EVM. */
export interface ContractCall {
  readonly contract: number;
  /** Who is `msg.sender`, and whose tinybars pay for value and gas. */
  readonly sender: number;
  readonly input: Uint8Array;
  /** Tinybars. */
  readonly value: bigint;
  readonly gasLimit: number;
  /** Gas beyond that of the input, taken before anything runs. */
  readonly extraGas?: number;
}

/** Gas that a transaction costs before a single instruction runs. */
export function intrinsicGas(data: Uint8Array, creation: boolean): number {
  let gas = 21_000;
  for (const byte of data) gas += byte === 0 ? 4 : 16;
  return creation ? gas + 32_000 + 2 * Math.ceil(data.length / 32) : gas;
}

/** What is charged: at most a fifth of the limit is given back. */
export function chargedGas(used: number, limit: number): number {
  return Math.max(used, Math.floor(limit * 0.8));
}

/** Takes the price of gas from an account, as part of the transaction's fee. */
export function chargeGas(x: Execution, payer: number, gas: number): void {
  const price = BigInt(gas) * GAS_PRICE;
  const { balance } = x.ledger.accounts.need(payer);
  const { total, node, collection, stakingReward, nodeReward } = splitFee(balance < price ? balance : price);
  x.fee += total;
  x.addHbar(payer, -total);
  x.addHbar(FEE_COLLECTION, node + collection);
  x.addHbar(STAKING_REWARD, stakingReward);
  x.addHbar(NODE_REWARD, nodeReward);
}

/**
 * Runs a contract and leaves result, logs, children and sidecars in the record; `extra` adds fields
 * to the result. A failing call pays for its gas all the same.
 */
export function runContract(
  x: Execution,
  call: ContractCall,
  extra: proto.IContractFunctionResult = {},
): Status {
  const { ledger } = x;
  const target = ledger.accounts.get(call.contract);
  const code = ledger.codeOf(call.contract);
  if (target === undefined || code === 0) return Status.INVALID_CONTRACT_ID;
  if (target.deleted) return Status.CONTRACT_DELETED;
  const intrinsic = intrinsicGas(call.input, false) + (call.extraGas ?? 0);
  if (call.gasLimit < intrinsic) return Status.INSUFFICIENT_GAS;
  if (ledger.accounts.need(call.sender).balance < BigInt(call.gasLimit) * GAS_PRICE + call.value) {
    return Status.INSUFFICIENT_PAYER_BALANCE;
  }
  const run = new EvmRun(x);
  const caller = { num: call.sender, contract: false };
  const frame = new Frame(run, call.contract, caller, call.value, call.gasLimit - intrinsic, 0);
  const contractID = contractId(call.contract);
  const finish = (used: number, result: proto.IContractFunctionResult): void => {
    const gas = chargedGas(used, call.gasLimit);
    chargeGas(x, call.sender, gas);
    x.receipt.contractID = contractID;
    x.record.contractCallResult = { contractID, gasUsed: long(gas), ...result, ...extra };
    noteSidecars(x, run, result.errorMessage === undefined);
  };
  if (call.value > 0n) x.moveHbar(call.sender, call.contract, call.value);
  try {
    const output = runProgram(frame, programOf(x, code), call.input);
    const used = intrinsic + frame.used;
    finish(used - Math.min(run.refund, Math.floor(used / 5)), {
      contractCallResult: output,
      bloom: run.bloom(),
      logInfo: run.logMessages(),
      ...(run.created.length === 0
        ? null
        : {
            createdContractIDs: run.created.map(contractId),
            contractNonces: noncesOf(x, [call.contract, ...run.created]),
          }),
    });
    return Status.SUCCESS;
  } catch (error) {
    const children = x.following;
    const outOfGas = error instanceof OutOfGas;
    if (!outOfGas && !(error instanceof EvmRevert)) throw error;
    x.afterFailure = () => {
      finish(outOfGas ? call.gasLimit : intrinsic + frame.used, {
        errorMessage: outOfGas ? 'INSUFFICIENT_GAS' : `0x${Buffer.from(error.data).toString('hex')}`,
      });
      for (const child of children) x.following.push(revertedChild(child));
    };
    return outOfGas ? Status.INSUFFICIENT_GAS : Status.CONTRACT_REVERT_EXECUTED;
  }
}

function noncesOf(x: Execution, contracts: readonly number[]): proto.IContractNonceInfo[] {
  return contracts.map((num) => ({
    contractId: contractId(num),
    nonce: long(x.ledger.accounts.need(num).ethereumNonce),
  }));
}

function noteSidecars(x: Execution, run: EvmRun, successful: boolean): void {
  const stateChanges = successful ? run.stateChanges() : null;
  if (stateChanges !== null) x.sidecars.push({ stateChanges });
  x.sidecars.push({ actions: { contractActions: run.actions } });
}
