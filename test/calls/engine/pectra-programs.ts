import fc from 'fast-check';
import { PRECOMPILES } from '../../../packages/evm/src/precompiles/table.ts';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { BLS12_381_OPERANDS } from '../../../packages/evm/test/bls12-381-inputs.ts';

/** A transaction that runs a program over the precompiles of EIP-2537. */
export interface PectraProgram {
  readonly code: Uint8Array;
  readonly data: Uint8Array;
  readonly gas: bigint;
}

/** Number of the contract with the code `FORWARDER`. */
export const FORWARDER_NUM = 2001;

/**
 * Code that forwards its input without the first byte, which is an address, to that address by STATICCALL. Returns the
 * success flag and the returned data.
 */
export const FORWARDER = [
  '1 CALLDATASIZE SUB 1 0 CALLDATACOPY',
  '0 0 1 CALLDATASIZE SUB 0 0 CALLDATALOAD 0 BYTE GAS STATICCALL',
  '0 MSTORE RETURNDATASIZE 0 32 RETURNDATACOPY 32 RETURNDATASIZE ADD 0 RETURN',
].join(' ');

/** Number of slots that programs write: three for each of four calls. */
export const SLOTS = 12;
/** Number of a slot whose initial value is 1. */
export const USED_SLOT = 99;

/** Bytes of memory for the output of one call, and the offset of the first output; inputs precede it. */
const OUTPUT_BYTES = 320;
const OUTPUTS = 2_048;
const SLOTS_OF_CALL = 3;

/** Source of a part of the input. */
type Source = 'code' | 'calldata' | 'output';

interface Step {
  readonly address: number;
  readonly operands: readonly string[];
  readonly sources: readonly Source[];
  /** Bytes by which the input is too long; negative if it is too short. */
  readonly excess: number;
  /** Offset of the input. */
  readonly at: number;
  readonly operation: 'CALL' | 'STATICCALL' | 'DELEGATECALL' | 'CALLCODE';
  readonly isForwarded: boolean;
  readonly gas: 'all' | 'exact' | 'short' | 'none' | 'huge';
  /** Bytes of the output that the caller copies. */
  readonly taken: number;
  /** Whether success, size of the output, and its hash are stored. */
  readonly stores: readonly boolean[];
}

const weighted = <T>(usual: T, ...rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 2 * rare.length + 2, arbitrary: fc.constant(usual) }, fc.constantFrom(...rare));

const step: fc.Arbitrary<Step> = fc
  .constantFrom(...Object.keys(BLS12_381_OPERANDS).map(Number))
  .chain((address) =>
    fc.record({
      address: fc.constant(address),
      operands: BLS12_381_OPERANDS[address] ?? fc.constant([]),
      sources: fc.array(fc.constantFrom<Source>('code', 'calldata', 'output'), {
        minLength: 12,
        maxLength: 12,
      }),
      excess: weighted(0, -1, 1, 32, -64, 160),
      at: fc.constantFrom(0, 1, 32, 77),
      operation: fc.constantFrom('CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE'),
      isForwarded: weighted(false, true),
      gas: weighted<Step['gas']>('all', 'exact', 'short', 'none', 'huge'),
      taken: weighted(256, 0, 31, 128, 300),
      stores: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    }),
  );

const RETURNS = `${4 * OUTPUT_BYTES} ${OUTPUTS} RETURN`;
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant(RETURNS) },
  fc.constantFrom(
    'STOP',
    `${4 * OUTPUT_BYTES} ${OUTPUTS} REVERT`,
    'RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN',
    `0 ${USED_SLOT} SSTORE ${RETURNS}`,
    'INVALID',
  ),
);

/** Draws programs, with calldata that is partly read, and gas that is mostly sufficient. */
export const pectraProgram: fc.Arbitrary<PectraProgram> = fc
  .record({
    steps: fc.array(step, { maxLength: 4 }),
    end: ending,
    further: fc.oneof(
      { weight: 2, arbitrary: fc.constant(new Uint8Array()) },
      fc.uint8Array({ maxLength: 900 }),
      fc.nat(2_000).map((length) => new Uint8Array(length).fill(1)),
    ),
    gas: fc.oneof(
      { weight: 8, arbitrary: fc.constant(14_000_000) },
      fc.integer({ min: 20_000, max: 250_000 }),
    ),
  })
  .map(({ steps, end, further, gas }) => {
    const calldata: string[] = [];
    const parts = steps.map((each, index) => codeOf(each, index, calldata));
    const data = Buffer.concat([Buffer.from(calldata.join(''), 'hex'), further]);
    return { code: assemble([...parts, end].join(' ')), data: Uint8Array.from(data), gas: BigInt(gas) };
  });

/** Returns the operations of a step, which leave the stack unchanged. Appends its input to the calldata. */
function codeOf(step: Step, index: number, calldata: string[]): string {
  const { operands, sources, at, operation, isForwarded, taken } = step;
  const operations: string[] = [];
  const begin = isForwarded ? at + 1 : at;
  if (isForwarded) operations.push(`${step.address} ${at} MSTORE8`);
  let end = begin;
  operands.forEach((operand, i) => {
    operations.push(writing(operand, end, sources[i] ?? 'code', index, calldata));
    end += operand.length / 2;
  });
  const size = Math.max(0, end - begin + step.excess) + begin - at;
  const to = isForwarded ? FORWARDER_NUM : step.address;
  const out = OUTPUTS + index * OUTPUT_BYTES;
  const value = operation === 'CALL' || operation === 'CALLCODE' ? '0 ' : '';
  operations.push(`${taken} ${out} ${size} ${at} ${value}${to} ${gasOf(step, size)} ${operation}`);
  const slot = index * SLOTS_OF_CALL;
  // Operations that give a non-zero number, so that storing it costs the same everywhere.
  const found = ['DUP1 1 ADD', 'RETURNDATASIZE 1 ADD', `${OUTPUT_BYTES} ${out} KECCAK256`];
  found.forEach((stored, i) => {
    if (step.stores[i]) operations.push(`${stored} ${slot + i} SSTORE`);
  });
  return [...operations, 'POP'].join(' ');
}

/**
 * Returns operations that put an operand into memory: itself, or a part of the previous call's output of the same size.
 */
function writing(operand: string, to: number, source: Source, index: number, calldata: string[]): string {
  const size = operand.length / 2;
  if (source === 'output' && index > 0) return `${size} ${OUTPUTS + (index - 1) * OUTPUT_BYTES} ${to} MCOPY`;
  if (source === 'calldata') {
    const from = calldata.join('').length / 2;
    calldata.push(operand);
    return `${size} ${from} ${to} CALLDATACOPY`;
  }
  const words = operand.match(/.{1,64}/g) ?? [];
  return words.map((hex, i) => `0x${hex.padEnd(64, '0')} ${to + 32 * i} MSTORE`).join(' ');
}

function gasOf({ address, gas, isForwarded }: Step, size: number): string {
  if (gas === 'all') return 'GAS';
  if (gas === 'none') return '0';
  if (gas === 'huge') return String(1n << 64n);
  const entry = PRECOMPILES.find((each) => Number(`0x${each.address}`) === address);
  const price = entry?.implementation.gas(new Uint8Array(size)) ?? 0n;
  return String(price + (isForwarded ? 5_000n : 0n) - (gas === 'short' && price > 0n ? 1n : 0n));
}
