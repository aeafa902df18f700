import { publicAnswers, statusJson } from '../state/public-json.ts';
import { badgeSvg } from './badge.ts';
import { calendarText } from './calendar.ts';
import { atomFeed, rssFeed } from './feeds.ts';
import { historyPage, iconSvg, incidentPage, mainPage } from './page.ts';
import type { View } from './view.ts';

const SVG_TYPE = 'image/svg+xml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

/** Renders every public response, by path. This is done when something changes and not for each request. */
export function renderAll(view: View): Map<string, { type: string; text: string }> {
  const texts = new Map<string, { type: string; text: string }>();
  const { state, identity, stale } = view;
  for (const [path, body] of Object.entries(publicAnswers(state, identity, stale))) {
    texts.set(`/api/v2${path}`, { type: JSON_TYPE, text: JSON.stringify(body) });
  }
  texts.set('/', { type: HTML_TYPE, text: mainPage(view) });
  texts.set('/history', { type: HTML_TYPE, text: historyPage(view) });
  for (const incident of state.incidents) {
    texts.set(`/incidents/${incident.id}`, { type: HTML_TYPE, text: incidentPage(view, incident) });
  }
  texts.set('/history.atom', {
    type: 'application/atom+xml; charset=utf-8',
    text: atomFeed(state, identity),
  });
  texts.set('/history.rss', { type: 'application/rss+xml; charset=utf-8', text: rssFeed(state, identity) });
  texts.set('/maintenance.ics', {
    type: 'text/calendar; charset=utf-8',
    text: calendarText(state, identity),
  });
  const status = statusJson(state, stale);
  texts.set('/badge.svg', { type: SVG_TYPE, text: badgeSvg(status, stale !== null) });
  const icon = { type: SVG_TYPE, text: iconSvg(status.indicator) };
  // Browsers request `/favicon.ico` where a document names no icon.
  texts.set('/favicon.svg', icon);
  texts.set('/favicon.ico', icon);
  texts.set(view.stylesheet.path, { type: 'text/css; charset=utf-8', text: view.stylesheet.text });
  texts.set('/nodes.json', { type: JSON_TYPE, text: JSON.stringify(nodesJson(view)) });
  return texts;
}

/** Returns the response of our own endpoint: each consensus node's part in the latest files, like the page's table. */
function nodesJson(view: View) {
  return {
    stale_since: view.stale?.since ?? null,
    nodes: view.assessment.nodes.map((node) => ({
      node_id: Number(node.id),
      node_account_id: node.label.slice(node.label.indexOf('(') + 1, -1),
      files: node.files,
      ...node.outcomes,
      last_seen: node.lastSeen,
    })),
  };
}
