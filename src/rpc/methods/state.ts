import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { SCHEDULE_SERVICE, TOKEN_SERVICE } from '@tain/ledger/system-contracts';
import { selectSlots } from '../../store/reads/storage-at.ts';
import { ANY_BLOCK, LATEST, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { BYTES, HASH, QUANTITY } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { ADDRESS, HEX_WORD } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import {
  type Instant,
  selectBalance,
  selectEntity,
  selectInstant,
  selectNonce,
  selectRuntimeCode,
} from '../reads/entity-at.ts';
import { longZero, quantity, ZERO_WORD } from '../values/hex.ts';

const OF_ADDRESS = required('address', ADDRESS, 'Address of an account or contract.');
const AT_BLOCK = optional('block', ANY_BLOCK, LATEST, 'Block whose state is read; the newest by default.');

/** Types of entities with a balance and a nonce. Tokens, schedules and other entities have neither. */
const HOLDERS: ReadonlySet<string | null> = new Set(['ACCOUNT', 'CONTRACT']);

async function knownInstant(context: RpcContext, block: NamedBlock): Promise<Instant> {
  const at = await selectInstant(context, block);
  if (at === null) throw ERRORS.unknownBlock();
  return at;
}

/**
 * Returns whether a block is after the newest one. Such a block has no code and no slots, as in the relay; balances and
 * nonces are the newest.
 */
function isAfterHead({ head }: RpcContext, block: NamedBlock): boolean {
  return 'number' in block && head !== null && block.number > head.number;
}

const getBalance = method({
  name: 'eth_getBalance',
  summary: 'Returns the balance of an account in weibars, exact at any block.',
  parameters: [OF_ADDRESS, AT_BLOCK],
  result: QUANTITY,
  async answer([address, block], context) {
    const at = await knownInstant(context, block);
    const entity = await selectEntity(context, address, at);
    if (entity === undefined || !HOLDERS.has(entity.type)) return '0x0';
    const tinybars = await selectBalance(context, entity, at);
    if (tinybars === undefined) throw ERRORS.notFound('The history begins after the balances of that block.');
    return quantity(tinybars * WEIBARS_PER_TINYBAR);
  },
});

const getTransactionCount = method({
  name: 'eth_getTransactionCount',
  summary:
    'Returns the nonce of the next transaction of an account; with tag `pending`, after its pending transactions.',
  parameters: [OF_ADDRESS, AT_BLOCK],
  result: QUANTITY,
  async answer([address, block], context) {
    const isPending = 'tag' in block && block.tag === 'pending';
    const nextOf = isPending ? context.pending.noncesOf(address) : undefined;
    const at = await knownInstant(context, block);
    const entity = await selectEntity(context, address, at);
    const isHolder = entity !== undefined && HOLDERS.has(entity.type);
    const nonce = isHolder ? await selectNonce(context, entity, at) : 0n;
    return quantity(nextOf?.(nonce) ?? nonce);
  },
});

/** Code of the token and the schedule service: INVALID, because they have no executable code. */
const SYSTEM_CODE = '0xfe';
const SYSTEM_ADDRESSES: ReadonlySet<string> = new Set([longZero(TOKEN_SERVICE), longZero(SCHEDULE_SERVICE)]);

/**
 * Returns the code of an account that delegates to an address (EIP-7702); tokens and schedules delegate to their
 * services.
 */
function designator(address: string): string {
  return `0xef0100${address.slice(2)}`;
}

async function codeAt(context: RpcContext, address: string, at: Instant): Promise<string> {
  const entity = await selectEntity(context, address, at);
  if (entity === undefined || entity.deleted === true) return '0x';
  switch (entity.type) {
    case 'TOKEN':
      return designator(longZero(TOKEN_SERVICE));
    case 'SCHEDULE':
      return designator(longZero(SCHEDULE_SERVICE));
    case 'CONTRACT':
      return prefixedHex(await selectRuntimeCode(context.select, entity.id));
    default:
      // A delegation to the zero address ended an earlier one (EIP-7702).
      return entity.delegation_address?.some((byte) => byte !== 0)
        ? designator(prefixedHex(entity.delegation_address))
        : '0x';
  }
}

const getCode = method({
  name: 'eth_getCode',
  summary:
    'Returns the code of a contract, or the delegation designator (EIP-7702) of an account, token or schedule.',
  parameters: [OF_ADDRESS, AT_BLOCK],
  result: BYTES,
  async answer([address, block], context) {
    const at = await knownInstant(context, block);
    if (SYSTEM_ADDRESSES.has(address)) return SYSTEM_CODE;
    return isAfterHead(context, block) ? '0x' : codeAt(context, address, at);
  },
});

function shownName(block: NamedBlock): string {
  if ('tag' in block) return block.tag;
  return 'hash' in block ? block.hash : quantity(block.number);
}

const getStorageAt = method({
  name: 'eth_getStorageAt',
  summary: 'Returns the value of a storage slot of a contract.',
  parameters: [OF_ADDRESS, required('slot', HEX_WORD, 'Number of the slot, up to 32 bytes.'), AT_BLOCK],
  result: HASH,
  async answer([address, slot, block], context) {
    const at = isAfterHead(context, block) ? null : await selectInstant(context, block);
    if (at === null) throw ERRORS.notFound(`block '${shownName(block)}'.`);
    const entity = await selectEntity(context, address, at);
    if (entity === undefined) return ZERO_WORD;
    const word = slot.slice(2).padStart(64, '0');
    const value = (await selectSlots(context.select, entity.id, [word], at)).get(word);
    return value === undefined ? ZERO_WORD : `0x${value}`;
  },
});

export const STATE_METHODS = [getBalance, getTransactionCount, getCode, getStorageAt];
