import type { Address } from '@tain/evm/execution';
import { longZeroHex, parseLongZeroAddress, ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { idInNetwork } from '@tain/ledger/network';
import type { LedgerAccount, LedgerToken } from '../state/ledger-objects.ts';
import type { LedgerState } from '../state/ledger-state.ts';
import type { SystemEnvironment } from './environment.ts';

/** Objects of the ledger by the addresses in code. */
export class Ledger {
  readonly environment: SystemEnvironment;
  readonly state: LedgerState;

  constructor(environment: SystemEnvironment) {
    this.environment = environment;
    this.state = environment.state;
  }

  /** Returns the id in a long-zero address, whether or not the entity exists; undefined for another address. */
  longZeroId(address: Address): bigint | undefined {
    const num = parseLongZeroAddress(Buffer.from(address, 'hex'));
    return num === null ? undefined : idInNetwork(this.environment.network, num);
  }

  longZero(id: bigint): Address {
    return longZeroHex(id);
  }

  /** Returns a token by its long-zero address; tokens have no other. */
  async tokenAt(address: Address): Promise<LedgerToken | undefined> {
    const id = this.longZeroId(address);
    return id === undefined ? undefined : this.state.tokens.get(id);
  }

  /**
   * Returns an account by its address: the EVM address if it has one, else the long-zero one. Undefined for a deleted
   * account.
   */
  async accountAt(address: Address): Promise<LedgerAccount | undefined> {
    const longZero = this.longZeroId(address);
    const id = longZero ?? (await this.state.aliases.get(address));
    const account = id === undefined || id === 0n ? undefined : await this.state.accounts.get(id);
    if (account === undefined || account.deleted) return undefined;
    const isAnotherAlias = longZero !== undefined && (account.evmAddress ?? address) !== address;
    return isAnotherAlias ? undefined : account;
  }

  /**
   * Returns the account of an address, even if it is deleted, because grants to it remain. Undefined for an unknown
   * address.
   */
  async partyAt(address: Address): Promise<bigint | undefined> {
    const longZero = this.longZeroId(address);
    if (longZero === undefined) return this.state.aliases.get(address);
    const account = await this.state.accounts.get(longZero);
    return account === undefined || account.deleted ? longZero : (await this.accountAt(address))?.id;
  }

  /** Returns the address of an account in code: its EVM address if it has one, else the long-zero one. */
  async addressOf(id: bigint | undefined): Promise<Address> {
    if (id === undefined || id === 0n) return ZERO_ADDRESS;
    return (await this.state.accounts.get(id))?.evmAddress ?? this.longZero(id);
  }

  /** Returns the address of a token, or zeros for none. */
  tokenAddress(id: bigint | undefined): Address {
    return id === undefined ? ZERO_ADDRESS : this.longZero(id);
  }
}
