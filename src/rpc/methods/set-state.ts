import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { usableKey } from '@tain/ledger/key-json';
import type { RpcContext } from '../method/context.ts';
import { ANY } from '../method/json-schema.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { ADDRESS, HEX_BYTES, HEX_WORD, NUMBER, WEIBARS } from '../method/parameter-types.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import type { DevelopmentNetwork, SendOutcome } from '../method/services.ts';
import { selectAccountState } from '../reads/account-state.ts';
import { selectEntity, selectNonce } from '../reads/entity-at.ts';
import { SENDING_ERRORS } from '../sending/errors.ts';
import { readyContext } from '../sending/outcome.ts';
import { submitAgain } from '../sending/send-transaction.ts';
import { hexBytes } from '../values/hex.ts';

/** Methods that set the state of the local network by transactions, because its mirror reads only the stream. */

/** Returns the local network. `onLocalNetwork` has refused requests without one. */
export function networkOf({ services }: RpcContext): DevelopmentNetwork {
  if (services.development === undefined) throw ERRORS.unsupportedMethod();
  return services.development;
}

/** Returns the names with the prefixes of Hardhat and Anvil. */
export function both(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`hardhat_${name}`, `anvil_${name}`]);
}

/** Waits until the outcome of a transaction is visible. Throws `RpcError` unless it succeeded. */
export async function completed(
  context: RpcContext,
  running: Promise<SendOutcome | null>,
  what: string,
): Promise<void> {
  const end = await running;
  if (end === null) throw SENDING_ERRORS.node('UNKNOWN', `the outcome of the ${what} is not known`);
  if (end.status !== 'SUCCESS') throw SENDING_ERRORS.node(end.status, `the ${what} failed`);
  await context.reached(end.time);
}

/**
 * Returns the network to a snapshot, and submits again what waited for a block then. Returns false for an unknown id. Throws
 * `RpcError` where that is not possible.
 */
export async function returnTo(context: RpcContext, id: bigint): Promise<boolean> {
  if (!(await context.returned(() => networkOf(context).revert(id)))) return false;
  await submitAgain(context, context.pending.takeFrom(id));
  return true;
}

/**
 * Runs work that takes snapshots or returns to them, after that of earlier requests: otherwise the return of one would undo what another
 * one is doing. Throws `RpcError` if the client has disconnected meanwhile.
 */
export function alone<T>(context: RpcContext, work: () => Promise<T>): Promise<T> {
  return networkOf(context).alone(() => {
    if (context.signal.aborted) throw ERRORS.disconnected();
    return work();
  });
}

/**
 * Runs changes of the state, within `alone`. If they fail, or the client disconnects meanwhile, the network returns to the state before;
 * their error is thrown, which says so if the return failed, too. Where snapshots are not possible, what was done before remains.
 */
export async function allOrNothing(context: RpcContext, changes: () => Promise<void>): Promise<void> {
  const network = networkOf(context);
  const id = await network.snapshot(context.pending.drop).catch(() => null);
  if (id === null) return changes();
  context.pending.keepAt(id, context.client);
  try {
    await changes();
    if (context.signal.aborted) throw ERRORS.disconnected();
  } catch (error) {
    if (await hasReturned(context, id)) throw error;
    const reason = error instanceof RpcError ? error : ERRORS.internal('Unknown error');
    throw new RpcError(reason.code, `${reason.message}. ${IN_BETWEEN}`, reason.data);
  }
  context.pending.drop(id);
  await network.dropSnapshot(id);
}

const IN_BETWEEN = 'The return to the state before failed, too, so that a part of the changes may remain';

/** Returns whether the network could return to a snapshot; a failure is logged. */
async function hasReturned(context: RpcContext, id: bigint): Promise<boolean> {
  try {
    return await returnTo(context, id);
  } catch (error) {
    context.onFailure(error, 'The local network could not return to the state before a request');
    return false;
  }
}

const setBalance = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Sets the balance of an account or contract by a transfer from or to the treasury. A missing account is created.',
    parameters: [
      required('address', ADDRESS, 'Address of the account.'),
      required('balance', WEIBARS, 'Weibars, rounded down to tinybars.'),
    ],
    result: ANY,
    answer: async ([address, weibars], context) => {
      await readyContext(context);
      // The transfer's block would execute waiting transactions before it, which may change the balance.
      if (context.pending.list(false).length > 0) {
        const time = await networkOf(context).mine();
        if (time !== null) await context.reached(time);
      }
      const account = await selectAccountState(context, address);
      const missing = weibars / WEIBARS_PER_TINYBAR - (account?.balance ?? 0n);
      if (missing === 0n) return true;
      await completed(context, networkOf(context).transfer(address, account?.id, missing), 'transfer');
      return true;
    },
  });

/** Maximum size of a contract's code in bytes (EIP-170). */
const MAX_CODE_BYTES = 24_576;
/** Begin of the addresses that the ledger derives from the numbers of its entities. */
export const LONG_ZERO = `0x${'0'.repeat(24)}`;

/** Returns why no contract can have this code; null if one can. */
export function codeRefusal(code: Uint8Array): string | null {
  if (code.length > MAX_CODE_BYTES) return `Expected at most ${MAX_CODE_BYTES} bytes`;
  return code[0] === 0xef ? 'Code of a contract does not begin with 0xef (EIP-3541)' : null;
}

/** Returns why no contract can be created at an address whose account has a key, if it has one; null if one can. */
export function creationRefusal(address: string, key: Uint8Array | null | undefined): string | null {
  if (usableKey(key) !== undefined)
    return 'Only a contract has code, and an account with a key cannot become one';
  return address.startsWith(LONG_ZERO)
    ? 'No contract can be created at an address that begins with 12 zero bytes: it is that of an entity by its number'
    : null;
}

const setCode = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Sets the code of a contract, or creates a contract with the code at an address without one, by a transaction of the treasury.',
    parameters: [
      required('address', ADDRESS, 'Address of the contract.'),
      required('code', HEX_BYTES, `At most ${MAX_CODE_BYTES} bytes, which do not begin with \`ef\`.`),
    ],
    result: ANY,
    answer: async ([address, hex], context) => {
      const code = hexBytes(hex);
      const invalid = codeRefusal(code);
      if (invalid !== null) throw ERRORS.invalidParameter(1, invalid);
      await readyContext(context);
      const network = networkOf(context);
      const entity = await presentEntity(context, address);
      if (entity?.type === 'CONTRACT') {
        await completed(context, network.replaceCode(address, code), 'change of the code');
      } else if (code.length > 0) {
        const refusal = creationRefusal(address, entity?.key);
        if (refusal !== null) throw new RpcError(-32_000, refusal);
        await completed(context, network.createContract(address, code), 'creation of the contract');
      }
      return true;
    },
  });

const setStorageAt = (name: string): RpcMethod =>
  method({
    name,
    summary: 'Sets a slot of a contract, by a call of the treasury that writes it.',
    parameters: [
      required('address', ADDRESS, 'Address of the contract.'),
      required('slot', HEX_WORD, 'Slot.'),
      required('value', HEX_WORD, 'Value.'),
    ],
    result: ANY,
    answer: async ([address, slot, value], context) => {
      await readyContext(context);
      if ((await presentEntity(context, address))?.type !== 'CONTRACT')
        throw new RpcError(-32_000, 'Only a contract has storage, and there is none at the address');
      const set = networkOf(context).setStorage(address, [[wordOf(slot), wordOf(value)]]);
      await completed(context, set, 'change of the slot');
      return true;
    },
  });

const setNonce = (name: string): RpcMethod =>
  method({
    name,
    summary:
      'Sets the nonce of an account or contract, which must not become smaller, by a call of the treasury. A missing account is created.',
    parameters: [
      required('address', ADDRESS, 'Address of the account.'),
      required('nonce', NUMBER, 'Nonce of its next transaction.'),
    ],
    result: ANY,
    answer: async ([address, nonce], context) => {
      await readyContext(context);
      if ([true, false].some((isQueued) => context.pending.list(isQueued).length > 0))
        throw new RpcError(-32_000, 'Cannot set account nonce when the transaction pool is not empty');
      const entity = await presentEntity(context, address);
      if (entity === undefined && address.startsWith(LONG_ZERO))
        throw new RpcError(
          -32_000,
          'There is no account at the address, which is that of an entity by its number',
        );
      const before = entity === undefined ? 0n : await selectNonce(context, entity, undefined);
      if (nonce < before) {
        throw new RpcError(
          -32_000,
          `New nonce (${nonce}) must not be smaller than the existing nonce (${before})`,
        );
      }
      await completed(context, networkOf(context).setNonce(address, nonce), 'change of the nonce');
      return true;
    },
  });

/** Reads the newest visible entity at an address; undefined if there is none, or if it is deleted. */
async function presentEntity(context: RpcContext, address: string) {
  const entity = await selectEntity(context, address, undefined);
  return entity?.deleted ? undefined : entity;
}

/** Returns the 32 bytes of a word in hex. */
export function wordOf(hex: string): Uint8Array {
  return hexBytes(`0x${hex.slice(2).padStart(64, '0')}`);
}

export const SET_STATE_METHODS: readonly RpcMethod[] = [
  ...both('setBalance').map(setBalance),
  ...both('setCode').map(setCode),
  ...both('setStorageAt').map(setStorageAt),
  ...both('setNonce').map(setNonce),
];
