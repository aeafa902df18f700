import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ConnectionTarget } from '../../src/store/connections/database.ts';
import { isPlannedForValues } from '../../src/store/sql.ts';
import type { Statement } from './recorded-statements.ts';

const run = promisify(execFile);
/** Maximum number of scripts in one run: each is planned five times on each connection before its plan is cached. */
const MAX_SCRIPTS = 2;
/** Maximum number of parameters that pgbench sends with a statement. */
const MAX_PARAMETERS = 255;

/** Returns the path of pgbench, or null. */
export async function findPgbench(): Promise<string | null> {
  const candidates = ['pgbench', ...[18, 17, 16, 15].map((v) => `/usr/lib/postgresql/${v}/bin/pgbench`)];
  for (const program of candidates) {
    const found = await run(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (found) return program;
  }
  return null;
}

/** Duration and clients of a load. */
export interface Load {
  readonly clients: number;
  /** Whole seconds. */
  readonly seconds: number;
}

/**
 * Measures the requests a second that PostgreSQL alone reaches: one transaction of pgbench executes the prepared
 * statements of one request, and requests are chosen at random. Returns null when pgbench cannot run them.
 */
export async function measurePgbench(
  program: string,
  target: ConnectionTarget,
  requests: readonly (readonly Statement[])[],
  { clients, seconds }: Load,
): Promise<number | null> {
  if ('url' in target) throw new Error('the bench measures an embedded database');
  const scripts = scriptsOf(requests);
  if (scripts.length === 0) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-pgbench-'));
  try {
    const args: string[] = [];
    for (const [index, { text, weight, constants }] of scripts.entries()) {
      const file = path.join(folder, `${index}.sql`);
      await writeFile(file, text);
      args.push('-f', `${file}@${weight}`);
      for (const [name, value] of constants) args.push('-D', `${name}=${value}`);
    }
    // pgbench plans every statement each time if the service plans one of them for its values each time.
    const planned = scripts.some(({ text }) => isPlannedForValues(text));
    const { stdout } = await run(
      program,
      [
        ...['-n', '-M', planned ? 'extended' : 'prepared', '-c', String(clients), '-j', '2'],
        ...['-T', String(seconds), '-h', target.host, '-p', String(target.port), '-U', target.user],
        ...args,
        target.database,
      ],
      { env: { ...process.env, PGOPTIONS: '-c search_path=public -c timezone=UTC' }, timeout: 60_000 },
    );
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (rate === undefined) throw new Error(`no rate in the output of pgbench: ${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Script {
  readonly text: string;
  readonly weight: number;
  readonly constants: readonly (readonly [name: string, value: string])[];
}

/**
 * Groups requests with the same statements into a script, so that PostgreSQL prepares them once. The script chooses
 * varying integers at random; for varying values of other types, each request has its own script.
 */
function scriptsOf(requests: readonly (readonly Statement[])[]): Script[] {
  const groups = new Map<string, string[][]>();
  const statements = new Map<string, readonly Statement[]>();
  for (const request of requests) {
    const values = request.flatMap((statement) => statement.values.map(valueText));
    if (request.length === 0 || request.some(({ values }) => values.length > MAX_PARAMETERS)) continue;
    const fixed = values.map((value) => (isInteger(value) ? null : value));
    const group = JSON.stringify([request.map(({ text }) => text), fixed]);
    groups.set(group, [...(groups.get(group) ?? []), values]);
    statements.set(group, request);
  }
  return [...groups].slice(0, MAX_SCRIPTS).map(([group, rows], index) => ({
    ...scriptOf(statements.get(group) ?? [], rows, `s${index}`),
    weight: rows.length,
  }));
}

/** Returns a script for requests with these statements, with a row of values for each. */
function scriptOf(
  statements: readonly Statement[],
  rows: readonly (readonly string[])[],
  prefix: string,
): Omit<Script, 'weight'> {
  const constants: [string, string][] = [];
  const chosen = new Map<string, string>();
  let head = rows.length > 1 ? `\\set pick random(1, ${rows.length})\n` : '';
  let at = 0;
  const nameOf = (column: number): string => {
    const values = rows.map((row) => row[column] ?? '');
    const known = values.join(',');
    let name = chosen.get(known);
    if (name !== undefined) return name;
    name = `${prefix}v${chosen.size}`;
    chosen.set(known, name);
    const [first = ''] = values;
    if (first === NULL) head += `\\set ${name} null\n`;
    else if (values.every((value) => value === first)) constants.push([name, first]);
    else {
      const cases = values.map((value, row) => `when :pick = ${row + 1} then ${value}`);
      head += `\\set ${name} case ${cases.join(' ')} end\n`;
    }
    return name;
  };
  const body = statements.map(({ text, values }) => {
    const names = values.map(() => nameOf(at++));
    // pgbench would treat `:word` in a literal as a variable.
    const safe = text.replaceAll(/(?<!:):(?=\w)/g, ":' || '");
    return `${safe.replaceAll(/\$(\d+)/g, (_, position: string) => `:${names[Number(position) - 1]}`)};\n`;
  });
  return { text: head + body.join(''), constants };
}

/** Represents SQL's null; no value has this text. */
const NULL = '\u0001null';

function isInteger(text: string): boolean {
  return /^-?\d{1,18}$/.test(text);
}

/** Formats a value for PostgreSQL. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return NULL;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) {
    return `{${value.map((item) => (item === null ? 'NULL' : JSON.stringify(valueText(item)))).join(',')}}`;
  }
  return String(value);
}
