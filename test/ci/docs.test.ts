import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const PAGES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];
const read = (file: string): string => readFileSync(file, 'utf8');

/** Anchor of a heading: lower case, words joined by hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function brokenLinks(page: string): string[] {
  const text = read(page).replace(/```.*?```/gs, '');
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!existsSync(target)) return [link];
    if (anchor === undefined) return [];
    const anchors = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return anchors.includes(anchor) ? [] : [link];
  });
}

test.each(PAGES)('every link of %s leads to a page and a heading that exist', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test.each(PAGES.filter((page) => !page.startsWith('docs/decisions') && page !== 'CHANGELOG.md'))(
  'every file of the project that %s names exists',
  (page) => {
    const named = [
      ...read(page).matchAll(/`((?:src|packages|test|bench|docs|migrations|web|\.ci)\/[\w./-]*\w)\/?`/g),
    ];
    expect(named.map(([, file = '']) => file).filter((file) => !existsSync(file))).toEqual([]);
  },
);

const RECORDS = readdirSync('docs/decisions').sort();

test.each(RECORDS)('decision %s has its number, a context and a decision', (file) => {
  const text = read(`docs/decisions/${file}`);
  expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
  expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)}\\. \\S`));
  for (const section of ['Context', 'Decision']) expect(text).toContain(`\n## ${section}\n`);
});

test('no two decisions have one number, and the list names each with its title', () => {
  expect(new Set(RECORDS.map((file) => file.slice(0, 4))).size).toBe(RECORDS.length);
  const lines = RECORDS.map((file) => {
    const [title = ''] = read(`docs/decisions/${file}`).split('\n');
    return `- [${file.slice(0, 4)}](decisions/${file}) ${title.slice(8)}`;
  });
  expect(read('docs/decisions.md').match(/^- \[.*$/gm)).toEqual(lines);
});
