import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** A stage: its base image, its name and its instructions. */
export interface Stage {
  readonly name: string | null;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

export const ROOT = new URL('../../', import.meta.url);

/** Parses the stages of our Dockerfile, and the ARGs before the first. */
export function readDockerfile(): {
  readonly args: readonly Instruction[];
  readonly stages: readonly Stage[];
} {
  const text = readFileSync(new URL('Dockerfile', ROOT), 'utf8').replaceAll(/\\\n/g, ' ');
  const instructions = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      if (word === '') throw new Error(`no instruction: ${line}`);
      return { word, rest };
    });
  const args: Instruction[] = [];
  const stages: { name: string | null; from: string; instructions: Instruction[] }[] = [];
  for (const one of instructions) {
    const stage = stages.at(-1);
    if (one.word === 'FROM') {
      const [, from = '', name] = /^(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?$/.exec(one.rest) ?? [];
      stages.push({ name: name ?? null, from, instructions: [] });
    } else if (stage === undefined) args.push(one);
    else stage.instructions.push(one);
  }
  return { args, stages };
}

/** Parses sources and target of a COPY, and the stage from which it copies. */
export function readCopy(rest: string): {
  readonly from: string | null;
  readonly sources: string[];
  readonly target: string;
} {
  const from = /--from=(\S+)/.exec(rest)?.[1] ?? null;
  const paths = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}
