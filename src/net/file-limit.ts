import { readFileSync } from 'node:fs';

/** Limit on most systems, used where it cannot be read. */
const USUAL_LIMIT = 1_024;

/** Maximum number of files and sockets that this process may open. Infinity where there is no limit. */
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

/** Reads the limit from the runtime's report, which takes some milliseconds; only Linux has another source. */
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
