import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import {
  type HeldStep,
  namedTransaction,
  ProofRefused,
  type TrustedBook,
  type VerifyOptions,
  verifyBlock,
  verifyMessages,
  verifyTransaction,
} from '@tain/verify/verify';
import { Failure, messageOf } from '../../kernel/failure.ts';

/** Options of `tain verify-proof`, as the command line gives them. */
export interface VerifyProofOptions {
  readonly ledgerId?: string;
  readonly wrapsKey: readonly string[];
  /** SHA-384 of address books in hex, or files with them. */
  readonly addressBook: readonly string[];
  /** File with the stakes by node id. */
  readonly weights?: string;
  readonly from?: string;
  readonly to?: string;
  readonly olderProfiles?: true;
  readonly transaction?: string;
  readonly nonce?: number;
  readonly scheduled?: true;
  readonly topic?: string;
  readonly message?: string;
  readonly through?: string;
  readonly block?: string;
  readonly json?: true;
}

/** Maximum size of a proof: larger than any that a server returns. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Verifies a proof in a file, or from standard input (`-`), and prints what it proves. Throws `Failure`: `usage` when
 * options are missing or wrong, `refused` when the proof is invalid. The successful steps are printed before.
 */
export async function verifyProof(
  file: string,
  options: VerifyProofOptions,
  print: (text: string) => void,
): Promise<void> {
  const requested = requestedSubject(options);
  const proof = parseProof(file, await readProofFile(file));
  const subject = requested ?? subjectOf(proof);
  const held: HeldStep[] = [];
  const trust = await trustOf(options, (step) => {
    held.push(step);
    if (!options.json) print(`✓ ${step.step.padEnd(9)} ${step.detail}`);
  });
  try {
    const facts = await provenIn(proof, subject, options, trust);
    if (options.json) print(jsonText({ proven: true, kind: subject, facts, steps: held }));
    else print(`\n${readable(facts)}`);
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('usage', `${sentence(error.message)} See --help.`);
    if (!(error instanceof ProofRefused)) throw error;
    const { step, message } = error;
    if (options.json) print(jsonText({ proven: false, step, message, steps: held }));
    else print(`✗ ${step.padEnd(9)} ${message}`);
    throw new Failure('refused', `The proof is refused at the step ${step}: ${message}`);
  }
}

async function readProofFile(file: string): Promise<Buffer> {
  const bytes = file === '-' ? await buffer(process.stdin) : await readFile(file);
  if (bytes.length > MAX_BYTES) throw new Failure('refused', `${file} is larger than any proof.`);
  return bytes;
}

function parseProof(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new Failure('refused', `The proof is refused at the step format: ${file} is not JSON.`, { cause });
  }
}

async function trustOf(
  options: VerifyProofOptions,
  onStep: (held: HeldStep) => void,
): Promise<VerifyOptions> {
  const { ledgerId, wrapsKey, addressBook, olderProfiles, from, to } = options;
  const weights = options.weights === undefined ? undefined : await readWeights(options.weights);
  const span = {
    ...(weights === undefined ? {} : { weights }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const books = await Promise.all(
    addressBook.map(async (book): Promise<TrustedBook> => ({ sha384: await bookHash(book), ...span })),
  );
  return {
    ...(ledgerId === undefined ? {} : { ledgerId }),
    ...(books.length === 0 ? {} : { addressBooks: books }),
    wrapsKeys: wrapsKey,
    allowOlderProfiles: olderProfiles ?? false,
    onStep,
  };
}

/** Returns the hash itself, or the hash of the file of this name. */
async function bookHash(book: string): Promise<string> {
  if (/^(?:0x)?[0-9a-f]{96}$/i.test(book)) return book;
  return createHash('sha384')
    .update(await readFile(book))
    .digest('hex');
}

async function readWeights(file: string): Promise<Record<string, string>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Failure('usage', `The weights cannot be read: ${messageOf(error)}.`);
  }
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  const weights = entries.map(([node, weight]): [string, string] => [node, String(weight)]);
  if (
    weights.length === 0 ||
    weights.some(([node, weight]) => !/^\d+$/.test(node) || !/^\d{1,19}$/.test(weight))
  )
    throw new Failure('usage', `${file} has no JSON object of weights by node id.`);
  return Object.fromEntries(weights);
}

/** Subjects of a proof, and the options that select each. */
const SUBJECT_OPTIONS = {
  transaction: ['transaction', 'nonce', 'scheduled'],
  messages: ['topic', 'message', 'through'],
  block: ['block'],
} as const;
type Subject = keyof typeof SUBJECT_OPTIONS;
type OptionName = keyof VerifyProofOptions;

/** Options that require another one. */
const NEEDS: readonly (readonly [OptionName, OptionName])[] = [
  ['through', 'message'],
  ['weights', 'addressBook'],
  ['from', 'addressBook'],
  ['to', 'addressBook'],
  ['wrapsKey', 'ledgerId'],
  ['olderProfiles', 'ledgerId'],
];

/** Returns the name of an option on the command line. */
function flag(name: OptionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function isGiven(options: VerifyProofOptions, name: OptionName): boolean {
  const value = options[name];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** Returns the subject that the options select; null: any. Throws `Failure` when options contradict each other. */
function requestedSubject(options: VerifyProofOptions): Subject | null {
  for (const [name, needed] of NEEDS) {
    if (isGiven(options, name) && !isGiven(options, needed))
      throw new Failure('usage', `${flag(name)} needs ${flag(needed)}.`);
  }
  const given = (Object.keys(SUBJECT_OPTIONS) as Subject[]).flatMap((subject) => {
    const option = SUBJECT_OPTIONS[subject].find((name) => isGiven(options, name));
    return option === undefined ? [] : [{ subject, option }];
  });
  const [first, second] = given;
  if (first && second)
    throw new Failure(
      'usage',
      `${flag(first.option)} and ${flag(second.option)} request different things: verify the proof once for each.`,
    );
  return first?.subject ?? null;
}

/** Returns the subject of a proof when no option selects one. */
function subjectOf(proof: unknown): Subject {
  const has = (name: string) => typeof proof === 'object' && proof !== null && Object.hasOwn(proof, name);
  if (has('topic')) return 'messages';
  return has('transaction') || isOfRecordedTransaction(proof) ? 'transaction' : 'block';
}

async function provenIn(
  proof: unknown,
  subject: Subject,
  { transaction, nonce, scheduled, topic, message, through, block }: VerifyProofOptions,
  trust: VerifyOptions,
): Promise<object> {
  if (subject === 'messages') {
    const asked = {
      ...(topic === undefined ? {} : { topic }),
      ...(message === undefined ? {} : { from: message, to: through ?? message }),
    };
    return verifyMessages(proof, { ...trust, asked });
  }
  if (subject === 'block')
    return verifyBlock(proof, { ...trust, ...(block === undefined ? {} : { number: block }) });
  const asked = {
    ...(transaction === undefined ? {} : namedTransaction(transaction)),
    ...(nonce === undefined ? {} : { nonce }),
    ...(scheduled === undefined ? {} : { scheduled }),
  };
  return verifyTransaction(proof, { ...trust, transaction: asked });
}

/**
 * Returns whether a proof by a record file proves a transaction: it does unless it contains the whole file and names no
 * transaction.
 */
function isOfRecordedTransaction(proof: unknown): boolean {
  const { kind, file } = (proof ?? {}) as {
    readonly kind?: unknown;
    readonly file?: { readonly index?: unknown };
  };
  return kind === 'record-file' && file?.index !== null;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Returns bytes as text if they are printable UTF-8, else as hex. */
function bytesText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them.
    if (!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text)) return JSON.stringify(text);
  } catch {}
  return prefixedHex(bytes);
}

function jsonText(value: object): string {
  const replace = (_: string, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('base64') : each;
  return JSON.stringify(value, replace, 2);
}

/** Formats facts as lines of names and values; nested facts are indented. */
function readable(facts: object, indent = ''): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && !(value instanceof Uint8Array && value.length === 0))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => `${indent}${name}:${valueText(value, indent)}`)
    .join('\n');
}

function valueText(value: unknown, indent: string): string {
  if (value instanceof Uint8Array) return ` ${bytesText(value)}`;
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object')
      ? ` ${value.join(', ')}`
      : value.map((each) => `\n${readable(each, `${indent}    `).replace(/^(\s*) {2}/, '$1- ')}`).join('');
  if (typeof value === 'object' && value !== null) return `\n${readable(value, `${indent}  `)}`;
  return ` ${String(value)}`;
}
