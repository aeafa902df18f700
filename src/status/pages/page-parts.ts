import { type Html, html } from '../../kernel/html.ts';
import type { Assessment } from '../health/assess.ts';
import type { NodeRow } from '../health/assess-nodes.ts';
import { type Day, meanUptime, measured, type Uptime } from '../health/uptime.ts';
import {
  affectedBy,
  type Component,
  type ComponentStatus,
  type Incident,
  type Instant,
  isNode,
  isUnresolved,
  type State,
} from '../state/model.ts';
import type { PageIdentity, Stale } from '../state/public-json.ts';
import { groupStatus } from '../state/rollup.ts';
import { impactLabel, statusLabel } from '../state/text.ts';

/** Parts of all pages that do not depend on the state. */
export interface Site extends PageIdentity {
  /** Whether there are links to the query service. */
  readonly hasHome: boolean;
  readonly stylesheet: { readonly path: string; readonly text: string };
}

/** Data of the pages. */
export interface View {
  readonly site: Site;
  readonly state: State;
  readonly stale: Stale | null;
  readonly uptime: Uptime;
  readonly assessment: Assessment;
  /** Present time in milliseconds. */
  readonly now: number;
}

/** Formats an instant for people and machines: `<time datetime="…">20 Nov 2026, 07:33 UTC</time>`. */
export function timeHtml(instant: Instant): Html {
  return html`<time datetime="${instant}">${readableDay(instant)}, ${instant.slice(11, 16)} UTC</time>`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a day as `20 Nov 2026`. */
export function readableDay(instant: Instant): string {
  return `${Number(instant.slice(8, 10))} ${MONTHS[Number(instant.slice(5, 7)) - 1] ?? ''} ${instant.slice(0, 4)}`;
}

/** Each status has a mark and its words, because colour must not be the only sign. */
const MARKS: Readonly<Record<ComponentStatus, string>> = {
  operational: '✓',
  under_maintenance: '⚙',
  degraded_performance: '!',
  partial_outage: '‼',
  major_outage: '✕',
};

function statusHtml(status: ComponentStatus): Html {
  return html`<span class="status ${status}"><span aria-hidden="true">${MARKS[status]}</span> ${statusLabel(status)}</span>`;
}

/** Component key → reason of the evidence, in one sentence. */
export type Reasons = ReadonlyMap<string, string>;

/** Renders all components but consensus nodes in order, groups as blocks that open. */
export function componentsHtml(state: State, uptime: Uptime, reasons: Reasons): Html {
  const shown = state.components.filter((component) => isShown(component) && !isNode(component));
  const rows: Html[] = [];
  for (const component of shown) {
    if (component.groupId !== null) continue;
    if (!component.group) {
      rows.push(html`<li>${componentHtml(component, uptime, reasons)}</li>\n`);
      continue;
    }
    const members = shown.filter((member) => member.groupId === component.id);
    if (members.length === 0) continue;
    const status = groupStatus(component, state.components);
    const open = status !== 'operational' || members.length <= MAX_OPEN ? ' open' : '';
    rows.push(html`<li><details${open}><summary><span class="row"><span class="name">${component.name}
<span class="count">${members.length}</span></span>${statusHtml(status)}</span></summary>
<ul>${members.map((member) => html`<li>${componentHtml(member, uptime, reasons)}</li>\n`)}</ul></details></li>\n`);
  }
  return rows.length === 0 ? html`<p>No components yet.</p>` : html`<ul class="components">${rows}</ul>`;
}

function isShown({ onlyShowIfDegraded, status }: Component): boolean {
  return !onlyShowIfDegraded || status !== 'operational';
}

function componentHtml(component: Component, uptime: Uptime, reasons: Reasons): Html {
  return html`<div class="row"><span class="name">${component.name}</span>${statusHtml(component.status)}</div>
${reasonHtml(component, reasons)}${barsHtml(component, uptime.get(component.id) ?? [])}`;
}

function reasonHtml({ status, key, heldBy, reason }: Component, reasons: Reasons): Html | null {
  const why = (heldBy === null ? reasons.get(key ?? '') : null) ?? reason;
  return status === 'operational' || why === null ? null : html`<p class="reason">${why}</p>`;
}

/** Minimum number of days in the width of the bars: a single day would otherwise be as wide as the page. */
const MIN_BARS = 14;

/**
 * Renders the last 90 days as bars, from the first day with data; fewer days make wider bars. One path for each colour
 * makes the page small.
 */
function barsHtml(component: Component, all: readonly Day[]): Html | null {
  const known = all.findIndex(({ uptime }) => uptime !== null);
  const firstDay = all[known]?.day;
  if (firstDay === undefined) return null;
  const days = all.slice(Math.max(0, Math.min(known, all.length - MIN_BARS)));
  const first = known - (all.length - days.length);
  const paths = new Map<string, string>();
  const hints: Html[] = [];
  for (const [index, day] of days.entries()) {
    if (index < first) continue;
    const level = day.level ?? 'unknown';
    const x = index * 5;
    paths.set(level, `${paths.get(level) ?? ''}M${x} 0h4v28h-4z`);
    if (day.level !== null && day.level !== 'operational') {
      hints.push(
        html`<rect class="hint" x="${x}" width="5" height="28"><title>${day.day}: ${statusLabel(day.level)}, ${percent(day.uptime)}</title></rect>`,
      );
    }
  }
  const mean = uptimeText(component, days);
  const since = known === 0 ? `${all.length} days ago` : `since ${readableDay(firstDay)}`;
  // Each day with trouble has a hint.
  const bad = hints.length === 0 ? 'no days' : counted(hints.length, 'day');
  const label = `${component.name}, ${known === 0 ? `last ${all.length} days` : since}: uptime ${mean}, ${bad} with trouble`;
  const drawn = [...paths].map(([level, d]) => html`<path class="${level}" d="${d}"/>`);
  return html`<svg class="bars" viewBox="0 0 ${days.length * 5 - 1} 28" preserveAspectRatio="none" role="img" aria-label="${label}">${drawn}${hints}</svg>
<div class="legend" aria-hidden="true"><span>${since}</span><span>Uptime: ${mean}</span><span>Today</span></div>`;
}

/** Formats the mean uptime with its basis, such as `99.98 % of 41 days`, or `of 31 files` that a node could sign. */
function uptimeText(component: Component, days: readonly Day[]): string {
  const mean = percent(meanUptime(days));
  const total = measured(days);
  if (total === 0) return mean;
  return `${mean} of ${isNode(component) ? counted(total, 'file') : readableSpan(total)}`;
}

/** Formats a duration as `34 minutes`, `5 hours` or `41 days`: rounded down, at least one minute. */
function readableSpan(seconds: number): string {
  if (seconds < 3600) return counted(Math.max(1, Math.floor(seconds / 60)), 'minute');
  if (seconds < 172_800) return counted(Math.floor(seconds / 3600), 'hour');
  return counted(Math.floor(seconds / 86_400), 'day');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a share as `99.98 %`; never rounded up to 100. */
function percent(share: number | null): string {
  if (share === null) return 'no data';
  if (share >= 1) return '100 %';
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}

/** Renders one incident with all its updates. `level` is that of the heading. */
export function incidentHtml(incident: Incident, state: State, level: 2 | 3): Html {
  const names = affectedBy(incident, state).map((component) => component.name);
  const period =
    incident.scheduledFor === null || incident.scheduledUntil === null
      ? null
      : html`<p class="period">${timeHtml(incident.scheduledFor)} – ${timeHtml(incident.scheduledUntil)}</p>`;
  const updates = incident.updates.map(
    (update) => html`<li><strong>${statusLabel(update.status)}</strong> ${timeHtml(update.displayAt)}
${update.body !== '' && html`<p class="body">${update.body}</p>`}</li>\n`,
  );
  return html`<article class="incident ${incident.impact}${isUnresolved(incident) ? ' open' : ''}">
<h${level}><a href="/incidents/${incident.id}">${incident.name}</a></h${level}>
<p class="meta">${statusLabel(incident.status)} · ${impactLabel(incident.impact)}${incident.kind === 'incident' && html` · since ${timeHtml(incident.startedAt)}`}</p>
${period}${names.length > 0 && html`<p class="affects">Affects: ${names.join(', ')}</p>`}
<ol class="updates">${updates}</ol>
</article>`;
}

/** Renders each consensus node's signatures of the latest files, and its days. */
export function nodesHtml(
  state: State,
  nodes: readonly NodeRow[],
  uptime: Uptime,
  reasons: Reasons,
): Html | null {
  const components = state.components.filter((component) => isNode(component) && isShown(component));
  if (components.length === 0) return null;
  const known = new Map(nodes.map((node) => [`node:${node.id}`, node]));
  const good = components.filter(({ status }) => status === 'operational').length;
  const open = good < components.length || components.length <= MAX_OPEN ? ' open' : '';
  return html`<section aria-labelledby="nodes"><h2 id="nodes">Consensus nodes</h2>
<details${open}><summary>${good} of ${components.length} operational</summary>
<div class="scroll" tabindex="0" role="region" aria-labelledby="signatures"><table class="nodes">
<caption id="signatures">Signatures of the latest stream files, and the last 90 days</caption>
<thead><tr><th scope="col">Node</th><th scope="col">Status</th><th scope="col">Signed</th><th scope="col">Wrong</th><th scope="col">Last seen</th></tr></thead>
${components.map((component) => nodeHtml(component, known.get(component.key ?? ''), uptime, reasons))}</table></div></details></section>`;
}

/** Maximum number of nodes shown without a click. */
const MAX_OPEN = 8;

function nodeHtml(component: Component, node: NodeRow | undefined, uptime: Uptime, reasons: Reasons): Html {
  const account = / \((.*)\)$/.exec(component.name)?.[1] ?? '';
  const id = component.key?.slice('node:'.length) ?? '';
  const bars = html`${reasonHtml(component, reasons)}${barsHtml(component, uptime.get(component.id) ?? [])}`;
  return html`<tbody><tr><th scope="row">${id} <span class="count">${account}</span></th><td>${statusHtml(component.status)}</td>
${signedHtml(node)}</tr>
<tr><td colspan="5">${bars}</td></tr></tbody>
`;
}

function signedHtml(node: NodeRow | undefined): Html {
  if (node === undefined) return html`<td class="number">–</td><td class="number">–</td><td>–</td>`;
  const { files, verified, diverged, invalid, unreadable, lastSeen } = node;
  const wrong = diverged + invalid + unreadable;
  return html`<td class="number">${verified} / ${files} <span class="count">${percent(verified / files)}</span></td><td class="number">${wrong}</td><td>${lastSeen === null ? 'never' : timeHtml(lastSeen)}</td>`;
}
