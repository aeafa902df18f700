import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html } from '../../kernel/html.ts';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';

const STYLE = ['base.css', 'pages.css']
  .map((name) => readFileSync(new URL(`../../../web/${name}`, import.meta.url), 'utf8'))
  .join('');
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Parts of a page inside the common frame. */
export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Script of the page; it may send requests only to this server. */
  readonly script?: string | undefined;
  /** Whether the script loads modules from this server. */
  readonly loadsModules?: boolean;
  /** Style of the page, after that of all pages. */
  readonly style?: string;
  /** Maximum age in caches, in seconds. */
  readonly maxAgeSeconds?: number;
  readonly status?: number;
  /** Address of the status page; null when there is none to link to. */
  readonly statusUrl: string | null;
}

/** Default maximum age of a page in caches. */
const MAX_AGE_SECONDS = 1;

/** The icon in the browser's tab. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0550ae"/><path d="M8 9h16M16 9v15" stroke="#fff" stroke-width="4" stroke-linecap="round"/><circle cx="9" cy="21" r="2.5" fill="#79b8ff"/><circle cx="23" cy="21" r="2.5" fill="#79b8ff"/></svg>`;

/** Renders a page: one self-contained answer that loads only the icon. */
export function pageAnswer(parts: PageParts): ReadyAnswer {
  const { title, body, script, status = 200, statusUrl, style = '' } = parts;
  const from = parts.loadsModules === true ? " 'self'" : '';
  const { maxAgeSeconds = MAX_AGE_SECONDS } = parts;
  const styles = `${STYLE}${style}`;
  const scripts = script === undefined ? '' : ` script-src ${hashOf(script)}${from}; connect-src 'self';`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<title>${title}</title>
<style>`.text;
  const rest = html`</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="home" href="/">Tain</a>
<form role="search" action="/search"><label class="unseen" for="q">Search the ledger</label><input id="q" name="q" type="search" placeholder="Account, transaction, block, token, topic, hash, address" maxlength="200" autocapitalize="off" autocomplete="off" spellcheck="false"><button>Search</button></form>
<nav aria-label="Site"><a href="/api/v1/docs/">Documentation</a>${statusUrl !== null && html` <a href="${statusUrl}">Status</a>`}</nav>
</header>
${body}`.text;
  const end = `${script === undefined ? '' : `\n<script>${script}</script>`}\n</body>\n</html>\n`;
  return ready(`${page}${styles}${rest}${end}`, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? `public, max-age=${maxAgeSeconds}` : 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${hashOf(styles)};${scripts} img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}
