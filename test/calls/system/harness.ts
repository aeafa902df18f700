import type { Address, BlockEnvironment, SystemCall, SystemResult } from '@tain/evm/execution';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import type { LedgerState } from '../../../src/calls/state/ledger-state.ts';
import { type AbiValue, parseTypes } from '../../../src/calls/system/abi/abi-type.ts';
import { decodeValues } from '../../../src/calls/system/abi/decode.ts';
import { encodeValues } from '../../../src/calls/system/abi/encode.ts';
import {
  ACCOUNT_SERVICE,
  SCHEDULE_SERVICE,
  type SystemEnvironment,
  TOKEN_SERVICE,
} from '../../../src/calls/system/environment.ts';
import type { Method, Service } from '../../../src/calls/system/method.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { systemContracts } from '../../../src/calls/system/system-contracts.ts';
import { type MemoryLedger, memoryReader } from '../memory-reader.ts';

/** Calls of system contracts on a ledger in memory, like calls by the engine. */

export const HBAR = 100_000_000n;
export const NOW = 1_700_000_000n;

export const longZero = (num: number | bigint): Address => num.toString(16).padStart(40, '0');

const SERVICES: Readonly<Record<Service, Address>> = {
  HTS: TOKEN_SERVICE,
  HAS: ACCOUNT_SERVICE,
  HSS: SCHEDULE_SERVICE,
};
const REDIRECTS: Readonly<Record<Service, string>> = {
  HTS: selectorOf('redirectForToken(address,bytes)'),
  HAS: selectorOf('redirectForAccount(address,bytes)'),
  HSS: selectorOf('redirectForScheduleTxn(address,bytes)'),
};

const BLOCK: BlockEnvironment = {
  number: 100n,
  timestamp: NOW,
  coinbase: longZero(98),
  gasLimit: 15_000_000n,
  baseFee: 0n,
  prevRandao: 'ab'.repeat(32),
  chainId: 296n,
  blockHash: async () => '0'.repeat(64),
};

/** Differences from a plain call by account 1001 with sufficient gas. */
export interface CallOptions {
  readonly sender?: Address;
  /** Token, account or schedule through whose code the call is made. */
  readonly through?: Address;
  readonly isStatic?: boolean;
  readonly gas?: bigint;
  readonly value?: bigint;
  readonly at?: Address;
  /** Type of the token, if two methods have the same selector. */
  readonly tokenType?: Method['tokenType'];
  /** Bytes after the arguments. */
  readonly trailing?: Buffer;
}

export interface Outcome {
  /** Values of a successful call, `revert NAME` or `halt REASON`. */
  readonly answer: readonly AbiValue[] | string;
  readonly gas: bigint;
  readonly logs: readonly { address: Address; topics: readonly string[]; data: string }[];
}

export interface TestLedger {
  readonly state: LedgerState;
  readonly environment: SystemEnvironment;
  raw(call: Partial<SystemCall> & { input: Uint8Array }): Promise<SystemResult>;
  /** Calls a method by its signature. Throws for an undeclared method. */
  call(signature: string, args: readonly AbiValue[], options?: CallOptions): Promise<Outcome>;
}

export function testLedger(ledger: MemoryLedger, changes: Partial<SystemEnvironment> = {}): TestLedger {
  const state = new LedgerOverlay(memoryReader(ledger));
  const environment: SystemEnvironment = {
    state,
    network: { shard: 0n, realm: 0n },
    ledgerId: Buffer.from('03', 'hex'),
    rate: { hbars: 30_000n, cents: 150_000n, expires: null },
    gasPrice: 71n,
    now: NOW * 1_000_000_000n,
    minimumAccountBalance: 0n,
    tokenServices: [TOKEN_SERVICE],
    ...changes,
  };
  const contracts = systemContracts(environment);
  const raw: TestLedger['raw'] = async (changed) => {
    const sender = changed.sender ?? longZero(1001);
    const address = changed.address ?? TOKEN_SERVICE;
    const contract = contracts.get(address);
    if (contract === undefined) throw new Error(`no system contract at ${address}`);
    return contract({
      address,
      gas: 10_000_000n,
      value: 0n,
      sender,
      recipient: address,
      parentSender: sender,
      parentIsDelegate: false,
      origin: sender,
      isStatic: false,
      isDelegate: false,
      depth: 1,
      block: BLOCK,
      ...changed,
    });
  };
  return {
    state,
    environment,
    raw,
    async call(signature, args, options = {}) {
      const method = declared(signature, options);
      const sender = options.sender ?? longZero(1001);
      const direct = Buffer.concat([encodeCall(signature, args), options.trailing ?? Buffer.alloc(0)]);
      const { through } = options;
      const input = through
        ? Buffer.concat([Buffer.from(REDIRECTS[method.service] + through, 'hex'), direct])
        : direct;
      const result = await raw({
        address: options.at ?? SERVICES[method.service],
        input,
        // A redirect is a DELEGATECALL by the code of the redirected entity, on behalf of its caller.
        ...(through ? { isDelegate: true, recipient: through, sender, parentSender: sender } : { sender }),
        ...(options.isStatic && { isStatic: true }),
        ...(options.gas !== undefined && { gas: options.gas }),
        ...(options.value !== undefined && { value: options.value }),
      });
      return outcomeOf(result, method);
    },
  };
}

/** Encodes the input of a call: selector and arguments. */
export function encodeCall(signature: string, args: readonly AbiValue[]): Buffer {
  return Buffer.concat([
    Buffer.from(selectorOf(signature), 'hex'),
    encodeValues(parseTypes(signature), args),
  ]);
}

function declared(signature: string, { at, tokenType }: CallOptions): Method {
  const only = at?.endsWith('16c') ? '0x16c' : '0x167';
  const method = METHODS.find(
    (each) =>
      each.signature === signature &&
      (each.only === undefined || each.only === only) &&
      (each.tokenType === undefined || each.tokenType === (tokenType ?? 'FUNGIBLE_COMMON')),
  );
  if (method === undefined) throw new Error(`no method ${signature}`);
  return method;
}

function outcomeOf({ outcome, gasUsed, output, logs = [] }: SystemResult, method: Method): Outcome {
  const hex = Buffer.from(output);
  const answer =
    outcome.kind === 'success'
      ? decodeValues(parseTypes(method.returns), hex)
      : outcome.kind === 'revert'
        ? `revert ${/^[A-Z0-9_]+$/.test(hex.toString('latin1')) ? hex.toString('latin1') : hex.toString('hex')}`
        : `halt ${outcome.reason}`;
  return {
    answer,
    gas: gasUsed,
    logs: logs.map(({ address, topics, data }) => ({
      address,
      topics,
      data: Buffer.from(data).toString('hex'),
    })),
  };
}
