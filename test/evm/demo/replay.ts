import { proto } from '@hiero-ledger/proto';
import type { NetworkOptions } from '../../../src/demo/options.ts';
import { simulate } from '../../../src/demo/simulate.ts';
import { createEngine } from '../../../src/evm/engine/engine.ts';
import type { CallFrame, Log, Outcome } from '../../../src/evm/engine/execution.ts';
import { LedgerEngineState, longZeroOf } from '../../../src/evm/state/engine-state.ts';
import { LedgerOverlay } from '../../../src/evm/state/ledger-overlay.ts';
import { TOKEN_SERVICE } from '../../../src/evm/system/environment.ts';
import { systemContracts } from '../../../src/evm/system/system-contracts.ts';
import { readItem } from '../../demo/read-stream.ts';
import { decodeRlp, type Rlp } from '../../demo/rlp.ts';
import { addressesOf, demoReader } from './demo-reader.ts';
import {
  type Action,
  actionsOf,
  big,
  childrenOf,
  type Effects,
  type History,
  hex,
  type Item,
  int,
  recordedEffects,
} from './recorded.ts';

/**
 * Runs the contract transactions of a demo history once more: their real bytecode, by the engine, over the state just
 * before each. `recorded` is what the demo network wrote, `replayed` what the engine says, both in one shape.
 */

const { ResponseCodeEnum } = proto;
const EXECUTING = ['contractCall', 'contractCreateInstance', 'ethereumTransaction'];
const AUTHORIZATION_GAS = 25_000n;
const WEIBARS_PER_TINYBAR = 10_000_000_000n;
const GAS_PRICE = 85n;
const NETWORK = { shard: 0n, realm: 0n };

const engine = createEngine('v0.67');

export interface Replayed {
  readonly at: bigint;
  /** Type and selector, to name it. */
  readonly name: string;
  readonly recorded: Effects;
  readonly replayed: Effects;
}

/** Simulates a network and replays its contract transactions, one after the other. */
export async function* replays(
  options: NetworkOptions & { readonly blocks: number },
): AsyncGenerator<Replayed> {
  const items: Item[] = [];
  const ledger = simulate({
    ...options,
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
  const history = { ledger, items, code: codeOf(items), addresses: addressesOf(ledger) };
  for (const [index, item] of items.entries()) {
    if (!EXECUTING.includes(item.type) || (item.body.transactionID?.nonce ?? 0) !== 0) continue;
    if (actionsOf(item).length === 0) {
      const { contractCallResult, contractCreateResult } = item.record;
      // Who was charged gas without a word of what ran would go unseen.
      if (big((contractCallResult ?? contractCreateResult)?.gasUsed) > 0n)
        throw new Error(`no actions at ${item.at}`);
      continue;
    }
    yield await replay(history, item, index);
  }
}

function codeOf(items: readonly Item[]): Map<number, Uint8Array> {
  const code = new Map<number, Uint8Array>();
  for (const { bytecode } of items.flatMap(({ sidecars }) => sidecars)) {
    if (bytecode?.contractId)
      code.set(int(bytecode.contractId.contractNum), bytecode.runtimeBytecode ?? new Uint8Array());
  }
  return code;
}

interface Request {
  readonly from: number;
  readonly to: string | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  readonly gas: bigint;
  readonly extraGas: bigint;
  /** Of the sender after this transaction, where a wallet signed it. */
  readonly nonce: bigint | undefined;
}

function requestOf(history: History, item: Item): Request {
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

function addressOf({ ledger }: History, num: number, at: bigint): string {
  const account = ledger.accounts.at(num, at);
  return account?.evmAddress ? hex(account.evmAddress) : longZeroOf(BigInt(num));
}

async function replay(history: History, item: Item, index: number): Promise<Replayed> {
  const request = requestOf(history, item);
  const createdBefore = childrenOf(history, index, -1).filter(
    ({ type }) => type === 'cryptoCreateAccount',
  ).length;
  const reader = demoReader({ ...history, before: item.at, createdBefore });
  const overlay = new LedgerOverlay(reader, { idGap: 0n });
  const state = new LedgerEngineState(overlay);
  const sender = await overlay.accounts.get(BigInt(request.from));
  if (sender === undefined) throw new Error(`no sender 0.0.${request.from}`);
  if (request.nonce !== undefined) overlay.accounts.set(sender.id, { ...sender, nonce: request.nonce });
  const frames: CallFrame[] = [];
  const storage = new Map<string, string | null>();
  const create = request.to === undefined && request.nonce === undefined;
  const intrinsic = engine.intrinsicGas(request) + request.extraGas;
  const result = await engine.run(
    {
      from: addressOf(history, request.from, item.at),
      to: request.to,
      data: request.data,
      value: request.value,
      gas: request.gas - intrinsic,
      gasPrice: GAS_PRICE,
      ...(create ? { createAt: longZeroOf(await overlay.nextId()) } : {}),
    },
    {
      state,
      block: {
        number: 1n,
        timestamp: item.at / 1_000_000_000n,
        coinbase: longZeroOf(98n),
        gasLimit: request.gas,
        baseFee: 0n,
        prevRandao: '0'.repeat(64),
        chainId: 298n,
        blockHash: async () => '0'.repeat(64),
      },
      systemContracts: systemContracts({
        state: overlay,
        network: NETWORK,
        ledgerId: Buffer.of(3),
        rate: { hbars: 1n, cents: 10n, expires: null },
        gasPrice: GAS_PRICE,
        now: item.at,
        minimumAccountBalance: 0n,
        tokenServices: [TOKEN_SERVICE],
      }),
      watchers: {
        frame: (frame) => {
          frames[frame.index] = frame;
        },
        storage: (address, slot, value, isWritten) => {
          const key = `${address} ${slot}`;
          if (isWritten) storage.set(key, value);
          else if (!storage.has(key)) storage.set(key, null);
        },
      },
    },
  );
  const idOf = async (address: string): Promise<number> => Number((await state.idOf(address)) ?? 0n);
  const isDone = result.outcome.kind === 'success';
  const used = intrinsic + result.gasUsed;
  const refund = !isDone ? 0n : result.gasRefund < used / 5n ? result.gasRefund : used / 5n;
  const spent = result.outcome.kind === 'halt' ? request.gas : used - refund;
  const least = (request.gas * 4n) / 5n;
  const created = [];
  for (const frame of frames) {
    if (!frame.type.startsWith('CREATE') || frame.to === undefined || !isDone) continue;
    const num = await idOf(frame.to);
    created.push({ num, address: frame.to, code: hex(await state.code(frame.to)) });
  }
  const recorded = recordedEffects(history, item, index);
  const replayedStorage: Record<string, [string, string | null]> = {};
  for (const [key, written] of storage) {
    const [address = '', slot = ''] = key.split(' ');
    const contract = await idOf(address);
    const before = (await reader.storage(BigInt(contract), slot)) ?? '';
    replayedStorage[`${contract} ${strip(slot)}`] = [strip(before), written === null ? null : strip(written)];
  }
  const balances: Record<string, bigint> = {};
  for (const key of Object.keys(recorded.balances)) {
    const [owner = '', token] = key.split(' ');
    balances[key] =
      token === undefined
        ? ((await overlay.accounts.get(BigInt(owner)))?.balance ?? 0n)
        : ((await overlay.relations.get([BigInt(owner), BigInt(token)]))?.balance ?? 0n);
  }
  const actions = [];
  for (const frame of frames) actions.push(await actionOf(frame, idOf));
  return {
    at: item.at,
    name: `${item.type} ${hex(request.data.subarray(0, 4))}`,
    recorded,
    replayed: {
      end: endText(result.outcome, result.output),
      charged: spent > least ? spent : least,
      logs: isDone ? await Promise.all(result.logs.map((log) => logOf(log, idOf))) : [],
      storage: isDone ? replayedStorage : {},
      actions,
      created,
      balances,
    },
  };
}

function endText(outcome: Outcome, output: Uint8Array): string {
  if (outcome.kind === 'success') return `output ${hex(output)}`;
  return outcome.kind === 'revert' ? `revert ${hex(output)}` : `halt ${outcome.reason}`;
}

const strip = (word: string): string => word.replace(/^(00)+/, '');

async function logOf({ address, topics, data }: Log, idOf: (address: string) => Promise<number>) {
  return { contract: Number(BigInt(`0x${address}`)) || (await idOf(address)), topics, data: hex(data) };
}

async function actionOf(frame: CallFrame, idOf: (address: string) => Promise<number>): Promise<Action> {
  const isCreation = frame.type.startsWith('CREATE');
  return {
    type: frame.isSystem ? 'SYSTEM' : isCreation ? 'CREATE' : 'CALL',
    operation: `OP_${frame.type}`,
    depth: frame.depth,
    from: await idOf(frame.from),
    to: frame.to === undefined ? 0 : frame.isSystem ? Number(BigInt(`0x${frame.to}`)) : await idOf(frame.to),
    value: frame.value,
    gas: frame.gas,
    gasUsed: frame.gasUsed,
    input: isCreation ? '' : hex(frame.input),
    end: isCreation && frame.outcome.kind === 'success' ? 'output' : endText(frame.outcome, frame.output),
  };
}
