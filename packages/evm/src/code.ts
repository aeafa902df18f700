/** Facts about code, computed once for each array of code. A contract's code is one array while it is cached. */
export interface CodeFacts {
  /** 1 at each JUMPDEST that is not data of a PUSH. */
  readonly jumps: Uint8Array;
  /** Values of executed PUSH operations, by offset. */
  readonly pushed: (bigint | undefined)[];
}

const known = new WeakMap<Uint8Array, CodeFacts>();

export function factsOf(code: Uint8Array): CodeFacts {
  let facts = known.get(code);
  if (facts === undefined) {
    facts = { jumps: jumpDestinations(code), pushed: [] };
    known.set(code, facts);
  }
  return facts;
}

function jumpDestinations(code: Uint8Array): Uint8Array {
  const found = new Uint8Array(code.length);
  for (let pc = 0; pc < code.length; pc += 1) {
    const opcode = code[pc] ?? 0;
    if (opcode === 0x5b) found[pc] = 1;
    else if (opcode >= 0x60 && opcode <= 0x7f) pc += opcode - 0x5f;
  }
  return found;
}

/** Returns the cached value of a PUSH of `size` bytes at `pc`, with zeros after the end of the code. */
export function readPush(code: Uint8Array, pc: number, size: number, pushed: (bigint | undefined)[]): bigint {
  let value = 0n;
  for (let at = pc + 1; at <= pc + size; at += 1) value = (value << 8n) | BigInt(code[at] ?? 0);
  pushed[pc] = value;
  return value;
}
