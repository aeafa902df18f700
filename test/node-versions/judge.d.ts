/** Verdicts of a verifier about all cases, by name. */
export function judge(
  verifier: object,
  cases: readonly {
    readonly name: string;
    readonly ask: string;
    readonly proof: unknown;
    readonly trust: object;
  }[],
): Promise<Record<string, string>>;
