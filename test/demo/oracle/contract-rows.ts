import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { PROGRAMS } from '../../../packages/network-simulator/src/programs/programs.ts';
import { arrayText, bytesText, idText, type Row, text } from './rows.ts';
import type { Model } from './state-tables.ts';
import { addressTopic, type Item, num, type Stream, stripped } from './stream.ts';
import { entityIdOf } from './transaction-rows.ts';

/** Rows of contract executions, derived only from records and sidecars. */

const WRONG_NONCE = proto.ResponseCodeEnum.WRONG_NONCE;
const DUPLICATE = proto.ResponseCodeEnum.DUPLICATE_TRANSACTION;
const EXECUTING = ['contractCall', 'contractCreateInstance', 'ethereumTransaction'];
const SUPPLY = ['tokenCreation', 'tokenMint', 'tokenBurn', 'tokenWipe'];
/** Number of the account that hooks run as. */
const HOOKS = 365;
const event = (signature: string): Uint8Array => keccak_256(Buffer.from(signature));
const TRANSFER = event('Transfer(address,address,uint256)');
const APPROVAL = event('Approval(address,address,uint256)');
const APPROVAL_FOR_ALL = event('ApprovalForAll(address,address,bool)');
const NOTHING = new Uint8Array();

export function resultOf({ record }: Item): proto.IContractFunctionResult | null {
  return record.contractCallResult ?? record.contractCreateResult ?? null;
}

/** Returns the hash by which contract tables identify an item. */
function hashOf(item: Item): Uint8Array {
  return item.field === 'ethereumTransaction'
    ? item.ethereumHash
    : item.record.transactionHash.subarray(0, 32);
}

/**
 * Returns whether an item failed before it had a result. Duplicates, and transactions with a wrong nonce, were not
 * executed.
 */
function lacksResult(item: Item): boolean {
  if (resultOf(item) !== null || !EXECUTING.includes(item.field)) return false;
  return item.field !== 'ethereumTransaction' || ![DUPLICATE, WRONG_NONCE].includes(item.status);
}

interface Log {
  readonly item: Item;
  readonly contract: number;
  readonly root: number;
  readonly topics: readonly (Uint8Array | null)[];
  readonly data: Uint8Array;
  readonly bloom: Uint8Array;
  readonly synthetic: boolean;
}

interface Executions {
  /** Position of an item among the executions of its block. */
  readonly index: ReadonlyMap<Item, number>;
  readonly logs: readonly (Log & { readonly number: number })[];
}

/** Iterates over all blocks once, to number the executions of each block and to collect its logs. */
export function executionsOf(stream: Stream, ledger: Ledger): Executions {
  const index = new Map<Item, number>();
  /** Last hook call of each transfer. */
  const hooks = new Map<Item, Item>();
  const logs: (Log & { number: number })[] = [];
  let block = -1;
  let executions = 0;
  let number = 0;
  for (const item of stream.items) {
    if (item.block !== block) {
      block = item.block;
      executions = 0;
      number = 0;
    }
    // Executions that the code of a hook causes are parts of the hook's execution.
    const isHook = num(resultOf(item)?.contractID?.contractNum) === HOOKS;
    if (isHook && item.parent !== null) hooks.set(item.parent, item);
    const hook =
      item.parent !== null && resultOf(item) !== null && !isHook ? hooks.get(item.parent) : undefined;
    const outer = hook ?? (item.parent !== null && resultOf(item.parent) !== null ? item.parent : undefined);
    const cause = outer && index.get(outer);
    const runs = EXECUTING.includes(item.field) && resultOf(item) !== null;
    if (item.status !== WRONG_NONCE && cause !== undefined) index.set(item, cause);
    else if (item.status !== WRONG_NONCE && runs) index.set(item, executions++);
    for (const log of [...approvalLogs(item), ...emittedLogs(item), ...transferLogs(item, stream, ledger)]) {
      if (!index.has(item) && log.synthetic) index.set(item, executions++);
      logs.push({ ...log, number: number++ });
    }
  }
  return { index, logs };
}

function emittedLogs(item: Item): Log[] {
  const result = resultOf(item);
  return (result?.logInfo ?? []).map((log) => ({
    item,
    contract: num(log.contractID?.contractNum),
    root: num(result?.contractID?.contractNum),
    topics: (log.topic ?? []).map((topic) => {
      const short = stripped(topic);
      return short.length === 0 ? Uint8Array.of(0) : short;
    }),
    data: log.data ?? NOTHING,
    bloom: log.bloom ?? NOTHING,
    synthetic: false,
  }));
}

/** Returns a log of a token that no contract emitted. */
function tokenLog(item: Item, token: number, topics: readonly Uint8Array[], data: Uint8Array): Log {
  return { item, contract: token, root: token, topics, data, bloom: Uint8Array.of(0), synthetic: true };
}

const longZero = (id: number): Uint8Array =>
  id === 0 ? NOTHING : stripped(Buffer.from(id.toString(16).padStart(40, '0'), 'hex'));

const integer = (value: bigint): Uint8Array => {
  const hex = BigInt.asUintN(64, value).toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
};

/** Returns the logs of token transfers outside of contracts, as an ERC-20 or ERC-721 contract would emit them. */
function transferLogs(item: Item, stream: Stream, ledger: Ledger): Log[] {
  if (!item.ok || resultOf(item) !== null) return [];
  const logs: Log[] = [];
  for (const list of item.record.tokenTransferLists ?? []) {
    const token = num(list.token?.tokenNum);
    const parties = (list.transfers ?? []).map(({ accountID, amount }) => ({
      id: stream.account(accountID),
      amount: BigInt(amount?.toString() ?? '0'),
    }));
    const moved = (from: number, to: number, amount: bigint): void => {
      const topics = [TRANSFER, addressTopic(ledger, from), addressTopic(ledger, to)];
      logs.push(tokenLog(item, token, topics, integer(amount)));
    };
    if (SUPPLY.includes(item.field))
      for (const { id, amount } of parties)
        moved(amount < 0n ? id : 0, amount > 0n ? id : 0, amount < 0n ? -amount : amount);
    if (parties.length >= 2) pairUp(parties, moved);
    for (const nft of list.nftTransfers ?? []) {
      const [from, to] = [stream.account(nft.senderAccountID), stream.account(nft.receiverAccountID)];
      const serial = integer(BigInt(nft.serialNumber?.toString() ?? '0'));
      logs.push(tokenLog(item, token, [TRANSFER, longZero(from), longZero(to), serial], Uint8Array.of(0)));
    }
  }
  return logs;
}

/** Pairs the largest sender with the largest receiver, for the smaller of their amounts, and so on. */
function pairUp(
  parties: readonly { readonly id: number; readonly amount: bigint }[],
  moved: (from: number, to: number, amount: bigint) => void,
): void {
  const side = (sign: bigint): { id: number; left: bigint }[] =>
    parties
      .filter(({ amount }) => (sign > 0n ? amount > 0n : amount <= 0n))
      .map(({ id, amount }) => ({ id, left: amount * sign }))
      .sort((a, b) => (a.left === b.left ? a.id - b.id : a.left > b.left ? -1 : 1));
  const [senders, receivers] = [side(-1n), side(1n)];
  for (let from = senders.shift(), to = receivers.shift(); from && to; ) {
    const rest = to.left - from.left;
    const amount = rest > 0n ? from.left : to.left;
    moved(from.id, to.id, amount);
    from.left -= amount;
    to.left -= amount;
    if (from.left === 0n) from = senders.shift();
    if (to.left === 0n) to = receivers.shift();
  }
}

function approvalLogs(item: Item): Log[] {
  if (!item.ok || resultOf(item) !== null) return [];
  const logs: Log[] = [];
  const { cryptoApproveAllowance: given, cryptoDeleteAllowance: taken } = item.body;
  const owner = (id: proto.IAccountID | null | undefined): Uint8Array =>
    longZero(num(id?.accountNum) || item.payer);
  for (const one of given?.tokenAllowances ?? [])
    logs.push(
      tokenLog(
        item,
        num(one.tokenId?.tokenNum),
        [APPROVAL, owner(one.owner), longZero(num(one.spender?.accountNum))],
        integer(BigInt(one.amount?.toString() ?? '0')),
      ),
    );
  for (const one of [
    ...(given?.nftAllowances ?? []),
    ...(taken?.nftAllowances ?? []),
  ] as proto.INftAllowance[]) {
    const token = num(one.tokenId?.tokenNum);
    const parties = [owner(one.owner), longZero(num(one.spender?.accountNum))];
    if (one.approvedForAll)
      logs.push(
        tokenLog(
          item,
          token,
          [APPROVAL_FOR_ALL, ...parties],
          Uint8Array.of(one.approvedForAll.value ? 1 : 0),
        ),
      );
    for (const serial of one.serialNumbers ?? [])
      logs.push(
        tokenLog(item, token, [APPROVAL, ...parties, integer(BigInt(serial.toString()))], Uint8Array.of(0)),
      );
  }
  return logs;
}

export function logRows({ index, logs }: Executions): Row[] {
  return logs.map(({ item, contract, root, topics, data, bloom, synthetic, number }) => ({
    bloom: bytesText(bloom),
    consensus_timestamp: text(item.at),
    contract_id: text(contract),
    data: bytesText(data),
    index: text(number),
    topic0: bytesText(topics[0]),
    topic1: bytesText(topics[1]),
    topic2: bytesText(topics[2]),
    topic3: bytesText(topics[3]),
    payer_account_id: text(item.payer),
    root_contract_id: text(root),
    transaction_hash: bytesText(hashOf(item)),
    transaction_index: text(index.get(item)),
    synthetic: text(synthetic),
  }));
}

/** Returns the items that have a row in `contract_result`, and the contract in it. */
function executed(stream: Stream): { readonly item: Item; readonly contract: number }[] {
  return stream.items.flatMap((item) => {
    const result = resultOf(item);
    if (item.field === 'contractCall' || item.field === 'contractCreateInstance')
      return { item, contract: entityIdOf(item, stream) };
    if (result === null) return lacksResult(item) && !item.ok ? { item, contract: 0 } : [];
    return { item, contract: stream.contract(result.contractID) };
  });
}

/**
 * Returns call data and gas of an item: from a body with call data, else from the result, else from the wallet's
 * transaction.
 */
function requestOf(
  item: Item,
  ethereum: (item: Item) => EthereumFields,
): { input: Uint8Array; gas: string; amount: string | null } {
  const { contractCall: call, contractCreateInstance: create } = item.body;
  const result = resultOf(item);
  const value = (one: { toString(): string } | null | undefined): string => one?.toString() ?? '0';
  if (call)
    return { input: call.functionParameters ?? NOTHING, gas: value(call.gas), amount: value(call.amount) };
  if (create)
    return {
      input: create.constructorParameters ?? NOTHING,
      gas: value(create.gas),
      amount: value(create.initialBalance),
    };
  if (result)
    return {
      input: result.functionParameters ?? NOTHING,
      gas: value(result.gas),
      amount: value(result.amount),
    };
  const { data, gasLimit } = ethereum(item);
  return { input: data, gas: String(gasLimit), amount: null };
}

/** Signed fields of a wallet's transaction, limited to those that results need. */
export interface EthereumFields {
  readonly data: Uint8Array;
  readonly gasLimit: bigint;
}

export function resultRows(
  stream: Stream,
  { index }: Executions,
  ethereum: (item: Item) => EthereumFields,
): Row[] {
  return executed(stream).map(({ item, contract }) => {
    const result = resultOf(item);
    const { input, gas, amount } = requestOf(item, ethereum);
    const wallet = item.field === 'ethereumTransaction';
    const gasUsed = result ? (result.gasUsed?.toString() ?? '0') : wallet ? '0' : null;
    const bloom = result?.bloom?.some((byte) => byte !== 0) ? result.bloom : NOTHING;
    return {
      function_parameters: bytesText(input),
      gas_limit: gas,
      function_result: result && bytesText(proto.ContractFunctionResult.encode(result).finish()),
      gas_used: gasUsed,
      consensus_timestamp: text(item.at),
      amount,
      bloom: result && bytesText(bloom),
      call_result: result || wallet ? bytesText(result?.contractCallResult ?? NOTHING) : null,
      contract_id: text(contract),
      created_contract_ids:
        result && arrayText((result.createdContractIDs ?? []).map((id) => num(id.contractNum))),
      error_message: result && (result.errorMessage ?? ''),
      payer_account_id: text(item.payer),
      sender_id: text(stream.account(result?.senderId) || item.payer),
      failed_initcode: item.ok ? null : bytesText(failedInitcode(item)),
      transaction_hash: bytesText(hashOf(item)),
      transaction_index: text(index.get(item)),
      transaction_result: text(item.status),
      transaction_nonce: text(item.nonce),
      gas_consumed: result && gasUsed,
    };
  });
}

function failedInitcode(item: Item): Uint8Array | null {
  const own = item.body.contractCreateInstance?.initcode;
  if (own?.length) return own;
  return item.sidecars.find(({ bytecode }) => bytecode?.initcode?.length)?.bytecode?.initcode ?? null;
}

/** Returns the participants of each execution, each with the hash of the submitted transaction. */
export function participationRows(
  stream: Stream,
  { logs }: Executions,
): { readonly transactions: Row[]; readonly hashes: Row[] } {
  const emitted = new Map<Item, number[]>();
  for (const { item, contract } of logs)
    if (resultOf(item) !== null) emitted.set(item, [...(emitted.get(item) ?? []), contract]);
  const hashes: Row[] = [];
  const involved = new Map<Item, Set<number>>();
  for (const { item, contract } of executed(stream)) {
    involved.set(item, new Set([contract, item.payer, ...(emitted.get(item) ?? [])]));
    hashes.push({
      consensus_timestamp: text(item.at),
      hash: bytesText(hashOf(item)),
      payer_account_id: text(item.payer),
      entity_id: text(contract),
      transaction_result: text(item.status),
    });
  }
  for (const item of stream.items)
    for (const { contract } of stateChanges(item))
      if (contract !== HOOKS) involved.set(item, (involved.get(item) ?? new Set([item.payer])).add(contract));
  const transactions = [...involved].flatMap(([item, set]) => {
    const ids = [...set].sort((a, b) => a - b);
    return ids.map((id) => ({
      consensus_timestamp: text(item.at),
      entity_id: text(id),
      contract_ids: arrayText(ids),
      payer_account_id: text(item.payer),
    }));
  });
  return { transactions, hashes };
}

interface Change {
  readonly contract: number;
  readonly slot: Uint8Array;
  readonly read: Uint8Array;
  readonly written: Uint8Array | null;
}

function stateChanges(item: Item): Change[] {
  return item.sidecars.flatMap(({ stateChanges: recorded }) =>
    (recorded?.contractStateChanges ?? []).flatMap(({ contractId, storageChanges }) =>
      (storageChanges ?? []).map(({ slot, valueRead, valueWritten }) => ({
        contract: num(contractId?.contractNum),
        slot: slot ?? NOTHING,
        read: valueRead ?? NOTHING,
        written: valueWritten ? (valueWritten.value ?? NOTHING) : null,
      })),
    ),
  );
}

export function stateChangeRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) =>
    stateChanges(item)
      .filter(({ contract }) => contract !== HOOKS)
      .map(({ contract, slot, read, written }) => ({
        consensus_timestamp: text(item.at),
        contract_id: text(contract),
        payer_account_id: text(item.payer),
        slot: bytesText(slot),
        value_read: bytesText(read),
        value_written: bytesText(written),
        migration: 'false',
      })),
  );
}

export function actionRows(stream: Stream): Row[] {
  const value = (one: { toString(): string } | null | undefined): string => one?.toString() ?? '0';
  return stream.items.flatMap((item) =>
    item.sidecars
      .flatMap(({ actions }) => actions?.contractActions ?? [])
      .map((action, position) => {
        const byContract = Boolean(action.callingContract);
        const [kind, data] = action.revertReason
          ? ['12', action.revertReason]
          : action.error
            ? ['13', action.error]
            : ['11', action.output ?? NOTHING];
        return {
          call_depth: text(action.callDepth ?? 0),
          call_type: text(action.callType ?? 0),
          caller: idText(
            byContract ? stream.contract(action.callingContract) : stream.account(action.callingAccount),
          ),
          caller_type: byContract ? 'CONTRACT' : 'ACCOUNT',
          consensus_timestamp: text(item.at),
          gas: value(action.gas),
          gas_used: value(action.gasUsed),
          index: text(position),
          input: bytesText(action.input ?? NOTHING),
          recipient_account: idText(stream.account(action.recipientAccount)),
          recipient_address: bytesText(action.targetedAddress?.length ? action.targetedAddress : null),
          recipient_contract: idText(stream.contract(action.recipientContract)),
          result_data: bytesText(data),
          result_data_type: kind,
          value: value(action.value),
          call_operation_type: text(action.callOperationType ?? 0),
          payer_account_id: text(item.payer),
        };
      }),
  );
}

/** Returns the code of contracts and its origin; for contracts created by clients, from bodies and sidecars. */
export function contractRows({ ledger, stream }: Model, walletData: (item: Item) => Uint8Array): Row[] {
  const codes = recordedCodes(stream, walletData);
  return [...ledger.contracts.values()].map((row) => {
    const program = PROGRAMS.find(({ name }) => name === row.program);
    const { initcode, runtime } = codes.get(row.num) ?? {};
    return {
      id: text(row.num),
      file_id: idText(row.fileId),
      initcode: program ? (row.initcodeTold ? bytesText(program.initcode) : null) : bytesText(initcode),
      runtime_bytecode: bytesText(program?.runtime ?? runtime),
    };
  });
}

interface RecordedCode {
  readonly initcode?: Uint8Array | undefined;
  readonly runtime?: Uint8Array | undefined;
}

function recordedCodes(
  { items }: Stream,
  walletData: (item: Item) => Uint8Array,
): ReadonlyMap<number, RecordedCode> {
  const codes = new Map<number, RecordedCode>();
  const add = (contract: number, more: RecordedCode): void =>
    void (contract !== 0 && codes.set(contract, { ...codes.get(contract), ...more }));
  for (const item of items.filter(({ ok }) => ok)) {
    const contract = num(item.record.receipt?.contractID?.contractNum);
    const initcode = item.body.contractCreateInstance ? initcodeOf(item, walletData) : undefined;
    if (initcode !== undefined) add(contract, { initcode });
    for (const { bytecode } of item.sidecars) {
      const { contractId, initcode: sent, runtimeBytecode: runtime } = bytecode ?? {};
      add(num(contractId?.contractNum), {
        ...(sent?.length && { initcode: sent }),
        ...(runtime?.length && { runtime }),
      });
    }
  }
  return codes;
}

/** The wallet's call data, even if it is empty, counts as the init code of all created contracts, unless a sidecar has it. */
function initcodeOf({ body, parent }: Item, walletData: (item: Item) => Uint8Array): Uint8Array | undefined {
  const wallet = parent?.body.ethereumTransaction;
  const { initcode } = body.contractCreateInstance ?? {};
  if (!wallet || !parent) return initcode?.length ? initcode : undefined;
  return wallet.callData ? undefined : walletData(parent);
}
