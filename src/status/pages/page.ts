import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../../kernel/html.ts';
import { type Incident, isActiveMaintenance, isUnresolved, type State } from '../state/model.ts';
import { pageStatus } from '../state/public-json.ts';
import {
  componentsHtml,
  incidentHtml,
  nodesHtml,
  readableDay,
  type Site,
  timeHtml,
  type View,
} from './page-parts.ts';

const ICON_COLOURS = {
  none: '#1a7f37',
  maintenance: '#0969da',
  minor: '#d4a72c',
  major: '#bc4c00',
  critical: '#cf222e',
};

/** Returns the icon of the browser's tab: a disc in the colour of the page's status. */
export function iconSvg(indicator: keyof typeof ICON_COLOURS): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${ICON_COLOURS[indicator]}"/></svg>`;
}

/** Renders the status page. */
export function mainPage(view: View): string {
  const { state, site, stale, assessment } = view;
  const status = pageStatus(state, stale);
  const open = state.incidents.filter((incident) => incident.kind === 'incident' && isUnresolved(incident));
  const maintenances = state.incidents
    .filter((incident) => incident.kind === 'maintenance' && isUnresolved(incident))
    .sort((a, b) => ((a.scheduledFor ?? '') < (b.scheduledFor ?? '') ? -1 : 1));
  const since = new Date(view.now - 14 * 86_400_000).toISOString();
  const past = state.incidents.filter((it) => !isUnresolved(it) && it.createdAt >= since);
  // A finding without evidence does not replace the stored reason of its component.
  const known = assessment.findings.filter((finding) => finding.status !== null);
  const reasons = new Map(known.map((finding) => [finding.key, finding.reason]));
  // As on Statuspage, an incident that no component is part of leaves the indicator at `none`, but not the page at green.
  const isQuiet = open.length === 0 && !maintenances.some(isActiveMaintenance);
  const banner =
    status.indicator === 'none' && !isQuiet
      ? null
      : html`<div class="banner ${status.indicator}" role="status"><p>${status.description}</p></div>`;
  const body = html`${banner}
${stale !== null && html`<p class="stale" role="alert">This page is out of date: ${stale.why}. It shows the state of ${timeHtml(stale.since)}.</p>`}
${section('open', 'Open incidents', open, state)}
${section('maintenance', 'Maintenance', maintenances, state)}
<section aria-labelledby="components"><h2 id="components">Components</h2>${componentsHtml(state, view.uptime, reasons)}</section>
${nodesHtml(state, assessment.nodes, view.uptime, reasons)}
<section aria-labelledby="past"><h2 id="past">Past incidents</h2>
${past.length === 0 ? html`<p>No incidents in the last 14 days.</p>` : byDay(past, state)}
<p><a href="/history">All history</a></p></section>
<section aria-labelledby="subscribe"><h2 id="subscribe">Subscribe</h2>
<ul>
<li>Incidents and maintenance in a feed reader: <a href="/history.atom">Atom</a> or <a href="/history.rss">RSS</a>.</li>
<li>Maintenance in your calendar: <a href="/maintenance.ics">iCalendar</a>.</li>
</ul></section>`;
  return frame(site, site.pageName, body);
}

/** Renders the 50 latest incidents and maintenances, after all unresolved ones. */
export function historyPage(view: View): string {
  const { state, site } = view;
  const open = state.incidents.filter(isUnresolved);
  const closed = state.incidents.filter((incident) => !isUnresolved(incident));
  return frame(
    site,
    `History · ${site.pageName}`,
    html`<h2>History</h2>${state.incidents.length === 0 && html`<p>No incidents yet.</p>`}
${open.length > 0 && html`<p class="date">Open and scheduled</p>${incidentsHtml(open, state)}`}
${byDay(closed, state)}
<p><a href="/">Current status</a></p>`,
  );
}

/** Renders one incident, at its short link. */
export function incidentPage(site: Site, state: State, incident: Incident): string {
  const postmortem =
    incident.postmortemBody !== null && incident.status === 'postmortem'
      ? html`<section><h3>Postmortem</h3><p class="body">${incident.postmortemBody}</p></section>`
      : null;
  return frame(
    site,
    `${incident.name} · ${site.pageName}`,
    html`${incidentHtml(incident, state, 2)}${postmortem}<p><a href="/">Current status</a></p>`,
  );
}

/** Script that adds times in the reader's time zone; the pages need no other. */
const LOCAL_TIME = readFileSync(new URL('../../../web/local-time.js', import.meta.url), 'utf8');

/**
 * Headers of the pages. They allow only that script and no content from elsewhere, and forbid framing against
 * clickjacking.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; script-src 'sha256-${createHash('sha256').update(LOCAL_TIME).digest('base64')}'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};

/** Links to the query service, whose address is resolved on click. */
const HOME_LINKS = html`<li><a href="/mirror">Mirror node</a></li><li><a href="/mirror/docs">Documentation</a></li>`;

/** Renders a page with its frame. */
function frame(site: Site, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${site.stylesheet.path}">
<link rel="alternate" type="application/atom+xml" title="Incident history" href="/history.atom">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><h1><a href="/">${site.pageName}</a></h1>
<nav aria-label="Site"><ul>
<li><a class="button" href="/#subscribe">Subscribe</a></li><li><a href="/history">History</a></li>${site.hasHome && HOME_LINKS}
</ul></nav></header>
<main id="main" tabindex="-1">
${body}
</main>
<footer><nav aria-label="Feeds"><ul>
<li><a href="/history.atom">Atom</a></li><li><a href="/history.rss">RSS</a></li>
<li><a href="/maintenance.ics">Calendar</a></li><li><a href="/api/v2/summary.json">API</a></li>
</ul></nav></footer>
<script>${new Html(LOCAL_TIME)}</script>
</body>
</html>
`.text;
}

function section(id: string, title: string, incidents: readonly Incident[], state: State): Html | null {
  if (incidents.length === 0) return null;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${incidentsHtml(incidents, state)}</section>`;
}

function incidentsHtml(incidents: readonly Incident[], state: State): readonly Html[] {
  return incidents.map((incident) => html`${incidentHtml(incident, state, 3)}\n`);
}

function byDay(incidents: readonly Incident[], state: State): readonly Html[] {
  const days = new Map<string, Incident[]>();
  for (const incident of incidents) {
    const day = incident.createdAt.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), incident]);
  }
  return [...days].map(
    ([day, list]) =>
      html`<div class="day"><p class="date">${readableDay(day)}</p>${incidentsHtml(list, state)}</div>\n`,
  );
}
