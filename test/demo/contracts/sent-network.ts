import { proto } from '@tain/protos/hapi';
import { pointFromScalar, signRecoverable } from 'tiny-secp256k1';
import type { Draft } from '../../../packages/network-simulator/src/ledger/draft.ts';
import { long } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keccak } from '../../../packages/network-simulator/src/ledger/keccak.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { integer, type Rlp, rlp } from '../../../packages/network-simulator/src/ledger/rlp.ts';
import { submit } from '../../../packages/network-simulator/src/ledger/submit.ts';
import { hbarTransfer } from '../../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { DemoNetwork } from '../../../packages/network-simulator/src/network.ts';
import { walletOf } from '../../../packages/network-simulator/src/node/ethereum-transaction.ts';
import type { NetworkOptions } from '../../../packages/network-simulator/src/options.ts';
import { kindOf } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { type ReadItem, readItem } from '../read-stream.ts';

const OPERATOR = 2;
const RULES = { typeOf: kindOf, runCode: demoEngine, walletOf };

/** Record of a sent transaction or of a child. */
export interface SentItem extends ReadItem {
  readonly type: string;
  readonly status: string;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

/** Result of a sent transaction. */
export interface Sent {
  readonly status: string;
  readonly record: proto.ITransactionRecord;
  /** All records, in order of time. */
  readonly items: readonly SentItem[];
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

/** A small network to which the operator sends one transaction after another. */
export class SentNetwork {
  readonly ledger: Ledger;
  #at: bigint;

  private constructor({ ledger }: DemoNetwork) {
    this.ledger = ledger;
    this.#at = ledger.lastConsensus + 1_000_000_000n;
  }

  /** Consensus time of the next transaction. */
  get nextAt(): bigint {
    return this.#at + 1_000_000n;
  }

  static async start(options: Partial<NetworkOptions> = {}): Promise<SentNetwork> {
    const population = { accounts: 20, tokens: 2, topics: 0, contracts: 1 };
    const network = new DemoNetwork({
      seed: 7,
      tps: 1,
      signInner: false,
      runCode: demoEngine,
      population,
      ...options,
    });
    while (network.progress.phase !== 'steady') await network.nextBlock();
    return new SentNetwork(network);
  }

  async send(data: Draft['data'], draft: Partial<Draft> = {}): Promise<Sent> {
    this.#at += 1_000_000n;
    const transaction = { data, payer: OPERATOR, maxFee: 100_000_000_000n, sent: true, ...draft };
    const items = await submit(this.ledger, RULES, transaction, this.#at, 3, false);
    const own = items.find(({ at }) => at === this.#at);
    if (own === undefined) throw new Error('the transaction has no record');
    return {
      status: proto.ResponseCodeEnum[own.status] ?? '',
      record: proto.TransactionRecord.decode(own.record),
      items: items.map((item) => ({
        ...readItem(item.transaction, item.record),
        type: item.type,
        status: proto.ResponseCodeEnum[item.status] ?? '',
        sidecars: item.sidecars,
      })),
      sidecars: own.sidecars,
    };
  }

  /** Creates a contract from init code. Returns its number, or 0. */
  async create(initcode: string, gas = 5_000_000): Promise<Sent & { readonly num: number }> {
    const sent = await this.send({
      contractCreateInstance: {
        initcode: Buffer.from(initcode, 'hex'),
        gas: long(gas),
        autoRenewPeriod: { seconds: long(7_776_000) },
      },
    });
    return { ...sent, num: sent.record.receipt?.contractID?.contractNum?.toNumber() ?? 0 };
  }

  call(contract: number, input = '', gas = 15_000_000, value = 0n): Promise<Sent> {
    return this.send({
      contractCall: {
        contractID: { contractNum: long(contract) },
        gas: long(gas),
        functionParameters: Buffer.from(input, 'hex'),
        amount: long(value),
      },
    });
  }

  ethereum(ethereumData: Uint8Array, body: proto.IEthereumTransactionBody = {}): Promise<Sent> {
    return this.send({ ethereumTransaction: { ethereumData, ...body } });
  }

  /** Sends tinybars to an address, which creates an account. Returns its number. */
  async fund(address: Uint8Array, tinybars: bigint): Promise<number> {
    const { cryptoTransfer } = hbarTransfer([
      [OPERATOR, -tinybars],
      [0, tinybars],
    ]);
    const amounts = cryptoTransfer?.transfers?.accountAmounts ?? [];
    if (amounts[1]) amounts[1].accountID = { alias: address };
    await this.send({ cryptoTransfer: cryptoTransfer ?? null });
    return this.ledger.resolveAlias(address);
  }
}

/** Returns init code that deploys a runtime code: CODECOPY of the bytes after these 13, then RETURN. */
export function deploying(runtime: string): string {
  const length = (runtime.length / 2).toString(16).padStart(6, '0');
  return `62${length}80600d6000396000f3${runtime}`;
}

/** A wallet: its key, its address, and transactions signed as by Ethereum's libraries. */
export class Wallet {
  readonly #key: Uint8Array;
  readonly address: Buffer;

  constructor(key: string) {
    this.#key = Buffer.from(key, 'hex');
    const point = pointFromScalar(this.#key, false) ?? new Uint8Array(65);
    this.address = keccak(point.subarray(1)).subarray(-20);
  }

  /** Signs the fields of a transaction of a type, as a list for RLP. */
  sign(type: number, fields: readonly Rlp[], chainId = 298n): Buffer {
    const prefix = type === 0 ? Buffer.alloc(0) : Buffer.of(type);
    const tail = type === 0 && chainId > 0n ? [integer(chainId), integer(0n), integer(0n)] : [];
    const hash = keccak(Buffer.concat([prefix, rlp([...fields, ...tail])]));
    const { r, s, recovery } = this.signHash(hash);
    const v = type !== 0 ? recovery : chainId > 0n ? chainId * 2n + 35n + recovery : 27n + recovery;
    return Buffer.concat([prefix, rlp([...fields, integer(v), r, s])]);
  }

  signHash(hash: Uint8Array) {
    const { signature, recoveryId } = signRecoverable(hash, this.#key);
    const number = (bytes: Uint8Array) => integer(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
    return {
      r: number(signature.subarray(0, 32)),
      s: number(signature.subarray(32)),
      recovery: BigInt(recoveryId),
    };
  }
}

/** Fields of a transaction as filled in by a wallet. Amounts are in weibars. */
export interface Fields {
  readonly type?: 0 | 1 | 2 | 4;
  readonly chainId?: bigint;
  readonly nonce?: bigint;
  readonly gasPrice?: bigint;
  readonly gas?: bigint;
  readonly to?: Uint8Array;
  readonly value?: bigint;
  readonly data?: Uint8Array;
  readonly accessList?: Rlp;
  readonly authorizations?: Rlp;
}

export const PRICE = 710_000_000_000n;

/** Returns the bytes of a wallet's transaction. */
export function signed(wallet: Wallet, fields: Fields): Buffer {
  const { type = 2, chainId = 298n, nonce = 0n, gasPrice = PRICE, gas = 1_000_000n, value = 0n } = fields;
  const { to = Buffer.alloc(0), data = Buffer.alloc(0), accessList = [], authorizations = [] } = fields;
  const tail = [integer(gas), to, integer(value), data];
  const prices = type === 2 || type === 4 ? [integer(0n), integer(gasPrice)] : [integer(gasPrice)];
  const list: Rlp[] = [integer(nonce), ...prices, ...tail];
  if (type === 0) return wallet.sign(0, list, chainId);
  list.unshift(integer(chainId));
  list.push(accessList);
  if (type === 4) list.push(authorizations);
  return wallet.sign(type, list);
}

/** Returns an EIP-7702 authorization, as a list for RLP. */
export function authorization(
  owner: Wallet,
  ownNonce: bigint,
  address: Uint8Array,
  chainId = 298n,
): Uint8Array[] {
  const message = rlp([integer(chainId), address, integer(ownNonce)]);
  const { r, s, recovery } = owner.signHash(keccak(Buffer.concat([Buffer.of(5), message])));
  return [integer(chainId), address, integer(ownNonce), integer(recovery), r, s];
}
