import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createEVM, type EVM, EVMMockBlockchain, type EVMResult, type Message } from '@ethereumjs/evm';
import { Account, createAddressFromString } from '@ethereumjs/util';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  evmOfFrame,
  evmOfPrecompile,
  itemsOf,
  LibraryFrame,
  LibraryMachine,
  type MessageTo,
  type RunState,
  setHeight,
  touchedOf,
} from '../../../src/evm/engine/library-inside.ts';
import { hasPrecompile, PRECOMPILES } from '../../../src/evm/engine/precompiles/table.ts';
import { LEDGER_VERSIONS, profileOf } from '../../../src/evm/engine/profiles.ts';

// What the engine uses of the library's inside is as it takes it to be: a new version of the library that changes it
// fails here, by name, and not somewhere in an execution.

/** Runs a frame of the library up to an operation of ours. */
async function inFrame(look: (frame: RunState, evm: EVM) => void, before = ''): Promise<void> {
  let looked = false;
  const evm = await createEVM({
    customOpcodes: [
      {
        opcode: 0x0c,
        opcodeName: 'LOOK',
        baseFee: 0,
        logicFunction: (frame: RunState) => {
          look(frame, evm);
          looked = true;
        },
      },
    ],
  });
  const { exceptionError } = await evm.runCode({
    code: Buffer.from(`${before}0c`, 'hex'),
    gasLimit: 100_000n,
  });
  expect(exceptionError).toBeUndefined();
  expect(looked).toBe(true);
}

const TO = createAddressFromString(`0x${'00'.repeat(19)}99`);

/** A machine that does as the library does, and says what it was asked for. */
class Watched extends LibraryMachine {
  readonly asked: string[] = [];

  protected override async runFrame(message: MessageTo) {
    const environment = await this.environmentOf(message);
    this.asked.push(`frame of ${message.depth}`);
    expect(environment.address.equals(message.to)).toBe(true);
    expect(environment.code).toBe(message.code);
    class Frame extends LibraryFrame {
      override run(): ReturnType<LibraryFrame['run']> {
        expect(this.state.gasLeft).toBe(message.gasLimit);
        expect(this.environment).toMatchObject({ depth: message.depth, callValue: 0n });
        expect(this.rules.hardfork()).toBe('prague');
        return Promise.resolve({ runState: this.state });
      }
    }
    const frame = new Frame(this, environment, message.gasLimit);
    const { runState } = await frame.run();
    expect(frame.result.logs).toEqual([]);
    return { executionGasUsed: message.gasLimit - runState.gasLeft, returnValue: new Uint8Array() };
  }

  protected override enterCall(message: MessageTo): Promise<EVMResult> {
    this.asked.push('call');
    return this.enterAsLibrary(message);
  }

  protected override findCode(message: Message): Promise<void> {
    this.asked.push('code');
    return this.findCodeAsLibrary(message);
  }

  protected override addressForCreation(message: Message) {
    this.asked.push('address');
    return this.addressAsLibrary(message);
  }

  protected override async precompileRan(): Promise<void> {
    this.asked.push(`precompile for ${this.origin?.toString()}`);
  }

  begin(): void {
    this.enterTransaction(
      { gasPrice: 7n, origin: TO },
      {
        number: 1n,
        coinbase: TO,
        timestamp: 2n,
        difficulty: 0n,
        prevRandao: new Uint8Array(32),
        gasLimit: 3n,
        baseFeePerGas: 0n,
        getBlobGasPrice: () => 1n,
      },
    );
  }
}

async function watched(): Promise<Watched> {
  const { common, stateManager } = await createEVM();
  return new Watched({ common, stateManager, blockchain: new EVMMockBlockchain() });
}

/** A message's way through a machine. */
async function wayOf(machine: Watched, message: Partial<Message>): Promise<readonly string[]> {
  const { Message: LibraryMessage } = await import('@ethereumjs/evm');
  machine.begin();
  machine.asked.length = 0;
  await machine.runCall({
    message: new LibraryMessage({ caller: TO, gasLimit: 100_000n, createdAddresses: new Set(), ...message }),
    skipNonceIncrement: true,
  });
  return [...machine.asked];
}

describe('of the library', () => {
  it('a stack is a list of items and how many of them hold', () =>
    inFrame((frame) => {
      const items = itemsOf(frame.stack);
      expect(items.slice(0, frame.stack.length)).toEqual([1n, 2n, 3n]);
      setHeight(frame.stack, 2);
      expect(frame.stack.length).toBe(2);
      expect(frame.stack.peek(1)).toEqual([2n]);
      items[2] = 9n;
      setHeight(frame.stack, 3);
      expect(frame.stack.pop()).toBe(9n);
    }, '600160026003'));

  it('a memory is an array of bytes, and a frame counts its words and their cost', () =>
    inFrame((frame) => {
      expect(frame.memoryWordCount).toBe(2n);
      expect(frame.highestMemCost).toBe(6n);
      expect(Buffer.from(bytesOf(frame.memory).subarray(32, 64)).toString('hex')).toBe(
        'ab'.padStart(64, '0'),
      );
      frame.memory.write(0, 1, Uint8Array.of(0xcd));
      expect(bytesOf(frame.memory)[0]).toBe(0xcd);
    }, '60ab602052'));

  it('a frame knows where it is, what is left, and its machine', () =>
    inFrame((frame, evm) => {
      expect(evmOfFrame(frame)).toBe(evm);
      expect(frame.programCounter).toBe(3);
      expect(frame.gasLeft).toBe(100_000n - 3n);
      expect(frame.opCode).toBe(0x0c);
      for (const method of ['run', 'useGas', 'refundGas', 'subRefund', 'getChainId'] as const) {
        expect(frame.interpreter[method], method).toBeTypeOf('function');
      }
      expect(frame.interpreter._result).toMatchObject({ logs: [] });
    }, '6001'));

  it('a journal says what was touched', async () => {
    const { journal } = await createEVM();
    await journal.checkpoint();
    await journal.putAccount(TO, undefined as never).catch(() => undefined);
    expect([...touchedOf(journal)]).toEqual([TO.toString().slice(2)]);
  });

  it('a precompiled contract gets its machine', async () => {
    let given: unknown;
    const evm = await createEVM({
      customPrecompiles: [
        {
          address: TO.toString(),
          function: (input) => {
            given = evmOfPrecompile(input);
            return { executionGasUsed: 0n, returnValue: new Uint8Array() };
          },
        },
      ],
    });
    await evm.runCall({ to: TO, gasLimit: 100_000n });
    expect(given).toBe(evm);
  });

  it('a call, a creation and a precompiled contract come by our places, and by no others', async () => {
    const machine = await watched();
    await machine.stateManager.putCode(TO, Uint8Array.of(0));
    expect(await wayOf(machine, { to: TO })).toEqual(['call', 'code', 'frame of 0']);
    expect(await wayOf(machine, { to: createAddressFromString(`0x${'00'.repeat(19)}04`) })).toEqual([
      'call',
      'code',
      `precompile for ${TO}`,
    ]);
    await machine.stateManager.putAccount(TO, new Account(1n));
    // Asked for the first time when the new address becomes warm (EIP-2929).
    const creation = ['address', 'address', 'frame of 0'];
    expect(await wayOf(machine, { data: Uint8Array.of(0) })).toEqual(creation);
  });
});

describe('the table of precompiled contracts', () => {
  it('has what the library has in Cancun, by address', async () => {
    const { getActivePrecompiles } = await import('@ethereumjs/evm');
    const { createCustomCommon, Hardfork, Mainnet } = await import('@ethereumjs/common');
    const active = getActivePrecompiles(createCustomCommon({}, Mainnet, { hardfork: Hardfork.Cancun }));
    expect(PRECOMPILES.map(({ address }) => address)).toEqual([...active.keys()].sort());
  });

  it.each([...LEDGER_VERSIONS, 'ethereum' as const])('says what %s has', (name) => {
    const missing = PRECOMPILES.filter((entry) => !hasPrecompile(profileOf(name), entry));
    const isOld = name !== 'ethereum' && LEDGER_VERSIONS.indexOf(name) < LEDGER_VERSIONS.indexOf('v0.50');
    expect(missing.map(({ name: each }) => each)).toEqual(isOld ? ['point evaluation'] : []);
  });
});

it('nothing else of the engine names what is inside', () => {
  const folder = path.join('src', 'evm');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const inside =
    /(?:\.|\[')_(?:tx|block|store|len|evm|EVM|env|result|runState|stateManager|executeCall|loadCode)\b|\['touched'\]/;
  const found = files.filter((file) => inside.test(readFileSync(path.join(folder, file), 'utf8')));
  expect(found).toEqual([path.join('engine', 'library-inside.ts')]);
});
