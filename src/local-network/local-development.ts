import { decodeEntityId } from '@tain/ledger/entity-id';
import { DEFAULT_AUTO_RENEW_SECONDS } from '@tain/ledger/expiry';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { Privilege } from '@tain/network-simulator/node/consensus-node';
import { SerialQueue } from '@tain/network-simulator/node/serial-queue';
import type { proto } from '@tain/protos/hapi';
import type { AbortSignalLike } from '../kernel/abort-signal.ts';
import { Failure, messageOf } from '../kernel/failure.ts';
import { RpcError } from '../rpc/method/rpc-error.ts';
import type {
  DevelopmentNetwork,
  SendOutcome,
  SettingClient,
  StoredSlot,
  UnsignedCall,
  UnsignedSubmission,
} from '../rpc/method/services.ts';
import { accountId, longOf } from '../rpc/nodes/envelope.ts';
import { ClientSettings } from './client-settings.ts';
import { creationOf } from './create-contract.ts';
import type { LocalSender } from './local-sender.ts';
import type { NetworkSnapshots } from './network-snapshots.ts';
import { OPERATOR } from './submit-to-node.ts';

/** Controls the local network of this process for tests of contracts. */
export class LocalDevelopment implements DevelopmentNetwork {
  readonly #sender: LocalSender;
  readonly #impersonated = new Set<string>();
  #impersonatesAll = false;
  #interval: NodeJS.Timeout | undefined;
  /** Turns automining on after a time without requests for blocks. */
  #idle: NodeJS.Timeout | undefined;
  readonly #settings = new ClientSettings();
  readonly #turns = new SerialQueue();

  constructor(sender: LocalSender) {
    this.#sender = sender;
  }

  get automine(): boolean {
    return this.#sender.closesBlocks;
  }

  noteRequest(client: string): void {
    this.#settings.noteRequest(client);
  }

  setAutomine(isOn: boolean, by: SettingClient): void {
    if (isOn) this.#returnToAutomining();
    else {
      this.#setAutomine(false);
      this.#settings.hold('automine', by, () => this.#setAutomine(true));
    }
  }

  #returnToAutomining(): void {
    this.#settings.release('automine');
    this.#setAutomine(true);
  }

  #setAutomine(isOn: boolean): void {
    this.#sender.network.hold(!isOn);
    this.#sender.closesBlocks = isOn;
    this.#awaitRequests();
  }

  /** Waits anew for requests for blocks while automining is off. Mining at an interval counts as such requests. */
  #awaitRequests(): void {
    clearTimeout(this.#idle);
    if (this.automine) return;
    this.#idle = setTimeout(() => this.#returnToAutomining(), IDLE_TIMEOUT_MS).unref();
  }

  async mine(): Promise<bigint | null> {
    this.#awaitRequests();
    await asRpcErrors(async () => this.#sender.network.checkBlockInterval());
    // An empty block is not possible, so this one contains a transfer without amounts.
    const { outcome } = await this.#sender.submitBody({ cryptoTransfer: { transfers: {} } });
    if (!this.automine) this.#sender.network.closeBlock();
    return (await outcome)?.time ?? null;
  }

  drop(signedBytes: readonly Uint8Array[]): void {
    this.#sender.network.drop(signedBytes);
  }

  setIntervalMining(milliseconds: number, by: SettingClient): void {
    this.#stopInterval();
    if (milliseconds === 0) return;
    let isMining = false;
    const mine = (): void => {
      if (isMining) return;
      isMining = true;
      void this.mine()
        .catch(() => null)
        .finally(() => {
          isMining = false;
        });
    };
    this.#interval = setInterval(mine, milliseconds).unref();
    this.#settings.hold('interval', by, () => this.#stopInterval());
  }

  #stopInterval(): void {
    this.#settings.release('interval');
    clearInterval(this.#interval);
  }

  now(): bigint {
    return this.#sender.network.now();
  }

  async advance(nanos: bigint, signal: AbortSignalLike): Promise<void> {
    await asRpcErrors(() => this.#sender.network.advance(nanos, signal));
  }

  holdClock(instant: bigint): Promise<boolean> {
    return this.#sender.network.holdClock(instant);
  }

  async setBlockInterval(nanos: bigint, by: SettingClient): Promise<boolean> {
    const isSet = await asRpcErrors(() => this.#sender.network.setBlockInterval(nanos));
    if (!isSet || nanos === 0n) this.#settings.release('block-interval');
    else this.#settings.hold('block-interval', by, () => this.#endBlockInterval());
    return isSet;
  }

  #endBlockInterval(): void {
    // It fails only when the folder cannot be written to; the interval then remains.
    this.#sender.network.setBlockInterval(0n).catch(() => undefined);
  }

  async transfer(address: string, id: bigint | undefined, tinybars: bigint): Promise<SendOutcome | null> {
    if (tinybars > MAX_INT64) return { status: 'INSUFFICIENT_ACCOUNT_BALANCE', time: 0n };
    const receiver =
      id === undefined ? { alias: Buffer.from(address.slice(2), 'hex') } : accountId(decodeEntityId(id));
    const accountAmounts = [
      { accountID: accountId(OPERATOR), amount: longOf(-tinybars) },
      { accountID: receiver, amount: longOf(tinybars) },
    ];
    return this.#setState({ cryptoTransfer: { transfers: { accountAmounts } } }, { kind: 'all-signed' });
  }

  createContract(address: string, code: Uint8Array): Promise<SendOutcome | null> {
    return this.#setState(creationOf(code), { kind: 'create-at', address: bytesOf(address) });
  }

  replaceCode(address: string, code: Uint8Array): Promise<SendOutcome | null> {
    if (this.#sender.network.hasBlockStream) {
      throw new RpcError(
        -32_000,
        'The code of a contract cannot be replaced with TAIN_DEMO_CUTOVER: its mirror does not learn it from blocks',
      );
    }
    return this.#callSetting(address, code, 'code');
  }

  setStorage(address: string, slots: readonly StoredSlot[]): Promise<SendOutcome | null> {
    return this.#callSetting(address, Buffer.concat(slots.flat()), 'slots');
  }

  setNonce(address: string, nonce: bigint): Promise<SendOutcome | null> {
    return this.#callSetting(address, Buffer.from(nonce.toString(16).padStart(64, '0'), 'hex'), 'nonce');
  }

  #callSetting(
    address: string,
    functionParameters: Uint8Array,
    what: Extract<Privilege, { kind: 'set' }>['what'],
  ): Promise<SendOutcome | null> {
    const contractID = { evmAddress: bytesOf(address) };
    const contractCall = { contractID, functionParameters, gas: longOf(MAX_GAS_PER_TRANSACTION) };
    return this.#setState({ contractCall }, { kind: 'set', what });
  }

  async #setState(data: proto.ITransactionBody, privilege: Privilege): Promise<SendOutcome | null> {
    this.#awaitRequests();
    const { code, outcome } = await this.#sender.submitBody(data, privilege);
    if (code !== 'OK') return { status: code ?? 'UNKNOWN', time: 0n };
    if (!this.automine) this.#sender.network.closeBlock();
    return outcome;
  }

  impersonate(address: string, isOn: boolean): void {
    if (!isOn) this.#impersonated.delete(address);
    else if (this.#impersonated.size < MAX_IMPERSONATED) this.#impersonated.add(address);
    else throw new RpcError(-32_000, `At most ${MAX_IMPERSONATED} accounts can be impersonated`);
  }

  impersonateAll(isOn: boolean): void {
    this.#impersonatesAll = isOn;
  }

  isImpersonated(address: string): boolean {
    return this.#impersonatesAll || this.#impersonated.has(address);
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(work);
  }

  snapshot(onExpired?: (id: bigint) => void): Promise<bigint> {
    return this.#snapshots((snapshots) => snapshots.take(onExpired));
  }

  revert(id: bigint): Promise<boolean> {
    return this.#snapshots((snapshots) => snapshots.returnTo(id));
  }

  dropSnapshot(id: bigint): Promise<void> {
    return this.#snapshots((snapshots) => snapshots.drop(id));
  }

  async reset(): Promise<void> {
    this.#returnToAutomining();
    this.#stopInterval();
    this.#impersonated.clear();
    this.#impersonatesAll = false;
    this.#settings.release('block-interval');
    await asRpcErrors(() => this.#sender.network.setBlockInterval(0n));
    await this.#snapshots((snapshots) => snapshots.reset());
  }

  #snapshots<T>(use: (snapshots: NetworkSnapshots) => Promise<T>): Promise<T> {
    const { snapshots } = this.#sender.network;
    return asRpcErrors(async () => {
      if (snapshots === undefined)
        throw new Failure('usage', 'Another process is the mirror of the network.');
      return use(snapshots);
    });
  }

  callFor(payer: bigint, { to, data, gas, tinybars }: UnsignedCall): Promise<UnsignedSubmission> {
    const body =
      to === undefined
        ? {
            contractCreateInstance: {
              initcode: data,
              gas: longOf(gas),
              initialBalance: longOf(tinybars),
              autoRenewPeriod: { seconds: longOf(DEFAULT_AUTO_RENEW_SECONDS) },
            },
          }
        : {
            contractCall: {
              contractID: { evmAddress: Buffer.from(to.slice(2), 'hex') },
              functionParameters: data,
              gas: longOf(gas),
              amount: longOf(tinybars),
            },
          };
    return this.#sender.submitUnsigned(body, decodeEntityId(payer));
  }
}

function bytesOf(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex');
}

const MAX_IMPERSONATED = 10_000;
/** Less than the two minutes for which a transaction is valid, so that waiting ones are still executed. */
const IDLE_TIMEOUT_MS = 100_000;

/** Runs work whose errors are sentences for the client. */
async function asRpcErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RpcError(-32_000, messageOf(error));
  }
}
