import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../proto/${file}`, import.meta.url), 'utf8');

test.each([
  ['hapi', 'hapi.json'],
  ['services', 'services.json'],
  ['block-stream', 'block-stream.proto'],
])('the generated code of %s is up to date (npm run build)', (name, source) => {
  const made = ['generate.js', 'generator/package-lock.json', source].map(read).join('');
  const hash = createHash('sha256').update(made).digest('hex').slice(0, 32);
  const head = `// Made by proto/generate.js of ${source} (${hash}). Not to be edited.`;
  for (const file of [`generated/${name}.js`, `generated/${name}.d.ts`]) {
    expect([file, read(file).split('\n')[0]]).toEqual([file, head]);
  }
});
