import type { Source } from './source-match.ts';

/** A line of a source. */
export interface SourceLine {
  /** Name of the source file. */
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line: number;
  /** The line, without its indentation. */
  readonly text: string;
}

/** A step of an opcode trace. */
export interface Step {
  readonly op: string;
  readonly pc: number;
  readonly depth: number;
}

/** Maximum number of characters of a shown line. */
const MAX_LINE = 200;
/** Beginning of a definition: code that the compiler made for a whole contract has no line of its own. */
const DEFINITION = /^(?:abstract contract|contract|library|interface)\b/;

/** Instructions of a contract's code, with their lines. */
export class SourceLines {
  readonly #source: Source;
  /** Number of the instruction at a position of the code. */
  readonly #instructions = new Map<number, number>();
  readonly #places: readonly (readonly [start: number, source: number])[];
  /** Texts as bytes, in which the compiler counts. */
  readonly #bytes = new Map<string, Uint8Array>();

  constructor(source: Source) {
    this.#source = source;
    this.#places = placesOf(source.sourceMap);
    for (let pc = 0, number = 0; pc * 2 < source.code.length; number++) {
      this.#instructions.set(pc, number);
      const op = Number.parseInt(source.code.slice(pc * 2, pc * 2 + 2), 16);
      pc += op >= 0x60 && op <= 0x7f ? op - 0x5e : 1;
    }
  }

  get source(): Source {
    return this.#source;
  }

  /** Returns whether all steps may be those of this code: at each position it has the step's operation. */
  canRun(steps: readonly Step[]): boolean {
    return steps.every(({ op, pc }) => {
      const known = byteOf(op.toUpperCase());
      const byte = this.#source.code.slice(pc * 2, pc * 2 + 2);
      return this.#instructions.has(pc) && (known === undefined || byte === known);
    });
  }

  /** Returns the line of the instruction at a position of the code; null where the code comes from no line. */
  lineAt(pc: number): SourceLine | null {
    const [start, number] = this.#places[this.#instructions.get(pc) ?? -1] ?? [-1, -1];
    const file = this.#source.sourceNames.get(number);
    const text = file === undefined ? undefined : this.#source.texts.get(file);
    if (file === undefined || text === undefined || start < 0) return null;
    const bytes = this.#bytes.get(file) ?? new TextEncoder().encode(text);
    this.#bytes.set(file, bytes);
    if (start >= bytes.length) return null;
    const lineStart = bytes.lastIndexOf(NEWLINE, start) + (bytes[start] === NEWLINE ? 0 : 1);
    const lineEnd = bytes.indexOf(NEWLINE, start);
    const decode = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
    if (DEFINITION.test(decode(start, start + 20))) return null;
    let line = 1;
    for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < start; at = bytes.indexOf(NEWLINE, at + 1))
      line++;
    const shown = decode(lineStart, Math.min(lineEnd === -1 ? bytes.length : lineEnd, lineStart + MAX_LINE));
    return { file, line, text: shown.trim() };
  }

  /** Returns the line of the last of these steps that has one; null if none has. */
  lastLine(steps: readonly Step[]): SourceLine | null {
    for (let at = steps.length - 1; at >= 0; at--) {
      const line = this.lineAt(steps[at]?.pc ?? -1);
      if (line !== null) return line;
    }
    return null;
  }
}

const NEWLINE = 10;

/** Decompresses a source map: the start in bytes and the number of the source, for each instruction. */
function placesOf(map: string): readonly (readonly [start: number, source: number])[] {
  let [start, source] = [-1, -1];
  return map.split(';').map((part) => {
    const [first = '', , third = ''] = part.split(':', 3);
    if (first !== '') start = Number(first);
    if (third !== '') source = Number(third);
    return [start, source] as const;
  });
}

/** Operations at which the source of a failed call is found, and by which its code is recognized. */
const OPCODES: Readonly<Record<string, string>> = {
  ADD: '01',
  MUL: '02',
  SUB: '03',
  DIV: '04',
  ISZERO: '15',
  CALLER: '33',
  CALLDATALOAD: '35',
  POP: '50',
  MLOAD: '51',
  MSTORE: '52',
  SLOAD: '54',
  SSTORE: '55',
  JUMP: '56',
  JUMPI: '57',
  JUMPDEST: '5b',
  CREATE: 'f0',
  CALL: 'f1',
  DELEGATECALL: 'f4',
  CREATE2: 'f5',
  STATICCALL: 'fa',
  REVERT: 'fd',
  INVALID: 'fe',
};

/** Families of operations that end with their number: the byte of number 0. */
const NUMBERED: Readonly<Record<string, number>> = { PUSH: 0x5f, DUP: 0x7f, SWAP: 0x8f };

/** Returns the byte of an operation in hex; undefined for one that is not in the tables. */
function byteOf(op: string): string | undefined {
  const [, family = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(op) ?? [];
  const first = NUMBERED[family];
  return first === undefined ? OPCODES[op] : (first + Number(number)).toString(16);
}

/** Steps of one execution of code, without those of the calls that it makes. */
type Frame = Step[];

/** Maximum number of nested calls whose lines are shown. */
const MAX_FRAMES = 20;
/** Last operations of executions that did not fail. */
const ENDS_WELL = new Set(['STOP', 'RETURN', 'SELFDESTRUCT', 'SUICIDE']);

/**
 * Returns the executions that failed one in another, from the transaction's own to the one that failed first, each with
 * the steps up to its failure, or up to the call that failed in it. Empty if the transaction did not fail.
 */
export function failedFrames(steps: readonly Step[]): readonly Frame[] {
  /** Open executions, each with the call that ended in it last. */
  const open: { readonly steps: Frame; failed: readonly Frame[] }[] = [];
  let outcome: readonly Frame[] = [];
  const close = (): void => {
    const ended = open.pop();
    const last = ended?.steps.at(-1);
    if (ended === undefined || last === undefined) return;
    const frames = ENDS_WELL.has(last.op.toUpperCase()) ? [] : [ended.steps, ...ended.failed];
    const parent = open.at(-1);
    if (parent === undefined) outcome = frames;
    else parent.failed = frames;
  };
  const first = steps[0]?.depth ?? 0;
  for (const step of steps) {
    const level = step.depth - first + 1;
    if (level < 1) continue;
    while (open.length > level) close();
    while (open.length < level) open.push({ steps: [], failed: [] });
    open.at(-1)?.steps.push(step);
  }
  while (open.length > 0) close();
  return outcome.slice(0, MAX_FRAMES);
}

/** A place where a transaction failed: a line of a contract's source. */
export interface FailedLine extends SourceLine {
  readonly contract: string;
}

/**
 * Returns the lines at which a transaction failed, from the transaction's own call to the innermost one, by its trace.
 * The contract that executed steps is the one of `known` whose code has them.
 */
export function failedLines(steps: readonly Step[], known: readonly SourceLines[]): readonly FailedLine[] {
  return failedFrames(steps).flatMap((frame) => {
    const lines = known.find((each) => each.canRun(frame));
    const line = lines?.lastLine(frame);
    return lines === undefined || line === undefined || line === null
      ? []
      : [{ ...line, contract: lines.source.name }];
  });
}
