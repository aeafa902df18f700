import type { Precompile } from './precompile.ts';

/** Bytes of the input: rounds, state, message, two counters, and whether it is the last block. */
const INPUT = 213;
const STATE_AT = 4;
const MESSAGE_AT = 68;
const COUNTERS_AT = 196;
const LAST_AT = 212;

/** Number of rounds between two yields: some milliseconds. */
const ROUNDS = 8_192;

/** Initial vector of BLAKE2b (RFC 7693, 2.6), each word as its low and high half. */
const INITIAL = Uint32Array.of(
  ...[
    0x6a09e667f3bcc908n,
    0xbb67ae8584caa73bn,
    0x3c6ef372fe94f82bn,
    0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n,
    0x9b05688c2b3e6c1fn,
    0x1f83d9abfb41bd6bn,
    0x5be0cd19137e2179n,
  ].flatMap((word) => [Number(BigInt.asUintN(32, word)), Number(word >> 32n)]),
);

/** Order in which a round mixes in the words of the message (RFC 7693, 2.7). */
const ORDERS = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
];

/** Words of the state that each mixing of a round uses: columns, then diagonals. */
const MIXED = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e'];

const digits = (text: string): number[] => [...text].map((digit) => Number.parseInt(digit, 16));

/** Indexes in arrays of halves: the message's words of each mixing of ten rounds, and the state's. */
const MESSAGE_INDEXES = Uint8Array.from(ORDERS.flatMap(digits), (word) => 2 * word);
const STATE_INDEXES = Uint8Array.from(MIXED.flatMap(digits), (word) => 2 * word);

/** Compression function of BLAKE2b (EIP-152). */
export const blake2f: Precompile = {
  gas: (input) =>
    input.length === INPUT && (input[LAST_AT] ?? 2) <= 1 ? BigInt(roundsOf(input)) : undefined,

  *run(input) {
    const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
    const words = (at: number, count: number) =>
      Uint32Array.from({ length: count }, (_, index) => view.getUint32(at + 4 * index, true));
    const state = words(STATE_AT, 16);
    const message = words(MESSAGE_AT, 32);
    const counters = words(COUNTERS_AT, 4);
    const v = new Uint32Array(32);
    v.set(state);
    v.set(INITIAL, 16);
    for (const [index, half] of counters.entries()) v[24 + index] = (v[24 + index] ?? 0) ^ half;
    if (input[LAST_AT] === 1) {
      v[28] = ~(v[28] ?? 0);
      v[29] = ~(v[29] ?? 0);
    }
    const rounds = roundsOf(input);
    for (let done = 0; done < rounds; ) {
      const end = Math.min(rounds, done + ROUNDS);
      mixRounds(v, message, done, end);
      done = end;
      yield;
    }
    const output = new Uint8Array(64);
    const out = new DataView(output.buffer);
    for (const [index, half] of state.entries()) {
      out.setUint32(4 * index, half ^ (v[index] ?? 0) ^ (v[16 + index] ?? 0), true);
    }
    return output;
  },
};

function roundsOf(input: Uint8Array): number {
  return new DataView(input.buffer, input.byteOffset, input.byteLength).getUint32(0);
}

function mixRounds(v: Uint32Array, message: Uint32Array, from: number, to: number): void {
  for (let round = from; round < to; round += 1) {
    const order = 16 * (round % 10);
    for (let mixing = 0; mixing < 8; mixing += 1) {
      const first = 4 * mixing;
      mix(
        v,
        STATE_INDEXES[first] as number,
        STATE_INDEXES[first + 1] as number,
        STATE_INDEXES[first + 2] as number,
        STATE_INDEXES[first + 3] as number,
        message,
        MESSAGE_INDEXES[order + 2 * mixing] as number,
        MESSAGE_INDEXES[order + 2 * mixing + 1] as number,
      );
    }
  }
}

/** Applies the mixing function G (RFC 7693, 3.1) to halves of 64-bit words. */
function mix(
  v: Uint32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  message: Uint32Array,
  x: number,
  y: number,
): void {
  let aLow = v[a] as number;
  let aHigh = v[a + 1] as number;
  let bLow = v[b] as number;
  let bHigh = v[b + 1] as number;
  let cLow = v[c] as number;
  let cHigh = v[c + 1] as number;
  let dLow = v[d] as number;
  let dHigh = v[d + 1] as number;

  let low = aLow + bLow + (message[x] as number);
  aHigh = (aHigh + bHigh + (message[x + 1] as number) + Math.floor(low / 0x1_0000_0000)) >>> 0;
  aLow = low >>> 0;
  // Rotates d right by 32: swaps its halves.
  const turned = dLow ^ aLow;
  dLow = (dHigh ^ aHigh) >>> 0;
  dHigh = turned >>> 0;
  low = cLow + dLow;
  cHigh = (cHigh + dHigh + (low > 0xffff_ffff ? 1 : 0)) >>> 0;
  cLow = low >>> 0;
  let xLow = bLow ^ cLow;
  let xHigh = bHigh ^ cHigh;
  bLow = ((xLow >>> 24) | (xHigh << 8)) >>> 0;
  bHigh = ((xHigh >>> 24) | (xLow << 8)) >>> 0;

  low = aLow + bLow + (message[y] as number);
  aHigh = (aHigh + bHigh + (message[y + 1] as number) + Math.floor(low / 0x1_0000_0000)) >>> 0;
  aLow = low >>> 0;
  xLow = dLow ^ aLow;
  xHigh = dHigh ^ aHigh;
  dLow = ((xLow >>> 16) | (xHigh << 16)) >>> 0;
  dHigh = ((xHigh >>> 16) | (xLow << 16)) >>> 0;
  low = cLow + dLow;
  cHigh = (cHigh + dHigh + (low > 0xffff_ffff ? 1 : 0)) >>> 0;
  cLow = low >>> 0;
  xLow = bLow ^ cLow;
  xHigh = bHigh ^ cHigh;
  // Rotates b right by 63, which is left by one.
  bLow = ((xLow << 1) | (xHigh >>> 31)) >>> 0;
  bHigh = ((xHigh << 1) | (xLow >>> 31)) >>> 0;

  v[a] = aLow;
  v[a + 1] = aHigh;
  v[b] = bLow;
  v[b + 1] = bHigh;
  v[c] = cLow;
  v[c + 1] = cHigh;
  v[d] = dLow;
  v[d + 1] = dHigh;
}
