import { Refusal } from '../state/model.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const MAX_FIELDS = 500;
const SEGMENT = /\[([^[\]]*)\]/g;

/**
 * Converts a form from older Statuspage tools (`incident[name]=…`, `incident[components][id]=…`,
 * `incident[component_ids][]=…`) into the JSON that newer ones send. All values stay text. Throws `Refusal`
 * for invalid names.
 */
export function parseForm(text: string): Json {
  const root: { [key: string]: Json } = Object.create(null);
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > MAX_FIELDS) throw new Refusal('There are too many fields');
    const head = /^[^[\]]+/.exec(name)?.[0];
    const rest = head === undefined ? '' : name.slice(head.length);
    const keys = [...rest.matchAll(SEGMENT)].map((match) => match[1] ?? '');
    if (head === undefined || rest.replace(SEGMENT, '') !== '' || keys.length > 4) {
      throw new Refusal(`The field ${name.slice(0, 60)} makes no sense`);
    }
    place(root, [head, ...keys], value);
  }
  return root;
}

function place(root: { [key: string]: Json }, keys: readonly string[], value: string): void {
  let target: { [key: string]: Json } = root;
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1];
    if (next === undefined) {
      target[key] = value;
    } else if (next === '' && index === keys.length - 2) {
      const list = target[key];
      if (Array.isArray(list)) list.push(value);
      else target[key] = [value];
      return;
    } else {
      const inner = target[key];
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) target = inner;
      else {
        const made: { [key: string]: Json } = Object.create(null);
        target[key] = made;
        target = made;
      }
    }
  }
}
