import { affectedBy, type Incident, type State } from '../state/model.ts';
import { linkOf, type PageIdentity } from '../state/public-json.ts';

/** Returns the maintenances as an iCalendar file (RFC 5545), for calendar subscriptions. */
export function calendarText(state: State, identity: PageIdentity): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tain//Status//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${identity.pageName}: maintenance`)}`,
    ...state.incidents
      .filter((incident) => incident.kind === 'maintenance')
      .flatMap((incident) => event(incident, state, identity)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function event(incident: Incident, state: State, identity: PageIdentity): string[] {
  if (incident.scheduledFor === null || incident.scheduledUntil === null) return [];
  const names = affectedBy(incident, state).map((component) => component.name);
  const body = incident.updates[0]?.body ?? '';
  const affects = names.length > 0 ? `Affects: ${names.join(', ')}` : '';
  const description = [body, affects].filter((part) => part !== '').join('\n\n');
  return [
    'BEGIN:VEVENT',
    `UID:${incident.id}@${state.page.id}.tain`,
    `DTSTAMP:${instant(incident.updatedAt)}`,
    `CREATED:${instant(incident.createdAt)}`,
    `LAST-MODIFIED:${instant(incident.updatedAt)}`,
    `SEQUENCE:${sequence(incident)}`,
    `DTSTART:${instant(incident.scheduledFor)}`,
    `DTEND:${instant(incident.scheduledUntil)}`,
    `SUMMARY:${escapeText(incident.name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${linkOf(incident, identity)}`,
    `STATUS:${incident.status === 'scheduled' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/**
 * Returns the revision of an event, which grows with every change of the maintenance: the seconds between its creation
 * and its last change, plus one.
 */
function sequence({ createdAt, updatedAt }: Incident): number {
  return 1 + Math.max(0, Math.floor((Date.parse(updatedAt) - Date.parse(createdAt)) / 1000));
}

/** Formats an instant as `20261120T073300Z`. */
function instant(iso: string): string {
  return `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Folds a line into lines of at most 75 octets; a continuation begins with a space, and no character is split. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let length = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (length + size > 75) {
      parts.push(part);
      part = '';
      length = 1;
    }
    part += char;
    length += size;
  }
  parts.push(part);
  return parts.join('\r\n ');
}
