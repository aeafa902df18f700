import type { Difference } from './exact-json.ts';

/**
 * Members that the public mirror node added after the release of the cases (0.160), which therefore lack them: the
 * release, the member with a value, and the requests whose answers have it.
 */
const LATER_MEMBERS = [
  {
    release: '0.166',
    member: 'child',
    value: false,
    list: 'results',
    of: /^\/api\/v1\/contracts\/(?:[^/?]+\/)?results(?:\/(?!logs)[^/?]+)?(?:\?|$)/,
  },
] as const;

/** Returns whether a difference from a case is only a member that its release did not have. */
export function isLater(url: string, { path, expected }: Difference): boolean {
  return (
    expected === undefined &&
    LATER_MEMBERS.some(({ member, of }) => of.test(url) && path.split('.').at(-1) === member)
  );
}

/** Returns the body of a case with the members that its release did not have. */
export function withLaterMembers(url: string, body: unknown): unknown {
  let complete = body;
  for (const { member, value, list, of } of LATER_MEMBERS) {
    if (!of.test(url) || typeof complete !== 'object' || complete === null || '_status' in complete) continue;
    const { [list]: items } = complete as Readonly<Record<string, unknown>>;
    complete = Array.isArray(items)
      ? { ...complete, [list]: items.map((item: object) => ({ ...item, [member]: value })) }
      : { ...complete, [member]: value };
  }
  return complete;
}
