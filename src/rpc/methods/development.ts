import { randomBytes } from 'node:crypto';
import { MAX_GAS_PER_BLOCK } from '@tain/ledger/gas';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { ANY, BOOLEAN_SCHEMA, HASH, QUANTITY } from '../method/json-schema.ts';
import { method, type RpcMethod, refusedMethod } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { ADDRESS, ANY_OBJECT, BOOLEAN, NUMBER } from '../method/parameter-types.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { readyContext } from '../sending/outcome.ts';
import { sendImpersonated } from '../sending/send-impersonated.ts';
import { TRANSACTION_REQUEST } from '../sending/transaction-request.ts';
import { withSender } from '../sending/unlocked-accounts.ts';
import { hash32, quantity } from '../values/hex.ts';
import { DROP_METHODS } from './drop.ts';
import { dumpState, loadState } from './dumped-state.ts';
import { MINING_METHODS, newestBlock } from './mining.ts';
import { alone, both, networkOf, returnTo, SET_STATE_METHODS } from './set-state.ts';
import { SOURCE_METHODS } from './sources.ts';

/**
 * Methods for tests of contracts, as in Hardhat's network and Anvil. They are available for the local network and on
 * the loopback interface only, and not to web pages of other sites.
 */

const impersonate = (name: string, isOn: boolean): RpcMethod =>
  method({
    name,
    summary: isOn
      ? 'Lets an account send by `eth_sendTransaction` without its key.'
      : 'Ends the impersonation of an account.',
    parameters: [required('address', ADDRESS, 'Address of the account.')],
    result: ANY,
    answer: ([address], context) => {
      networkOf(context).impersonate(address, isOn);
      return true;
    },
  });

const autoImpersonate = method({
  name: 'anvil_autoImpersonateAccount',
  summary: 'Sets whether every account can send by `eth_sendTransaction` without its key.',
  parameters: [required('enabled', BOOLEAN, 'Whether every account can.')],
  result: ANY,
  answer: ([isOn], context) => {
    networkOf(context).impersonateAll(isOn);
    return null;
  },
});

const sendUnsigned = method({
  name: 'eth_sendUnsignedTransaction',
  awaitsBlock: true,
  summary: 'Sends a transaction of any account without its signature, as of an impersonated one.',
  parameters: [required('transaction', TRANSACTION_REQUEST, 'Transaction.')],
  result: HASH,
  answer: ([given], context) => sendImpersonated(context, networkOf(context), withSender(context, given)),
});

/** Id of this process's network, by which Hardhat recognizes a restart. */
const INSTANCE_ID = `0x${randomBytes(32).toString('hex')}`;

const hardhatMetadata = method({
  name: 'hardhat_metadata',
  summary: "Returns the network's version, chain id and newest block, as Hardhat's plugins request them.",
  result: ANY,
  answer: async (_values, context) => {
    const { number, hash } = await newestBlock(context);
    return {
      clientVersion: context.settings.clientVersion,
      chainId: context.settings.chainId,
      instanceId: INSTANCE_ID,
      latestBlockNumber: Number(number),
      latestBlockHash: hash32(hash),
    };
  },
});

const anvilNodeInfo = method({
  name: 'anvil_nodeInfo',
  summary: "Returns the newest block, the price of gas and the chain id, in Anvil's form.",
  result: ANY,
  answer: async (_values, context) => {
    const block = await newestBlock(context);
    const price = quantity(await selectNetworkGasPrice(context, block.end));
    return {
      currentBlockNumber: quantity(block.number),
      currentBlockTimestamp: Number(block.start / NANOS_PER_SECOND),
      currentBlockHash: hash32(block.hash),
      hardFork: 'prague',
      transactionOrder: 'fifo',
      environment: {
        baseFee: price,
        chainId: context.settings.chainId,
        gasLimit: quantity(MAX_GAS_PER_BLOCK),
        gasPrice: price,
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    };
  },
});

const setLoggingEnabled = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Accepted without effect: this server does not log requests.',
    parameters: [required('enabled', BOOLEAN, 'Whether requests are logged.')],
    result: ANY,
    answer: () => true,
  });

const snapshot = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Takes a snapshot of the network after the last block, and returns its id.',
    result: QUANTITY,
    answer: async (_values, context) => {
      await readyContext(context);
      return alone(context, async () => {
        const id = await networkOf(context).snapshot(context.pending.drop);
        context.pending.keepAt(id, context.client);
        return quantity(id);
      });
    },
  });

const revert = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Returns the network and its clock to a snapshot. Transactions that waited for a block then wait again. Uses up this snapshot and all later ones. Returns false for an unknown id.',
    parameters: [required('id', NUMBER, 'Id of the snapshot.')],
    result: BOOLEAN_SCHEMA,
    answer: ([id], context) => alone(context, () => returnTo(context, id)),
  });

const reset = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Returns a network with `--quiet` to its state after the start, with automining and without impersonated accounts and intervals. Uses up all snapshots.',
    parameters: [optional('options', ANY_OBJECT, undefined, 'Without `forking`.')],
    result: ANY,
    answer: async ([options], context) => {
      if (Object.values(options ?? {}).some((value) => value !== undefined && value !== null))
        throw ERRORS.invalidParameter(0, 'This network does not fork another one');
      await readyContext(context);
      return alone(context, async () => {
        await context.returned(async () => {
          await networkOf(context).reset();
          return true;
        });
        context.pending.takeFrom(0n);
        return true;
      });
    },
  });

const NO_MEANING = 'because it has no meaning on this ledger';

/** Refused methods with their reasons. */
const REFUSED: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    NO_MEANING,
    ['evm_setBlockGasLimit', ...both('setCoinbase', 'setPrevRandao', 'setNextBlockBaseFeePerGas')],
  ],
];

/**
 * Wraps a method: if there is no local network, it is unknown, whatever its parameters, and it is refused to those who
 * may not control the network.
 */
function onLocalNetwork(one: RpcMethod): RpcMethod {
  return {
    ...one,
    summary: `${one.summary} Local network only.`,
    answer(given, context) {
      if (context.services.development === undefined) throw ERRORS.methodNotFound(one.name);
      if (!context.mayControl) throw ERRORS.foreignOrigin(one.name);
      return one.answer(given, context);
    },
  };
}

const METHODS: readonly RpcMethod[] = [
  ...MINING_METHODS,
  ...SET_STATE_METHODS,
  dumpState,
  loadState,
  ...both('impersonateAccount').map((name) => impersonate(name, true)),
  ...both('stopImpersonatingAccount').map((name) => impersonate(name, false)),
  autoImpersonate,
  sendUnsigned,
  ...['evm_snapshot', 'anvil_snapshot'].map(snapshot),
  ...['evm_revert', 'anvil_revert'].map(revert),
  ...both('reset').map(reset),
  ...DROP_METHODS,
  ...both('setLoggingEnabled').map(setLoggingEnabled),
  hardhatMetadata,
  anvilNodeInfo,
  ...SOURCE_METHODS,
  ...REFUSED.flatMap(([reason, names]) =>
    names.map((name) =>
      refusedMethod(name, `Refused ${reason}.`, () => new RpcError(-32_601, `${name} is refused, ${reason}`)),
    ),
  ),
];

export const DEVELOPMENT_METHODS = METHODS.map(onLocalNetwork);
