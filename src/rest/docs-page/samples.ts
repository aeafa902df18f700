import { CLIENT_NAMES } from '../openapi/client-names.ts';

/** A request shown by the samples. */
export interface SampleRequest {
  /** Id of the operation that the client calls; for a stream that of its list. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** The path with its values. */
  readonly path: string;
  readonly pathValues: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly isList: boolean;
  readonly isStream: boolean;
}

/** Code in each language, by its name. */
export type Samples = readonly (readonly [language: string, code: string])[];

/** Address of the service in samples; the page's script replaces it with its own origin. */
const SAMPLE_ORIGIN = 'http://localhost:5551';

/** Code that makes a request from a shell, with `tain/client` and in Python. */
export function samplesOf(request: SampleRequest): Samples {
  return [
    ['curl', curl(request)],
    ['JavaScript', javascript(request)],
    ['Python', python(request)],
  ];
}

function urlOf({ path, query }: SampleRequest): string {
  const search = Object.entries(query).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `${SAMPLE_ORIGIN}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`;
}

/** Quotes a text for a shell. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curl(request: SampleRequest): string {
  const { isStream, body } = request;
  const url = shell(urlOf(request));
  if (isStream) return `curl -N -H 'accept: application/x-ndjson' \\\n  ${url}`;
  if (body === undefined) return `curl ${url}`;
  return `curl ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${shell(JSON.stringify(body))}`;
}

/** Quotes a value as JavaScript and Python do. */
const quoted = (text: string): string =>
  /^(0|[1-9]\d{0,14})$/.test(text) ? text : `'${text.replace(/[\\']/g, '\\$&')}'`;

function objectText(query: Readonly<Record<string, string>>): string {
  const members = Object.entries(query).map(
    ([name, text]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${quoted(text)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function javascript(request: SampleRequest): string {
  const { id, isList, isStream, pathValues, query, body } = request;
  const name = CLIENT_NAMES[id];
  if (name === null || name === undefined || body instanceof Uint8Array) return plainJavascript(request);
  const hasQuery = Object.keys(query).length > 0;
  const values = [
    ...pathValues.map((text) => `'${text.replace(/[\\']/g, '\\$&')}'`),
    ...(body === undefined ? [] : [JSON.stringify(body, null, 2)]),
    ...(hasQuery ? [objectText(query)] : []),
  ];
  const call = `client.${name}(${values.join(', ')})`;
  const start = `import { createClient } from 'tain/client';\n\nconst client = createClient({ url: '${SAMPLE_ORIGIN}' });\n`;
  if (isStream) return `${start}for await (const { data } of ${call}.stream()) {\n  console.log(data);\n}`;
  if (isList) return `${start}for await (const item of ${call}) {\n  console.log(item);\n}`;
  return `${start}console.log(await ${call});`;
}

function plainJavascript(request: SampleRequest): string {
  const url = quoted(urlOf(request));
  if (request.isStream) {
    return `const source = new EventSource(${url});\nsource.onmessage = ({ data }) => console.log(JSON.parse(data));`;
  }
  if (request.method === 'POST')
    return `const answer = await fetch(${url}, { method: 'POST', body });\nconsole.log(await answer.json());`;
  return `const answer = await fetch(${url});\nconsole.log(await answer.json());`;
}

function python(request: SampleRequest): string {
  const { path, query, body, isStream, method } = request;
  const params = Object.entries(query).map(([name, text]) => `'${name}': ${quoted(text)}`);
  const given = params.length === 0 ? '' : `, params={${params.join(', ')}}`;
  const url = `'${SAMPLE_ORIGIN}${path.replace(/[\\']/g, '\\$&')}'${given}`;
  const start = 'import requests\n\n';
  if (isStream) {
    return `${start}headers = {'accept': 'application/x-ndjson'}\nwith requests.get(${url}, headers=headers, stream=True) as lines:\n    for line in lines.iter_lines():\n        print(line.decode())`;
  }
  if (body !== undefined)
    return `${start}body = ${pythonText(body)}\nprint(requests.post(${url}, json=body).json())`;
  if (method === 'POST') return `${start}print(requests.post(${url}, data=body).json())`;
  return `${start}print(requests.get(${url}).json())`;
}

/** Formats a JSON value as Python. */
function pythonText(value: unknown): string {
  return JSON.stringify(value, null, 4)
    .replace(/: true\b/g, ': True')
    .replace(/: false\b/g, ': False')
    .replace(/: null\b/g, ': None');
}
