/**
 * Installs the supported versions of Node.js, 100 MB each. Returns the path of a major version's program, such as '24'.
 * Undefined when no reachable registry has them.
 */
export function nodePrograms(): Promise<((version: string) => string) | undefined>;
