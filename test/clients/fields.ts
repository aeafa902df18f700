/**
 * Returns the missing fields of a response. Each path names a required field (`links.next`, `results[].logs[].index`),
 * with `!` at its end for one that must not be null. A list that must have items is written with `[+]`.
 */
export function missingFields(body: unknown, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const needed = path.endsWith('!');
    const parts = (needed ? path.slice(0, -1) : path).split('.');
    return lacks(body, parts, needed) ? [path] : [];
  });
}

function lacks(value: unknown, [part, ...rest]: readonly string[], needed: boolean): boolean {
  if (part === undefined) return value === undefined || (needed && value === null);
  if (typeof value !== 'object' || value === null) return value !== null || needed;
  const [, name = part, list] = /^(\w+)(\[\+?\])?$/.exec(part) ?? [];
  const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  if (list === undefined) return lacks(member, rest, needed);
  if (!Array.isArray(member) || (list === '[+]' && member.length === 0)) return true;
  return member.some((item) => lacks(item, rest, needed));
}
