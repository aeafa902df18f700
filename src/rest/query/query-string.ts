import { badRequest } from './problem.ts';

/**
 * A query string is read as clients write it: `a=1&a=2`, `a[]=1`, `a[0]=1`, percent-encoding, `+` for a space, empty
 * parts between `&`. The rules are those of the `qs` package with a depth of one and strict limits, because clients
 * rely on them.
 */
export interface RequestParameter {
  /** Name as the route's dialect compares it: lower case, or as written. */
  readonly name: string;
  /** Decoded values. The values of one spelling are adjacent, spellings in order of appearance. */
  readonly values: readonly string[];
  /** Whether the parameter was written as a list: several values, or brackets. */
  readonly list: boolean;
  /** Whether the brackets contained a key (`a[b]=1`), which no parameter has. */
  readonly nested: boolean;
}

export interface QueryStringLimits {
  /** Maximum number of values of one parameter in one spelling. */
  readonly maxRepeated: number;
  /** Whether `Limit` and `limit` are different parameters. */
  readonly caseSensitive: boolean;
}

const MAX_PARAMETERS = 1000;
const INDEX = /^\d{1,4}$/;

interface Spelling {
  readonly values: (string | undefined)[];
  count: number;
  list: boolean;
  nested: boolean;
}

/**
 * Parses the part of a URL after `?`. Order is that of first appearance.
 * Throws `Problem` (400) for more than 1000 parts, more values than allowed, or brackets in brackets.
 * Takes time linear in the length of the text.
 */
export function parseQueryString(text: string, limits: QueryStringLimits): RequestParameter[] {
  const spellings = new Map<string, Spelling>();
  let parts = 0;
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end > start) {
      parts++;
      if (parts > MAX_PARAMETERS) {
        throw badRequest(`Parameter limit exceeded. Only ${MAX_PARAMETERS} parameters allowed.`);
      }
      addPart(spellings, text.slice(start, end), limits.maxRepeated);
    }
    start = end + 1;
  }
  return mergeSpellings(spellings, limits.caseSensitive);
}

function addPart(spellings: Map<string, Spelling>, part: string, maxRepeated: number): void {
  // An equals sign after a closing bracket is the separator, even if the brackets contain one.
  const bracketEquals = part.indexOf(']=');
  const equals = bracketEquals >= 0 ? bracketEquals + 1 : part.indexOf('=');
  const key = parseKey(decode(equals < 0 ? part : part.slice(0, equals)));
  if (key.name === '') return;
  const value = equals < 0 ? '' : decode(part.slice(equals + 1));

  let spelling = spellings.get(key.name);
  if (spelling === undefined) {
    spelling = { values: [], count: 0, list: false, nested: false };
    spellings.set(key.name, spelling);
  }
  if (key.bracket !== undefined) {
    spelling.list = true;
    if (key.bracket !== '' && !INDEX.test(key.bracket)) spelling.nested = true;
  }
  spelling.count++;
  const index = key.bracket !== undefined && INDEX.test(key.bracket) ? Number(key.bracket) : -1;
  if (spelling.count > maxRepeated || index >= maxRepeated) {
    const elements = maxRepeated === 1 ? 'element' : 'elements';
    throw badRequest(`Array limit exceeded. Only ${maxRepeated} ${elements} allowed in an array.`);
  }
  if (index >= 0 && spelling.values[index] === undefined) spelling.values[index] = value;
  else spelling.values.push(value);
}

/** Splits `name[bracket]`. Unbalanced brackets belong to the name. */
function parseKey(key: string): { name: string; bracket?: string } {
  const open = key.indexOf('[');
  if (open < 0) return { name: key };
  const close = key.indexOf(']', open);
  if (close < 0) return { name: key };
  const rest = key.slice(close + 1);
  const nextOpen = rest.indexOf('[');
  if (nextOpen >= 0 && rest.indexOf(']', nextOpen) >= 0) {
    throw badRequest('Input depth exceeded depth option of 1 and strictDepth is true');
  }
  const bracket = key.slice(open + 1, close);
  return open === 0 ? { name: bracket } : { name: key.slice(0, open), bracket };
}

/** Percent-decodes; an invalid encoding is left unchanged. */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function mergeSpellings(spellings: Map<string, Spelling>, caseSensitive: boolean): RequestParameter[] {
  const merged = new Map<string, { values: string[]; list: boolean; nested: boolean }>();
  for (const [written, spelling] of spellings) {
    const name = caseSensitive ? written : written.toLowerCase();
    const values = spelling.values.filter((value) => value !== undefined);
    const present = merged.get(name);
    if (present === undefined) {
      merged.set(name, {
        values,
        list: spelling.list || values.length > 1,
        nested: spelling.nested,
      });
    } else {
      present.values.push(...values);
      present.list = true;
      present.nested ||= spelling.nested;
    }
  }
  return [...merged].map(([name, { values, list, nested }]) => ({ name, values, list, nested }));
}
