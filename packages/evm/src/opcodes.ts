/**
 * Properties of each operation for the loop: its name, and for operations without state, cost and change of the stack.
 */

/** Value instead of a fee for an operation that is a function in `operations.ts`. */
export const SLOW = 0xffff;

export const FEES = new Uint16Array(256).fill(SLOW);
/** Minimum number of stack items of each operation. */
export const NEEDS = new Uint8Array(256);
/** Stack height from which the result of an operation does not fit any more. */
export const FULL = new Uint16Array(256).fill(1_025);
const NAMES: string[] = [];

/**
 * Defines an operation of the loop by its opcode: number of items that it pops and pushes, and its fee; without a fee
 * it is slow.
 */
function define(opcode: number, name: string, takes: number, puts: number, fee = SLOW): void {
  NAMES[opcode] = name;
  FEES[opcode] = fee;
  NEEDS[opcode] = takes;
  if (puts > takes) FULL[opcode] = 1_024;
}

const TABLE: readonly (readonly [first: number, takes: number, puts: number, fee: number, names: string])[] =
  [
    [0x01, 2, 1, 3, 'ADD'],
    [0x02, 2, 1, 5, 'MUL'],
    [0x03, 2, 1, 3, 'SUB'],
    [0x04, 2, 1, 5, 'DIV SDIV MOD SMOD'],
    [0x08, 3, 1, 8, 'ADDMOD MULMOD'],
    [0x0b, 2, 1, 5, 'SIGNEXTEND'],
    [0x10, 2, 1, 3, 'LT GT SLT SGT EQ'],
    [0x15, 1, 1, 3, 'ISZERO'],
    [0x16, 2, 1, 3, 'AND OR XOR'],
    [0x19, 1, 1, 3, 'NOT'],
    [0x1a, 2, 1, 3, 'BYTE SHL SHR SAR'],
    [0x30, 0, 1, 2, 'ADDRESS'],
    [0x32, 0, 1, 2, 'ORIGIN CALLER CALLVALUE'],
    [0x35, 1, 1, 3, 'CALLDATALOAD'],
    [0x36, 0, 1, 2, 'CALLDATASIZE'],
    [0x38, 0, 1, 2, 'CODESIZE'],
    [0x3d, 0, 1, 2, 'RETURNDATASIZE'],
    [0x50, 1, 0, 2, 'POP'],
    [0x51, 1, 1, 3, 'MLOAD'],
    [0x52, 2, 0, 3, 'MSTORE'],
    [0x56, 1, 0, 8, 'JUMP'],
    [0x57, 2, 0, 10, 'JUMPI'],
    [0x58, 0, 1, 2, 'PC MSIZE GAS'],
    [0x5b, 0, 0, 1, 'JUMPDEST'],
  ];

/** Operations of `operations.ts`. */
const SLOW_NAMES: readonly (readonly [first: number, takes: number, puts: number, names: string])[] = [
  [0x00, 0, 0, 'STOP'],
  [0x0a, 2, 1, 'EXP'],
  [0x20, 2, 1, 'KECCAK256'],
  [0x31, 1, 1, 'BALANCE'],
  [0x37, 3, 0, 'CALLDATACOPY'],
  [0x39, 3, 0, 'CODECOPY'],
  [0x3a, 0, 1, 'GASPRICE'],
  [0x3b, 1, 1, 'EXTCODESIZE'],
  [0x3c, 4, 0, 'EXTCODECOPY'],
  [0x3e, 3, 0, 'RETURNDATACOPY'],
  [0x3f, 1, 1, 'EXTCODEHASH BLOCKHASH'],
  [0x41, 0, 1, 'COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID SELFBALANCE BASEFEE'],
  [0x49, 1, 1, 'BLOBHASH'],
  [0x4a, 0, 1, 'BLOBBASEFEE'],
  [0x53, 2, 0, 'MSTORE8'],
  [0x54, 1, 1, 'SLOAD'],
  [0x55, 2, 0, 'SSTORE'],
  [0x5c, 1, 1, 'TLOAD'],
  [0x5d, 2, 0, 'TSTORE'],
  [0x5e, 3, 0, 'MCOPY'],
  [0x5f, 0, 1, 'PUSH0'],
  [0xf0, 3, 1, 'CREATE'],
  [0xf1, 7, 1, 'CALL CALLCODE'],
  [0xf3, 2, 0, 'RETURN'],
  [0xf4, 6, 1, 'DELEGATECALL'],
  [0xf5, 4, 1, 'CREATE2'],
  [0xfa, 6, 1, 'STATICCALL'],
  [0xfd, 2, 0, 'REVERT'],
  [0xff, 1, 0, 'SELFDESTRUCT'],
];

for (const [first, takes, puts, fee, names] of TABLE) {
  names.split(' ').forEach((name, index) => {
    define(first + index, name, takes, puts, fee);
  });
}
for (const [first, takes, puts, names] of SLOW_NAMES) {
  names.split(' ').forEach((name, index) => {
    define(first + index, name, takes, puts);
  });
}
for (let size = 1; size <= 32; size += 1) define(0x5f + size, `PUSH${size}`, 0, 1, 3);
for (let item = 1; item <= 16; item += 1) {
  define(0x7f + item, `DUP${item}`, item, item + 1, 3);
  define(0x8f + item, `SWAP${item}`, item + 1, item + 1, 3);
}
for (let topics = 0; topics <= 4; topics += 1) define(0xa0 + topics, `LOG${topics}`, topics + 2, 0);

/** Returns the name of an operation of Cancun, or undefined. */
export function nameOf(opcode: number): string | undefined {
  return NAMES[opcode];
}
