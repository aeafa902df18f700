import type { Answer } from '../../clients/relay-process.ts';
import type { Request } from './requests.ts';
import type { Difference, Fields, Known } from './rule.ts';
import { ruleOf } from './rules.ts';

/** Removes the parts of a response that always differ: the envelope, and the request id before an error's message. */
export function comparable({ result, error }: Answer): Answer {
  if (error === undefined) return { result };
  const { code, message, data } = error;
  const text = String(message).replace(/^\[Request ID: [^\]]*\] /, '');
  return { error: { code, message: text, ...(data !== undefined && { data }) } };
}

/** Lists the fields in which two responses differ. */
export function differencesOf(request: Request, relay: Answer, ours: Answer): Difference[] {
  const found: Difference[] = [];
  const walk = (a: unknown, b: unknown, path: string, of: readonly [Fields, Fields]): void => {
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      for (const [i, item] of a.entries()) walk(item, b[i], `${path}[]`, of);
    } else if (isObject(a) && isObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        walk(a[key], b[key], `${path}.${key}`, [a, b]);
      }
    } else if (a !== b && JSON.stringify(a) !== JSON.stringify(b)) {
      found.push({ request, path, relay: a, ours: b, of });
    }
  };
  if (relay.error === undefined && ours.error === undefined)
    walk(relay.result, ours.result, 'result', [relay, ours]);
  else walk(relay.error, ours.error, 'error', [relay, ours]);
  return found;
}

/** Lists the differences that no rule of `rules.ts` declares. */
export function undeclared(request: Request, relay: Answer, ours: Answer, known: Known): Difference[] {
  return differencesOf(request, relay, ours).filter((difference) => ruleOf(difference, known) === undefined);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
