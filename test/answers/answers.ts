/*
 * Notation of the answers. They are written by hand, from the interface and the rows, independent of the server's code.
 */

/** Groups of routes that parse requests and word errors in the same way. */
export type Family = 'ledger' | 'lookup' | 'network' | 'nodes' | 'execution';

/** An item of a list. */
export type Item = Readonly<Record<string, unknown>>;

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
export const OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

/**
 * Expected answer of a list: items by their letters (`a` is the first of `all`, in their order), or the status and
 * the texts of an error, `400 Invalid parameter: limit | Unknown query parameter: x`.
 */
export type Expected = string;

/**
 * Expected answer for each operator before one value of a parameter, with `order=asc`. An operator without an entry is
 * an invalid value, and refused. An object is the complete answer.
 */
export type Filter = {
  readonly value: string;
  /** Parameters that precede this one in the query. */
  readonly with?: string;
} & { readonly [operator in Operator]?: Expected | Item };

/** A list of the interface. */
export interface ListAnswers {
  /** Path as in the table of routes. */
  readonly route: string;
  readonly family: Family;
  /** Family that answers other methods, if another route has the path with a parameter. */
  readonly otherMethods?: Family;
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>>;
  /** Parameters that precede all others in the queries of its pages. */
  readonly query?: string;
  /** Member of the answer that contains the items. */
  readonly items: string;
  /** Default order of the list. */
  readonly order: 'asc' | 'desc';
  /** `max-age` of answers, in seconds. */
  readonly maxAge: number;
  /** All items in ascending order. */
  readonly all: readonly Item[];
  /** Returns an item in descending order, if lists inside it follow the order. */
  readonly descending?: (item: Item) => Item;
  /** Returns members of an answer other than its items and its links. */
  readonly extra?: (shown: readonly Item[], url: string) => Item;
  /** Keys that order the list, most significant first: parameters of the link, with their values. */
  readonly keys: Readonly<Record<string, (item: Item) => unknown>>;
  /** True if no page follows the first or last item because no further item can exist, for example one with a negative number. */
  readonly ends?: { readonly asc?: boolean; readonly desc?: boolean };
  /** Default and maximum page size, if they are not the server's settings. */
  readonly pages?: { readonly byDefault: number; readonly max: number; readonly above: 'cut' | 'refused' };
  readonly filters: Readonly<Record<string, Filter | readonly Filter[]>>;
  /** Further queries; with `limit`, the link as well. */
  readonly cases?: Readonly<Record<string, Expected | readonly [expected: Expected, next: string | null]>>;
  /** Other paths after `/api/v1`, with their queries. */
  readonly paths?: Readonly<Record<string, Expected>>;
}

/** Paths of one route after `/api/v1`, with their queries. */
export interface ItemAnswers {
  readonly route: string;
  readonly family: Family;
  readonly maxAge: number;
  /** Expected object, with its status if it is not 200, or an error as in `Expected`. */
  readonly answers: Readonly<Record<string, Item | readonly [status: number, answer: Item] | string>>;
}

/** Rows by table, in the order in which they are loaded. */
export type Rows = Readonly<Record<string, readonly Item[]>>;

/** A request that is not a GET with a JSON answer. */
export interface Request {
  readonly route: string;
  readonly family: Family;
  readonly method?: string;
  /** Path after `/api/v1`, with its query. */
  readonly url: string;
  readonly body?: Uint8Array;
  readonly server?: 'small';
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Expected object or text, or an error as in `Expected`. */
  readonly expected: Item | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Part of the rows, and the answers about it. */
export interface Resource {
  readonly rows: Rows;
  readonly lists?: readonly ListAnswers[];
  readonly items?: readonly ItemAnswers[];
  readonly requests?: readonly Request[];
}

/** Returns the nanoseconds of a time; for `5.3`, 5 s and 3 ns. */
export function at(seconds: number, nanos = 0): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
}

/** Returns a timestamp in the format of answers. */
export function time(seconds: number, nanos = 0): string {
  return `${seconds}.${String(nanos).padStart(9, '0')}`;
}

/** Returns the validity range of a version in the format of tables. */
export function since(from: number, to?: number): string {
  return `[${at(from)},${to === undefined ? '' : at(to)})`;
}

/** Returns a range of validity in the format of answers. */
export function span(from: number, to?: number): Item {
  return { from: time(from), to: to === undefined ? null : time(to) };
}

export const id = (num: number): string => `0.0.${num}`;
export const address = (num: number): string => `0x${num.toString(16).padStart(40, '0')}`;
/** Returns 32 bytes as hex with `0x`. */
export const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
/** Returns bytes in the format of rows. */
export const hex = (digits: string): string => `\\x${digits}`;
export const base64 = (digits: string): string => Buffer.from(digits, 'hex').toString('base64');

/** Makes `count` values, numbered from 1. */
export function many<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

/**
 * Returns an Ed25519 key of one repeated byte, in the format of rows; the next function returns it in the format of
 * answers.
 */
export const keyRow = (byte: string): string => hex(`1220${byte.repeat(32)}`);
export const keyJson = (byte: string): Item => ({ _type: 'ED25519', key: byte.repeat(32) });
