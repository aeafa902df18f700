import { createEngine } from '@tain/evm/engine';
import type { CallFrame, Log, Outcome } from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import { LedgerEngineState } from '../../../src/calls/state/engine-state.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import { TOKEN_SERVICE } from '../../../src/calls/system/environment.ts';
import { systemContracts } from '../../../src/calls/system/system-contracts.ts';
import { demoReader } from './demo-reader.ts';
import { addressOf, type Execution, momentOf, requestOf } from './history.ts';
import { type Action, type Effects, hex, recordedEffects } from './recorded.ts';

/**
 * Executes the contract transactions of a demo history again with the engine, on the state just before each, using the
 * mirror's own state and system contracts, which the demo network implements separately.
 */

const GAS_PRICE = 71n;
const NETWORK = { shard: 0n, realm: 0n };

const engine = createEngine('v0.70');

/** Runs a contract transaction again. */
export async function replay(execution: Execution): Promise<Effects> {
  const { history, item, index } = execution;
  const request = requestOf(execution);
  const reader = demoReader(momentOf(execution));
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
      ...(create ? { createAt: longZeroHex(await overlay.nextId()) } : {}),
    },
    {
      state,
      block: {
        number: 1n,
        timestamp: item.at / 1_000_000_000n,
        coinbase: longZeroHex(98n),
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
        rate: { hbars: 1n, cents: 12n, expires: null },
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
  const floor = engine.floorGas(request);
  const charged = used - refund > floor ? used - refund : floor;
  const spent = result.outcome.kind === 'halt' ? request.gas : charged;
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
    end: endText(result.outcome, result.output),
    charged: spent,
    logs: isDone ? await Promise.all(result.logs.map((log) => logOf(log, idOf))) : [],
    storage: isDone ? replayedStorage : {},
    actions,
    created,
    balances,
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
    type: frame.isSystem ? 'SYSTEM' : frame.isPrecompiled ? 'PRECOMPILE' : isCreation ? 'CREATE' : 'CALL',
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
