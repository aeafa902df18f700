import type { Route } from '../route/route.ts';

/** Names of an operation in the interface description, and of its answer's type. */
export interface OperationName {
  /** `listAccountNfts`: unique among all routes. */
  readonly id: string;
  /** The id without its verb, as the name of a type: `AccountNfts`. */
  readonly noun: string;
}

/** Converts `allowances-x` to `AllowancesX`, `hook_id` to `HookId`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}`)
    .join('');
}

/** Returns the English singular of the plural words that paths and fields use. */
export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Returns the name of the list in an answer with pages. */
export function itemsOf(route: Route): string | undefined {
  const { properties = {} } = route.answers[200] ?? {};
  if (properties.links === undefined || route.path.endsWith('}')) return undefined;
  return Object.keys(properties).find((name) => properties[name]?.type === 'array');
}

/**
 * Names an operation by its path: each word of it, in the singular if a value follows, and a verb.
 * `/accounts/{id}/nfts` is `listAccountNfts`, `/tokens/nfts` is `listTokensNfts`.
 */
export function operationName(route: Route): OperationName {
  const parts = route.path.split('/').slice(3);
  const noun = parts
    .map((part, index) => {
      if (part.startsWith('{')) return '';
      const named = parts[index + 1]?.startsWith('{') === true;
      return pascalCase(named ? singular(part) : part);
    })
    .join('');
  const verb = route.method === 'POST' ? 'post' : itemsOf(route) === undefined ? 'get' : 'list';
  return { id: `${verb}${noun}`, noun };
}
