import { type Incident, isUnresolved, type State } from '../state/model.ts';
import { type Identity, LIST_LIMIT, linkOf } from '../state/public-json.ts';
import { escapeXml } from '../state/text.ts';
import { statusLabel } from '../state/words.ts';

/** Returns the latest incidents and maintenances as an Atom feed (RFC 4287). */
export function atomFeed(state: State, identity: Identity): string {
  const entries = latest(state).map(
    (incident) => `<entry>
<id>tag:${state.page.id}.tain,2026:incident/${incident.id}</id>
<title>${escapeXml(incident.name)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(linkOf(incident, identity))}"/>
<published>${incident.createdAt}</published>
<updated>${incident.updatedAt}</updated>
<content type="html">${escapeXml(contentHtml(incident))}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:${state.page.id}.tain,2026:history</id>
<title>${escapeXml(identity.pageName)}: incident history</title>
<link rel="alternate" type="text/html" href="${escapeXml(identity.url)}/"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(identity.url)}/history.atom"/>
<updated>${state.page.updatedAt}</updated>
<author><name>${escapeXml(identity.pageName)}</name></author>
${entries.join('\n')}
</feed>
`;
}

/** Returns the latest incidents and maintenances as RSS 2.0. */
export function rssFeed(state: State, identity: Identity): string {
  const items = latest(state).map(
    (incident) => `<item>
<title>${escapeXml(incident.name)}</title>
<link>${escapeXml(linkOf(incident, identity))}</link>
<guid isPermaLink="false">tag:${state.page.id}.tain,2026:incident/${incident.id}</guid>
<pubDate>${new Date(incident.createdAt).toUTCString()}</pubDate>
<description>${escapeXml(contentHtml(incident))}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(identity.pageName)}: incident history</title>
<link>${escapeXml(identity.url)}/</link>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(identity.url)}/history.rss"/>
<description>Incidents and maintenance</description>
<pubDate>${new Date(state.page.updatedAt).toUTCString()}</pubDate>
${items.join('\n')}
</channel>
</rss>
`;
}

/** Returns the incidents of a feed. Unresolved ones come first, so that the limit removes resolved ones. */
function latest(state: State): Incident[] {
  const open = state.incidents.filter(isUnresolved);
  const closed = state.incidents.filter((incident) => !isUnresolved(incident));
  return [...open, ...closed].slice(0, LIST_LIMIT);
}

function contentHtml(incident: Incident): string {
  const parts = incident.updates.map((update) => {
    const body = escapeXml(update.body).replace(/\r\n?|\n/g, '<br>');
    const label = statusLabel(update.status);
    return `<p><small>${update.displayAt}</small><br><strong>${label}</strong>${body === '' ? '' : ` - ${body}`}</p>`;
  });
  if (incident.kind === 'maintenance') {
    parts.unshift(`<p>Scheduled from ${incident.scheduledFor} until ${incident.scheduledUntil}</p>`);
  }
  return parts.join('');
}
