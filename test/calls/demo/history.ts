import { longZeroHex } from '@tain/ledger/evm-address';
import { proto } from '@tain/protos/hapi';
import type { NetworkOptions } from '../../../packages/network-simulator/src/options.ts';
import { simulate } from '../../../packages/network-simulator/src/simulate.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { readItem } from '../../demo/read-stream.ts';
import { decodeRlp, type Rlp } from '../../demo/rlp.ts';
import { addressesOf, type Moment } from './demo-reader.ts';
import { actionsOf, big, childrenOf, type History, hex, type Item, int } from './recorded.ts';

const { ResponseCodeEnum } = proto;
const EXECUTING = ['contractCall', 'contractCreateInstance', 'ethereumTransaction'];
const AUTHORIZATION_GAS = 25_000n;
const WEIBARS_PER_TINYBAR = 10_000_000_000n;

/** Position of a contract transaction in its history. */
export interface Execution {
  readonly history: History;
  readonly item: Item;
  readonly index: number;
}

/** Simulates a network with history. Returns its transactions and its ledger. */
export async function historyOf(options: NetworkOptions & { readonly blocks: number }): Promise<History> {
  const items: Item[] = [];
  const ledger = await simulate({
    ...options,
    runCode: demoEngine,
    history: true,
    onBlock: (block) => {
      for (const { transaction, record, type, status, sidecars } of block.items) {
        items.push({
          ...readItem(transaction, record),
          type,
          status: ResponseCodeEnum[status] ?? '',
          sidecars: sidecars.map((each) =>
            proto.TransactionSidecarRecord.decode(proto.TransactionSidecarRecord.encode(each).finish()),
          ),
        });
      }
    },
  });
  return { ledger, items, code: codeOf(items), addresses: addressesOf(ledger) };
}

/** Simulates a network. Returns the transactions that executed code, or sent tinybars in the same way. */
export async function executions(
  options: NetworkOptions & { readonly blocks: number },
): Promise<Execution[]> {
  const history = await historyOf(options);
  const { items } = history;
  const found: Execution[] = [];
  for (const [index, item] of items.entries()) {
    if (!EXECUTING.includes(item.type) || (item.body.transactionID?.nonce ?? 0) !== 0) continue;
    if (actionsOf(item).length > 0) found.push({ history, item, index });
    else {
      const { contractCallResult, contractCreateResult } = item.record;
      // Fails for a transaction that charged gas without a result, because it would be missed.
      if (big((contractCallResult ?? contractCreateResult)?.gasUsed) > 0n)
        throw new Error(`no actions at ${item.at}`);
    }
  }
  return found;
}

/** Returns the moment before a contract transaction. */
export function momentOf({ history, item, index }: Execution): Moment {
  const createdBefore = childrenOf(history, index, -1).filter(
    ({ type }) => type === 'cryptoCreateAccount',
  ).length;
  return { ...history, before: item.at, createdBefore };
}

/** Returns type and selector, as a name of the call. */
export function nameOf(item: Item, { data }: Request): string {
  return `${item.type} ${hex(data.subarray(0, 4))}`;
}

function codeOf(items: readonly Item[]): Map<number, Uint8Array> {
  const code = new Map<number, Uint8Array>();
  for (const { bytecode } of items.flatMap(({ sidecars }) => sidecars)) {
    if (bytecode?.contractId)
      code.set(int(bytecode.contractId.contractNum), bytecode.runtimeBytecode ?? new Uint8Array());
  }
  return code;
}

/** Request of a contract transaction. */
export interface Request {
  readonly from: number;
  readonly to: string | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  readonly gas: bigint;
  /** Gas for authorizations. */
  readonly extraGas: bigint;
  /** Nonce of the sender after this transaction, if it was signed by a wallet. */
  readonly nonce: bigint | undefined;
}

export function requestOf({ history, item }: Execution): Request {
  const { body, record } = item;
  const payer = int(body.transactionID?.accountID?.accountNum);
  const { contractCall: call, contractCreateInstance: create, ethereumTransaction: wallet } = body;
  const plain = { from: payer, extraGas: 0n, nonce: undefined };
  if (call) {
    const id = call.contractID;
    const to = id?.evmAddress?.length
      ? hex(id.evmAddress)
      : addressOf(history, int(id?.contractNum), item.at);
    return {
      ...plain,
      to,
      data: call.functionParameters ?? new Uint8Array(),
      value: big(call.amount),
      gas: big(call.gas),
    };
  }
  if (create) {
    const file = history.ledger.files.at(int(create.fileID?.fileNum), item.at - 1n);
    const data = create.initcode?.length
      ? create.initcode
      : Buffer.from(Buffer.from(file?.contents ?? []).toString('latin1'), 'hex');
    return { ...plain, to: undefined, data, value: big(create.initialBalance), gas: big(create.gas) };
  }
  const raw = Buffer.from(wallet?.ethereumData ?? []);
  const type = (raw[0] ?? 0) < 0x80 ? (raw[0] ?? 0) : 0;
  const fields = decodeRlp(type === 0 ? raw : raw.subarray(1)) as Rlp[];
  const first = type === 0 ? 2 : type === 1 ? 3 : 4;
  const [gas, to, value, data] = fields.slice(first, first + 4) as [Buffer, Buffer, Buffer, Buffer];
  const number = (bytes: Buffer): bigint => BigInt(`0x0${hex(bytes)}`);
  const result = record.contractCallResult ?? record.contractCreateResult;
  const authorizations = type === 4 ? (fields[9] as Rlp[]).length : 0;
  return {
    from: int(result?.senderId?.accountNum),
    to: to.length === 0 ? undefined : hex(to),
    data: data.length === 0 ? (result?.functionParameters ?? data) : data,
    value: number(value) / WEIBARS_PER_TINYBAR,
    gas: number(gas),
    extraGas: AUTHORIZATION_GAS * BigInt(authorizations),
    nonce: number(fields[type === 0 ? 0 : 1] as Buffer) + 1n,
  };
}

export function addressOf({ ledger }: History, num: number, at: bigint): string {
  const account = ledger.accounts.at(num, at);
  return account?.evmAddress ? hex(account.evmAddress) : longZeroHex(BigInt(num));
}
