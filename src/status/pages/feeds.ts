import { html, xml } from '../../kernel/html.ts';
import { type Incident, isUnresolved, type State } from '../state/model.ts';
import { LIST_LIMIT, linkOf, type PageIdentity } from '../state/public-json.ts';
import { statusLabel } from '../state/text.ts';

/** Returns the latest incidents and maintenances as an Atom feed (RFC 4287). */
export function atomFeed(state: State, identity: PageIdentity): string {
  const entries = latest(state).map(
    (incident) => xml`<entry>
<id>tag:${state.page.id}.tain,2026:incident/${incident.id}</id>
<title>${incident.name}</title>
<link rel="alternate" type="text/html" href="${linkOf(incident, identity)}"/>
<published>${incident.createdAt}</published>
<updated>${incident.updatedAt}</updated>
<content type="html">${contentHtml(incident)}</content>
</entry>
`,
  );
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:${state.page.id}.tain,2026:history</id>
<title>${identity.pageName}: incident history</title>
<link rel="alternate" type="text/html" href="${identity.url}/"/>
<link rel="self" type="application/atom+xml" href="${identity.url}/history.atom"/>
<updated>${state.page.updatedAt}</updated>
<author><name>${identity.pageName}</name></author>
${entries}</feed>
`.text;
}

/** Returns the latest incidents and maintenances as RSS 2.0. */
export function rssFeed(state: State, identity: PageIdentity): string {
  const items = latest(state).map(
    (incident) => xml`<item>
<title>${incident.name}</title>
<link>${linkOf(incident, identity)}</link>
<guid isPermaLink="false">tag:${state.page.id}.tain,2026:incident/${incident.id}</guid>
<pubDate>${new Date(incident.createdAt).toUTCString()}</pubDate>
<description>${contentHtml(incident)}</description>
</item>
`,
  );
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${identity.pageName}: incident history</title>
<link>${identity.url}/</link>
<atom:link rel="self" type="application/rss+xml" href="${identity.url}/history.rss"/>
<description>Incidents and maintenance</description>
<pubDate>${new Date(state.page.updatedAt).toUTCString()}</pubDate>
${items}</channel>
</rss>
`.text;
}

/** Returns the incidents of a feed. Unresolved ones come first, so that the limit removes resolved ones. */
function latest(state: State): Incident[] {
  const open = state.incidents.filter(isUnresolved);
  const closed = state.incidents.filter((incident) => !isUnresolved(incident));
  return [...open, ...closed].slice(0, LIST_LIMIT);
}

function contentHtml(incident: Incident): string {
  const updates = incident.updates.map(({ body, status, displayAt }) => {
    const lines = body.split(/\r\n?|\n/).map((line, at) => [at > 0 && html`<br>`, line]);
    return html`<p><small>${displayAt}</small><br><strong>${statusLabel(status)}</strong>${body !== '' && html` - ${lines}`}</p>`;
  });
  const { kind, scheduledFor, scheduledUntil } = incident;
  const period =
    kind === 'maintenance' && html`<p>Scheduled from ${scheduledFor} until ${scheduledUntil}</p>`;
  return html`${period}${updates}`.text;
}
