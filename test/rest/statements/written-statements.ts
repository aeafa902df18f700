import { parseTransactionType } from '@tain/ledger/transaction-type';
import type { ExecutedStatement } from '../statement-work.ts';
import { formatSql } from './format-sql.ts';

/** Returns the text of a file: the request (its path and query) and each of its statements with its values. */
export function writtenStatements(request: string, statements: readonly ExecutedStatement[]): string {
  const written = statements.map(({ text, values }) => {
    const parameters = new Map<string, string[]>();
    for (const [index, value] of values.entries()) {
      const meaning = `${print(value)}${nameOf(value, request)}`;
      parameters.set(meaning, [...(parameters.get(meaning) ?? []), `$${index + 1}`]);
    }
    const named = [...parameters].map(([meaning, at]) => `-- ${at.join(', ')} = ${meaning}\n`);
    return `${named.join('')}${formatSql(text).trimEnd()};\n`;
  });
  return `-- GET ${request}\n\n${written.join('\n')}`;
}

function print(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(print).join(', ')}}`;
  return String(value);
}

/** Returns the parameter of the request with this value, if the value alone determines it. */
function nameOf(value: unknown, request: string): string {
  const [pathname = '', query = ''] = request.split('?');
  const given = [
    ...pathname.split('/').map((text): [string, string] => ['path', text]),
    ...new URLSearchParams(query).entries(),
  ];
  const values = (Array.isArray(value) ? value : [value]).map(print);
  const names = given.flatMap(([name, text]) =>
    formsOf(text).some((form) => values.includes(form)) ? name : [],
  );
  return names.length === 0 ? '' : ` (${[...new Set(names)].join(', ')})`;
}

/** Returns the values that a parameter's text may be converted to: a text, the number of an id, nanoseconds, bytes. */
function formsOf(text: string): string[] {
  const plain = text.replace(/^(eq|ne|gte?|lte?):/, '');
  const forms = [plain, `%${plain}%`];
  const type = parseTransactionType(plain);
  if (type !== undefined) forms.push(String(type));
  const number = /^(?:0\.0\.)?(\d+)$/.exec(plain)?.[1];
  if (number !== undefined) forms.push(...adjacentValues(BigInt(number)));
  const time = /^(\d+)(?:\.(\d{1,9}))?$/.exec(plain);
  if (time !== null) forms.push(...adjacentValues(BigInt(time[1] + (time[2] ?? '').padEnd(9, '0'))));
  const transaction = /^0\.0\.(\d+)-(\d+)-(\d{9})$/.exec(plain);
  if (transaction !== null) forms.push(`${transaction[1]}`, `${transaction[2]}${transaction[3]}`);
  const hex = /^(?:0x)?([0-9a-f]+)$/.exec(plain)?.[1];
  if (hex !== undefined) forms.push(`\\x${hex}`, `\\x${hex.padStart(64, '0')}`);
  return forms;
}

/** Returns the adjacent values, because an exclusive bound becomes one of them. */
function adjacentValues(value: bigint): string[] {
  return [value - 1n, value, value + 1n].map(String);
}
