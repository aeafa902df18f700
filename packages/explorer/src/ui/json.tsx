import { printExactJson } from '@tain/client/exact-json';
import { apiUrl, get } from '../api.ts';
import { useLoaded } from './hooks.ts';
import { Copy, Failure, Skeleton } from './parts.tsx';

/** Unmodified responses of the API. */
export function JsonPanel({ paths }: { paths: readonly string[] }) {
  return (
    <>
      {paths.map((path) => (
        <OneAnswer key={path} path={path} />
      ))}
    </>
  );
}

function OneAnswer({ path }: { path: string }) {
  const { value, error } = useLoaded(path, () => get<unknown>(path));
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <Skeleton />;
  const text = indented(printExactJson(value));
  return (
    <>
      <p class="note">
        <a href={apiUrl(path)}>
          <code>{path}</code>
        </a>{' '}
        <Copy text={text} what="the JSON" />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </>
  );
}

/** Formats JSON with line breaks; integers retain their digits. */
function indented(json: string): string {
  let depth = 0;
  let isText = false;
  let out = '';
  for (let at = 0; at < json.length; at++) {
    const letter = json[at] ?? '';
    if (isText && letter === '\\') {
      out += letter + (json[++at] ?? '');
      continue;
    }
    if (letter === '"') isText = !isText;
    const line = (): string => `\n${'  '.repeat(depth)}`;
    const isEmpty = '{['.includes(letter) && '}]'.includes(json[at + 1] ?? ' ');
    if (isText || letter === '"') out += letter;
    else if (isEmpty) out += letter + (json[++at] ?? '');
    else if ('{['.includes(letter)) {
      depth++;
      out += letter + line();
    } else if ('}]'.includes(letter)) {
      depth--;
      out += line() + letter;
    } else out += letter === ',' ? `,${line()}` : letter === ':' ? ': ' : letter;
  }
  return out;
}
