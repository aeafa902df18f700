import { CALLED_BLOCK, LATEST } from '../method/block-parameter.ts';
import { BLOCK_OVERRIDES, CALL_OBJECT, type CallObject, STATE_OVERRIDES } from '../method/call-types.ts';
import type { RpcContext } from '../method/context.ts';
import { method } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { BOOLEAN, isObject, listType, objectType } from '../method/parameter-types.ts';
import { RpcError } from '../method/rpc-error.ts';
import { objectsOf, SIMULATED_BLOCKS, simulatedBlockJson } from '../objects/simulated-block.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import {
  simulate,
  simulatedBlock,
  simulatedCall,
  simulatedFrom,
  simulatedOverrides,
} from '../reads/simulation.ts';
import { amount } from '../values/hex.ts';

/** Maximum number of calls of one simulation, of all its blocks together and of each. */
const MAX_CALLS = 1_000;

/** Maximum number of blocks of one simulation, as in geth. */
const MAX_BLOCKS = 256;

const BLOCK = objectType({
  name: 'BlockStateCall',
  closed: true,
  properties: {
    blockOverrides: { type: BLOCK_OVERRIDES, nullable: true },
    stateOverrides: { type: STATE_OVERRIDES, nullable: true },
    calls: { type: listType(CALL_OBJECT, MAX_CALLS), nullable: true },
  },
});

/** Blocks of calls that are executed one after another without being sent. */
const SIMULATION = objectType({
  name: 'SimulationObject',
  closed: true,
  properties: {
    blockStateCalls: { type: listType(BLOCK, MAX_BLOCKS), required: true },
    traceTransfers: { type: BOOLEAN },
    validation: { type: BOOLEAN },
    returnFullTransactions: { type: BOOLEAN },
  },
});

function feeCapOf({ gasPrice, maxFeePerGas }: CallObject): bigint {
  return amount(gasPrice ?? maxFeePerGas ?? '0x');
}

/** Returns the price that a validated call must offer, in weibars: that of transactions of the newest block. */
async function validatedPrice(context: RpcContext): Promise<bigint> {
  const { head } = context;
  return (head && (await selectNetworkGasPrice(context, head.consensusEnd))) ?? 0n;
}

const simulateV1 = method({
  name: 'eth_simulateV1',
  summary: 'Executes calls one after another in blocks that follow a stored one, without changing anything.',
  parameters: [
    required(
      'simulation',
      SIMULATION,
      'Blocks with their calls, overrides of state and block, and whether they are validated.',
    ),
    optional('block', CALLED_BLOCK, LATEST, 'Block that the first one follows; the newest by default.'),
  ],
  result: SIMULATED_BLOCKS,
  inBatch: false,
  async answer([given, block], context) {
    const {
      blockStateCalls = [],
      traceTransfers = false,
      validation = false,
      returnFullTransactions = false,
    } = given;
    if (blockStateCalls.length === 0) throw new RpcError(-32_602, 'empty input');
    const count = blockStateCalls.reduce((sum, { calls = [] }) => sum + calls.length, 0);
    if (count > MAX_CALLS) throw new RpcError(-38_026, `too many calls: ${count}, at most ${MAX_CALLS}`);
    const { settings } = context;
    const blocks = blockStateCalls.map(({ calls = [], stateOverrides, blockOverrides = {} }) => ({
      overrides: simulatedOverrides(stateOverrides),
      blockOverrides: simulatedBlock(blockOverrides),
      calls: calls.map((call) => ({ ...simulatedCall(call, settings), feeCap: feeCapOf(call) })),
    }));
    const answer = await simulate(context, {
      kind: 'blocks',
      block: simulatedFrom(block),
      blocks,
      validatedPrice: validation ? await validatedPrice(context) : undefined,
      logsTransfers: traceTransfers,
    });
    const { error, blocks: simulated } = isObject(answer) ? answer : {};
    if (isObject(error)) throw new RpcError(Number(error.code), String(error.message));
    // The response also has empty blocks, which fill gaps between the numbers of the given ones.
    const called = blocks.filter(({ calls }) => calls.length > 0)[Symbol.iterator]();
    return objectsOf(simulated).map((one) =>
      simulatedBlockJson({
        block: one,
        calls: objectsOf(one.calls).length === 0 ? [] : (called.next().value?.calls ?? []),
        chainId: settings.chainId,
        fullTransactions: returnFullTransactions,
      }),
    );
  },
});

export const SIMULATE_METHODS = [simulateV1];
