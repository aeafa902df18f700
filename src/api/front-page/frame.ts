import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';

const STYLE = ['base.css', 'pages.css']
  .map((name) => readFileSync(new URL(`../../../web/${name}`, import.meta.url), 'utf8'))
  .join('');
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => MARKUP[character] ?? '');
}

/** What a page of ours consists of, besides its frame. */
export interface PageParts {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Code that the page runs; it may ask this server alone. */
  readonly script?: string | undefined;
  readonly status?: number;
}

/** Seconds for which a page may be kept. */
const MAX_AGE = 1;

/** A page of ours: everything in one answer, nothing from elsewhere. */
export function pageAnswer({ title, body, script, status = 200 }: PageParts): ReadyAnswer {
  const scripts =
    script === undefined
      ? ''
      : ` script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; connect-src 'self';`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${body}${
  script === undefined
    ? ''
    : `
<script>${script}</script>`
}
</body>
</html>
`;
  return ready(html, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': `public, max-age=${MAX_AGE}`,
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}';${scripts} img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}
