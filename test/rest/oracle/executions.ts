import type { proto } from '@tain/protos/hapi';
import { entityOf } from './acted-on.ts';
import { type Wallet, walletOf } from './ethereum.ts';
import { big, num, type Recorded } from './history.ts';
import { accountOf, contractOf } from './parties.ts';
import type { World } from './world.ts';

/**
 * Expected contents of the contract routes for a block: executions and logs with their indexes, including the logs of
 * token movements. They are computed from the records by the mirror's numbering rules.
 */
export interface Log {
  readonly recorded: Recorded;
  readonly contract: number;
  readonly root: number;
  readonly bloom: Uint8Array;
  readonly data: Uint8Array;
  readonly topics: readonly Uint8Array[];
  readonly index: number;
  readonly transactionIndex: number | null;
  readonly hash: Uint8Array;
  /** Whether the log is of a token movement or allowance without a contract. */
  readonly synthetic: boolean;
}

/** Returns whether a log is of a wildcard NFT transfer (serial number -1), which no answer contains. */
export function isWildcard({ synthetic, topics }: Log): boolean {
  const [topic0 = NOTHING, , , topic3 = NOTHING] = topics;
  return synthetic && TRANSFER.equals(topic0) && Buffer.alloc(8, 0xff).equals(topic3);
}

export interface ContractRun {
  readonly recorded: Recorded;
  readonly result: proto.IContractFunctionResult | null;
  readonly wallet: Wallet | null;
  /** Number of the contract, or 0. */
  readonly contract: number;
  readonly sender: number;
  readonly hash: Uint8Array;
  /** Index among the executions of the block. */
  readonly index: number | null;
  readonly logs: readonly Log[];
}

export interface Executions {
  readonly runs: readonly ContractRun[];
  readonly logs: readonly Log[];
}

const WRONG_NONCE = 312;
const DUPLICATE = 11;
const EXECUTING = ['contractCall', 'contractCreateInstance', 'ethereumTransaction'];
const SUPPLY = ['tokenCreation', 'tokenMint', 'tokenBurn', 'tokenWipe'];

const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');
const APPROVAL = Buffer.from('8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', 'hex');
const FOR_ALL = Buffer.from('17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31', 'hex');
const NOTHING = new Uint8Array();

const known = new WeakMap<World, Executions>();

export function executionsOf(world: World): Executions {
  let executions = known.get(world);
  if (executions === undefined) {
    const blocks = world.blocks.map(({ items }) => new BlockCount(world).run(items));
    executions = { runs: blocks.flatMap(({ runs }) => runs), logs: blocks.flatMap(({ logs }) => logs) };
    known.set(world, executions);
  }
  return executions;
}

/** Returns the bytes of a number without leading zeros; none for 0. */
function stripped(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** The bytes of an amount without leading zeros; one zero byte for 0. */
function amountOf(value: bigint): Uint8Array {
  return value === 0n ? Buffer.of(0) : stripped(value);
}

/** Counters of one block. */
class BlockCount {
  readonly #world: World;
  readonly #runs: ContractRun[] = [];
  readonly #logs: Log[] = [];
  readonly #indexes = new Map<bigint, number>();
  readonly #results = new Set<bigint>();
  #next = 0;

  constructor(world: World) {
    this.#world = world;
  }

  run(items: readonly Recorded[]): Executions {
    for (const recorded of items) this.#item(recorded);
    return { runs: this.#runs, logs: this.#logs };
  }

  #item(recorded: Recorded): void {
    const { field, record, status, body } = recorded;
    const result = record.contractCreateResult ?? record.contractCallResult ?? null;
    const executing = EXECUTING.includes(field);
    const failedEarly =
      field === 'ethereumTransaction' && (recorded.ok || [DUPLICATE, WRONG_NONCE].includes(status));
    const shown = executing && !(field === 'ethereumTransaction' && result === null && failedEarly);
    if (result !== null || shown) {
      const inherited = this.#results.has(recorded.parent ?? -1n)
        ? this.#indexes.get(recorded.parent ?? -1n)
        : undefined;
      if (inherited !== undefined) this.#indexes.set(recorded.at, inherited);
      else if (executing && result !== null && status !== WRONG_NONCE) this.#claim(recorded.at);
      if (result !== null) this.#results.add(recorded.at);
    }
    const wallet = walletOf(recorded);
    const hash = wallet?.hash ?? record.transactionHash.subarray(0, 32);
    if (result === null) this.#tokenLogs(recorded, hash);
    if (result === null && !shown) return;
    const submitted = field === 'contractCall' || field === 'contractCreateInstance';
    const contract = submitted
      ? entityOf(this.#world, recorded)
      : contractOf(this.#world.ledger, result?.contractID);
    const logs = (result?.logInfo ?? []).map((log): Log => {
      return {
        recorded,
        contract: num(log.contractID?.contractNum),
        root: contract,
        bloom: log.bloom ?? NOTHING,
        data: log.data ?? NOTHING,
        topics: log.topic ?? [],
        index: this.#logs.length,
        transactionIndex: this.#indexes.get(recorded.at) ?? null,
        hash,
        synthetic: false,
      };
    });
    for (const [i, log] of logs.entries()) {
      const placed = { ...log, index: this.#logs.length };
      logs[i] = placed;
      this.#logs.push(placed);
    }
    this.#runs.push({
      recorded,
      result,
      wallet,
      contract,
      sender: num(result?.senderId?.accountNum) || num(body.transactionID?.accountID?.accountNum),
      hash,
      index: this.#indexes.get(recorded.at) ?? null,
      logs,
    });
  }

  #claim(at: bigint): number {
    const present = this.#indexes.get(at);
    if (present !== undefined) return present;
    this.#indexes.set(at, this.#next);
    return this.#next++;
  }

  #add(
    recorded: Recorded,
    hash: Uint8Array,
    token: number,
    topics: readonly Uint8Array[],
    data: Uint8Array,
  ): void {
    this.#logs.push({
      recorded,
      contract: token,
      root: token,
      bloom: Buffer.from([0]),
      data,
      topics,
      index: this.#logs.length,
      transactionIndex: this.#claim(recorded.at),
      hash,
      synthetic: true,
    });
  }

  /** Adds logs of approvals and token movements outside of contracts, as a token contract would log them. */
  #tokenLogs(recorded: Recorded, hash: Uint8Array): void {
    const { record, field, ok } = recorded;
    if (ok) this.#approvals(recorded, hash);
    if (!ok) return;
    for (const list of record.tokenTransferLists) {
      const token = num(list.token?.tokenNum);
      const entries = (list.transfers ?? []).map((entry) => ({
        account: num(entry.accountID?.accountNum),
        amount: big(entry.amount),
      }));
      if (SUPPLY.includes(field)) {
        for (const { account, amount } of entries) {
          const [from, to] = [amount < 0n ? account : 0, amount > 0n ? account : 0];
          this.#moved(recorded, hash, token, from, to, amount < 0n ? -amount : amount);
        }
      }
      if (entries.length >= 2) this.#pairs(recorded, hash, token, entries);
      for (const nft of list.nftTransfers ?? []) {
        const from = stripped(big(nft.senderAccountID?.accountNum));
        const to = stripped(big(nft.receiverAccountID?.accountNum));
        const serial = stripped(BigInt.asUintN(64, big(nft.serialNumber)));
        this.#add(recorded, hash, token, [TRANSFER, from, to, serial], Buffer.from([0]));
      }
    }
  }

  #pairs(
    recorded: Recorded,
    hash: Uint8Array,
    token: number,
    entries: { account: number; amount: bigint }[],
  ): void {
    const bySize = (a: { account: number; amount: bigint }, b: { account: number; amount: bigint }) =>
      a.amount === b.amount ? a.account - b.account : a.amount > b.amount ? -1 : 1;
    const senders = entries
      .filter(({ amount }) => amount <= 0n)
      .map(({ account, amount }) => ({ account, amount: -amount }))
      .sort(bySize);
    const receivers = entries.filter(({ amount }) => amount > 0n).sort(bySize);
    let [from, to] = [senders.shift(), receivers.shift()];
    while (from !== undefined && to !== undefined) {
      const [amount = 0n] = [from.amount, to.amount].sort((a, b) => (a < b ? -1 : 1));
      this.#moved(recorded, hash, token, from.account, to.account, amount);
      from.amount -= amount;
      to.amount -= amount;
      if (from.amount === 0n) from = senders.shift();
      if (to.amount === 0n) to = receivers.shift();
    }
  }

  #moved(
    recorded: Recorded,
    hash: Uint8Array,
    token: number,
    from: number,
    to: number,
    amount: bigint,
  ): void {
    const topics = [TRANSFER, this.#address(from), this.#address(to)];
    this.#add(recorded, hash, token, topics, amountOf(amount));
  }

  /** Returns an account's own EVM address, or the long-zero one. */
  #address(account: number): Uint8Array {
    const own = this.#world.ledger.accounts.get(account)?.evmAddress;
    return stripped(own ? BigInt(`0x${Buffer.from(own).toString('hex')}`) : BigInt(account));
  }

  #approvals(recorded: Recorded, hash: Uint8Array): void {
    const { body, payer } = recorded;
    const { ledger } = this.#world;
    const owner = (id: proto.IAccountID | null | undefined) =>
      stripped(BigInt(accountOf(ledger, id) || payer));
    const spender = (id: proto.IAccountID | null | undefined) => stripped(BigInt(accountOf(ledger, id)));
    const approve = body.cryptoApproveAllowance;
    const seen = new Set<string>();
    const first = (...key: (string | number)[]) => {
      const text = key.join('/');
      if (seen.has(text)) return false;
      seen.add(text);
      return true;
    };
    for (const entry of [...(approve?.nftAllowances ?? [])].reverse()) {
      const token = num(entry.tokenId?.tokenNum);
      const parties = [owner(entry.owner), spender(entry.spender)];
      if (entry.approvedForAll && first('all', String(parties), token)) {
        const data = Buffer.from([entry.approvedForAll.value ? 1 : 0]);
        this.#add(recorded, hash, token, [FOR_ALL, ...parties], data);
      }
      for (const serial of entry.serialNumbers ?? []) {
        if (!first('serial', token, num(serial))) continue;
        this.#add(recorded, hash, token, [APPROVAL, ...parties, stripped(big(serial))], Buffer.from([0]));
      }
    }
    for (const entry of [...(approve?.tokenAllowances ?? [])].reverse()) {
      const token = num(entry.tokenId?.tokenNum);
      const parties = [owner(entry.owner), spender(entry.spender)];
      if (!first('token', String(parties), token)) continue;
      this.#add(recorded, hash, token, [APPROVAL, ...parties], amountOf(big(entry.amount)));
    }
    for (const entry of body.cryptoDeleteAllowance?.nftAllowances ?? []) {
      const token = num(entry.tokenId?.tokenNum);
      for (const serial of entry.serialNumbers ?? []) {
        const topics = [APPROVAL, owner(entry.owner), NOTHING, stripped(big(serial))];
        this.#add(recorded, hash, token, topics, Buffer.from([0]));
      }
    }
  }
}
