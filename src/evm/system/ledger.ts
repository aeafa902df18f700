import { longZeroHex, parseLongZeroAddress } from '../../kernel/evm-address.ts';
import { idInNetwork } from '../../ledger/network.ts';
import type { Address } from '../engine/execution.ts';
import type { LedgerAccount, LedgerToken } from '../state/ledger-objects.ts';
import type { LedgerState } from '../state/ledger-state.ts';
import { type SystemEnvironment, ZERO_ADDRESS } from './environment.ts';

/** The objects of the ledger by the addresses that code uses. */
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

  /** A token, by its long-zero address; tokens have no other. */
  async tokenAt(address: Address): Promise<LedgerToken | undefined> {
    const id = this.longZeroId(address);
    return id === undefined ? undefined : this.state.tokens.get(id);
  }

  /** An account by its address: the EVM address where it has one, else the long-zero one. Deleted ones are none. */
  async accountAt(address: Address): Promise<LedgerAccount | undefined> {
    const longZero = this.longZeroId(address);
    const id = longZero ?? (await this.state.aliases.get(address));
    const account = id === undefined || id === 0n ? undefined : await this.state.accounts.get(id);
    if (account === undefined || account.deleted) return undefined;
    const isAnotherAlias = longZero !== undefined && (account.evmAddress ?? address) !== address;
    return isAnotherAlias ? undefined : account;
  }

  /**
   * Returns the account of an address, also when it is deleted, because grants to it stay. Undefined for an unknown address.
   */
  async partyAt(address: Address): Promise<bigint | undefined> {
    const longZero = this.longZeroId(address);
    if (longZero === undefined) return this.state.aliases.get(address);
    const account = await this.state.accounts.get(longZero);
    return account === undefined || account.deleted ? longZero : (await this.accountAt(address))?.id;
  }

  /** The address that code sees of an account: its EVM address if it has one, else the long-zero one. */
  async addressOf(id: bigint | undefined): Promise<Address> {
    if (id === undefined || id === 0n) return ZERO_ADDRESS;
    return (await this.state.accounts.get(id))?.evmAddress ?? this.longZero(id);
  }

  /** Address of a token, or zeros for none. */
  tokenAddress(id: bigint | undefined): Address {
    return id === undefined ? ZERO_ADDRESS : this.longZero(id);
  }
}
