import { xml } from '../../kernel/html.ts';
import { publicAnswers, statusJson } from '../state/public-json.ts';
import type { Rollup } from '../state/rollup.ts';
import { calendarText } from './calendar.ts';
import { atomFeed, rssFeed } from './feeds.ts';
import { historyPage, iconSvg, incidentPage, mainPage } from './page.ts';
import type { View } from './page-parts.ts';

const COLOURS: Readonly<Record<Rollup['indicator'], string>> = {
  none: '#1a7f37',
  maintenance: '#0969da',
  minor: '#e3b341',
  major: '#b35900',
  critical: '#cf222e',
};

/** Returns a badge for a README, such as `status | All Systems Operational`, without script or external fonts. */
function badgeSvg(status: Rollup, stale: boolean): string {
  const text = stale ? 'no fresh data' : status.description;
  const colour = stale ? '#6e7781' : COLOURS[status.indicator];
  // Amber needs dark text.
  const ink = !stale && status.indicator === 'minor' ? '#1f2328' : '#fff';
  const left = 48;
  // About the width of DejaVu Sans at 11 px; textLength makes it exact in every font.
  const inner = Math.round(text.length * 6.6);
  const width = left + inner + 16;
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="status: ${text}">
<title>status: ${text}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><path fill="#444c56" d="M0 0h${left}v20H0z"/><path fill="${colour}" d="M${left} 0h${width - left}v20H${left}z"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="8" y="14" textLength="32" lengthAdjust="spacingAndGlyphs">status</text>
<text x="${left + 8}" y="14" fill="${ink}" textLength="${inner}" lengthAdjust="spacingAndGlyphs">${text}</text>
</g></svg>
`.text;
}

const JSON_TYPE = 'application/json';
export const HTML_TYPE = 'text/html; charset=utf-8';

/** Renders every public response, by path. This is done when something changes and not for each request. */
export function renderAll(view: View): Map<string, { type: string; text: string }> {
  const texts = new Map<string, { type: string; text: string }>();
  const { site, state, stale } = view;
  const add = (path: string, type: string, text: string) =>
    texts.set(path, { type: `${type}; charset=utf-8`, text });
  for (const [path, body] of Object.entries(publicAnswers(state, site, stale))) {
    add(`/api/v2${path}`, JSON_TYPE, JSON.stringify(body));
  }
  add('/', 'text/html', mainPage(view));
  add('/history', 'text/html', historyPage(view));
  for (const incident of state.incidents) {
    add(`/incidents/${incident.id}`, 'text/html', incidentPage(site, state, incident));
  }
  add('/history.atom', 'application/atom+xml', atomFeed(state, site));
  add('/history.rss', 'application/rss+xml', rssFeed(state, site));
  add('/maintenance.ics', 'text/calendar', calendarText(state, site));
  const status = statusJson(state, stale);
  add('/badge.svg', 'image/svg+xml', badgeSvg(status, stale !== null && !stale.isOutage));
  // Browsers request `/favicon.ico` where a document names no icon.
  for (const path of ['/favicon.svg', '/favicon.ico']) add(path, 'image/svg+xml', iconSvg(status.indicator));
  add(site.stylesheet.path, 'text/css', site.stylesheet.text);
  add('/nodes.json', JSON_TYPE, JSON.stringify(nodesJson(view)));
  return texts;
}

/** Returns the response of our own endpoint: each consensus node's part in the latest files, like the page's table. */
function nodesJson(view: View) {
  return {
    stale_since: view.stale?.since ?? null,
    nodes: view.assessment.nodes.map((node) => ({
      node_id: Number(node.id),
      node_account_id: node.account,
      files: node.files,
      verified: node.verified,
      diverged: node.diverged,
      invalid: node.invalid,
      unreadable: node.unreadable,
      missing: node.missing,
      last_seen: node.lastSeen,
    })),
  };
}
