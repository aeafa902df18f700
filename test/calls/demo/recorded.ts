import { proto } from '@tain/protos/hapi';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { relationKey } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { ReadItem } from '../../demo/read-stream.ts';

/** Records of an execution by the demo network, in a format that also fits the engine's effects. */

const { ContractActionType, CallOperationType } = proto;

export interface Item extends ReadItem {
  readonly type: string;
  readonly status: string;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

export interface History {
  readonly ledger: Ledger;
  readonly items: readonly Item[];
  readonly code: Map<number, Uint8Array>;
  readonly addresses: ReadonlyMap<string, number>;
}

/** One call or creation, in order of start. */
export interface Action {
  readonly type: string;
  readonly operation: string;
  readonly depth: number;
  readonly from: number;
  /** Number of the callee; 0 for a failed creation. */
  readonly to: number;
  readonly value: bigint;
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly input: string;
  readonly end: string;
}

/** Effects of an execution. Gas amounts are exact; `charged` is the gas that the network charges. */
export interface Effects {
  readonly end: string;
  readonly charged: bigint;
  readonly logs: readonly { contract: number; topics: readonly string[]; data: string }[];
  /** Old and new value by `contract slot`, without leading zeros. */
  readonly storage: Readonly<Record<string, readonly [read: string, written: string | null]>>;
  readonly actions: readonly Action[];
  /** Numbers, EVM addresses and code of new contracts. */
  readonly created: readonly { num: number; address: string; code: string }[];
  /**
   * Tinybars of contracts and units of tokens that the contract moved, by owner and token. Without the staking rewards of
   * the transaction, which a network pays after the execution.
   */
  readonly balances: Readonly<Record<string, bigint>>;
}

export const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex');
export const big = (value: { toString(): string } | null | undefined): bigint =>
  BigInt(value?.toString() ?? 0);
export const int = (value: { toString(): string } | null | undefined): number => Number(big(value));

export function actionsOf({ sidecars }: Item): readonly proto.IContractAction[] {
  return sidecars.flatMap(({ actions }) => actions?.contractActions ?? []);
}

/** Returns the children before (`-1`) or after (`1`) a transaction. */
export function childrenOf({ items }: History, index: number, step: 1 | -1): Item[] {
  const found: Item[] = [];
  const id = items[index]?.body.transactionID;
  for (let i = index + step; ; i += step) {
    const item = items[i];
    const own = item?.body.transactionID;
    const isChild =
      item !== undefined &&
      (own?.nonce ?? 0) > 0 &&
      int(own?.accountID?.accountNum) === int(id?.accountID?.accountNum) &&
      int(own?.transactionValidStart?.seconds) === int(id?.transactionValidStart?.seconds) &&
      own?.transactionValidStart?.nanos === id?.transactionValidStart?.nanos;
    if (!isChild) return found;
    found.push(item);
  }
}

/** Returns the staking rewards that a transaction paid to an account, in tinybars. */
function rewardOf({ paidStakingRewards }: proto.ITransactionRecord, num: number): bigint {
  return (paidStakingRewards ?? [])
    .filter(({ accountID }) => int(accountID?.accountNum) === num)
    .reduce((sum, { amount }) => sum + big(amount), 0n);
}

export function recordedEffects(history: History, item: Item, index: number): Effects {
  const { ledger } = history;
  const { record, sidecars } = item;
  const result = record.contractCallResult ?? record.contractCreateResult ?? {};
  const isDone = item.status === 'SUCCESS';
  const error = result.errorMessage ?? '';
  const after = childrenOf(history, index, 1);
  const storage: Record<string, [string, string | null]> = {};
  for (const { contractId, storageChanges } of sidecars.flatMap(
    (each) => each.stateChanges?.contractStateChanges ?? [],
  )) {
    for (const { slot, valueRead, valueWritten } of storageChanges ?? []) {
      storage[`${int(contractId?.contractNum)} ${hex(slot)}`] = [
        hex(valueRead),
        valueWritten ? hex(valueWritten.value) : null,
      ];
    }
  }
  const balances: Record<string, bigint> = {};
  const target = int(result.contractID?.contractNum);
  if (isDone && ledger.accounts.at(target, item.at)?.contract) {
    balances[target] = (ledger.accounts.at(target, item.at)?.balance ?? 0n) - rewardOf(record, target);
  }
  for (const { token, transfers } of after.flatMap((child) => child.record.tokenTransferLists ?? [])) {
    for (const { accountID } of transfers ?? []) {
      const [owner, id] = [int(accountID?.accountNum), int(token?.tokenNum)];
      balances[`${owner} ${id}`] = ledger.relations.at(relationKey(owner, id), item.at)?.balance ?? 0n;
    }
  }
  const created = isDone
    ? (result.createdContractIDs ?? []).map((id) => {
        const num = int(id.contractNum);
        return {
          num,
          address: hex(ledger.accounts.at(num, item.at)?.evmAddress),
          code: hex(history.code.get(num)),
        };
      })
    : [];
  return {
    end: isDone
      ? `output ${hex(result.contractCallResult)}`
      : error.startsWith('0x')
        ? `revert ${error.slice(2)}`
        : `halt ${error}`,
    charged: big(result.gasUsed),
    logs: (result.logInfo ?? []).map(({ contractID, topic, data }) => ({
      contract: int(contractID?.contractNum),
      topics: (topic ?? []).map(hex),
      data: hex(data),
    })),
    storage,
    actions: actionsOf(item).map((action) => ({
      type: ContractActionType[action.callType ?? 0] ?? '',
      operation: CallOperationType[action.callOperationType ?? 0] ?? '',
      depth: action.callDepth ?? 0,
      from: int(action.callingContract?.contractNum ?? action.callingAccount?.accountNum),
      to: int(action.recipientContract?.contractNum ?? action.recipientAccount?.accountNum),
      value: big(action.value),
      gas: big(action.gas),
      gasUsed: big(action.gasUsed),
      input: action.callType === ContractActionType.CREATE ? '' : hex(action.input),
      end: action.error?.length
        ? `halt ${Buffer.from(action.error).toString()}`
        : action.revertReason
          ? `revert ${hex(action.revertReason)}`
          : action.callType === ContractActionType.CREATE
            ? 'output'
            : `output ${hex(action.output)}`,
    })),
    created,
    balances,
  };
}
