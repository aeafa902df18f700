import { readFileSync } from 'node:fs';

/** The limit on most systems, where it cannot be found out. */
const USUAL_LIMIT = 1_024;

/** How many files and sockets this process may have open at once. Infinity where there is no limit. */
export function fileLimit(): number {
  return parseLimit(limitOfLinux() ?? limitOfReport());
}

function limitOfLinux(): string | undefined {
  try {
    return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** Except on Linux, only the runtime's own report has it, which takes some milliseconds. */
function limitOfReport(): string | undefined {
  const report = process.report?.getReport() as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return soft === undefined ? undefined : String(soft);
}

function parseLimit(text: string | undefined): number {
  if (text === 'unlimited') return Number.POSITIVE_INFINITY;
  const limit = Number(text ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? limit : USUAL_LIMIT;
}
