/** A version of the network's interface (HAPI) or of its software. */
export interface HapiVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** A version whose patch may be unknown. It then compares as 0. */
export type MinorVersion = Omit<HapiVersion, 'patch'> & Partial<HapiVersion>;

/** Returns whether a version is `min` or later. Null compares as 0.0.0. */
export function isAtLeast(version: MinorVersion | null, min: MinorVersion): boolean {
  const { major, minor, patch = 0 }: MinorVersion = version ?? { major: 0, minor: 0 };
  if (major !== min.major) return major > min.major;
  return minor !== min.minor ? minor > min.minor : patch >= (min.patch ?? 0);
}
