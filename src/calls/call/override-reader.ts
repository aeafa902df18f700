import type { Address } from '@tain/evm/execution';
import { encodeEntityId } from '@tain/ledger/entity-id';
import { longZeroHex } from '@tain/ledger/evm-address';
import type { Network } from '@tain/ledger/network';
import type { AccountOverride } from '../../calls/simulation.ts';
import { emptyAccount, type LedgerAccount } from '../state/ledger-objects.ts';
import type { LedgerReader } from '../state/ledger-state.ts';

/** First number of accounts that exist only in overrides: above all numbers that a ledger will use. */
export const FIRST_MADE_UP = 2n ** 37n;
const EMPTY_SLOT = '0'.repeat(64);

/**
 * Returns the ledger with the overrides of a call. An override applies to the account whose EVM address has the given
 * bytes, otherwise to the one with that long-zero address. For code and storage of a contract, the override of its
 * long-zero address takes precedence. An overridden account counts as a contract; a missing one is created. With
 * `preservesAccounts` an account without code stays an account, as on Ethereum.
 */
export function overrideReader(
  reader: LedgerReader,
  overrides: readonly AccountOverride[],
  { shard, realm }: Network,
  preservesAccounts = false,
  firstMadeUp: bigint = FIRST_MADE_UP,
): LedgerReader {
  if (overrides.length === 0) return reader;
  const byAddress = new Map(overrides.map((override) => [override.address, override]));
  const madeUp = new Map<bigint, Address>();
  const idOfAlias = async (address: Address) => {
    const id = await reader.idOfAlias(address);
    if (id !== undefined || !byAddress.has(address)) return id;
    const index = overrides.findIndex((override) => override.address === address);
    const made = encodeEntityId(shard, realm, firstMadeUp + BigInt(index));
    madeUp.set(made, address);
    return made;
  };
  const account = async (id: bigint): Promise<LedgerAccount | undefined> => {
    const found = await reader.account(id);
    const address = found?.evmAddress ?? madeUp.get(id) ?? longZeroHex(id);
    const override = byAddress.get(address);
    if (override === undefined) return found;
    const base = found ?? { ...emptyAccount(id), evmAddress: madeUp.get(id) };
    return {
      ...base,
      type: preservesAccounts ? typeOf(base, override) : 'CONTRACT',
      balance: override.balance ?? base.balance,
      hasUnknownBalance: override.balance === undefined && base.hasUnknownBalance === true,
      nonce: override.nonce ?? base.nonce,
    };
  };
  /** Returns the override of a contract's code and storage. */
  const ofContract = async (id: bigint): Promise<AccountOverride | undefined> => {
    const own = byAddress.get(longZeroHex(id));
    if (own !== undefined) return own;
    const address = (await reader.account(id))?.evmAddress ?? madeUp.get(id);
    return address === undefined ? undefined : byAddress.get(address);
  };
  return {
    ...reader,
    idOfAlias,
    account,
    async code(id) {
      const override = await ofContract(id);
      return override?.code === undefined ? reader.code(id) : Buffer.from(override.code, 'hex');
    },
    async storage(contract, slot) {
      const override = await ofContract(contract);
      if (override === undefined) return reader.storage(contract, slot);
      const { state, stateDiff } = override;
      const given = (state.length > 0 ? state : stateDiff).find(({ key }) => key === slot)?.value;
      if (given !== undefined) return given;
      return state.length > 0 || madeUp.has(contract) ? EMPTY_SLOT : reader.storage(contract, slot);
    },
  };
}

function typeOf({ type }: LedgerAccount, { code }: AccountOverride): LedgerAccount['type'] {
  if (code === undefined) return type;
  return code === '' ? 'ACCOUNT' : 'CONTRACT';
}
