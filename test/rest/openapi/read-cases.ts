import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withLaterMembers } from '../../conformance/later-members.ts';

/** A request of a conformance case and its expected answer. */
export interface CaseAnswer {
  readonly file: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

/** Returns all requests of all cases, their bodies with the members of later releases. */
export function readCaseAnswers(sharedDir: string): CaseAnswer[] {
  const folder = path.join(sharedDir, 'conformance');
  const answers: CaseAnswer[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue;
    const { requests } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
      requests: { url: string | string[]; status: number; body: unknown }[];
    };
    for (const { url, status, body } of requests) {
      for (const one of [url].flat()) {
        answers.push({ file, url: one, status, body: withLaterMembers(one, body) });
      }
    }
  }
  return answers;
}
