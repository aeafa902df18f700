import type { ComponentInput } from '../incidents/components.ts';
import { verifyComponentStatus } from '../incidents/components.ts';
import type { IncidentInput } from '../incidents/incidents.ts';
import { parseInstant } from '../state/instants.ts';
import {
  type ComponentStatus,
  IMPACTS,
  type Impact,
  INCIDENT_STATUSES,
  type IncidentStatus,
  MAINTENANCE_STATUSES,
  Refusal,
} from '../state/model.ts';
import type { Json } from './form.ts';

/** The fields of one object in a request. Reading one checks it; absent ones are undefined. */
export class Fields {
  readonly #fields: { readonly [key: string]: Json };

  /** `wrapper` is the member that holds them (`incident`), as Statuspage has it; without it, the body itself. */
  constructor(body: unknown, wrapper: string) {
    const object = isObject(body) ? body : {};
    const inner = object[wrapper];
    this.#fields = isObject(inner) ? inner : object;
  }

  get(name: string): Json | undefined {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw new Refusal(`${name} must be text`);
    return value;
  }

  /** Like `text`, but null (and empty text) empties the field. */
  textOrNull(name: string): string | null | undefined {
    const value = this.get(name);
    return value === null || value === '' ? null : this.text(name);
  }

  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return undefined;
    if (value === true || value === 'true' || value === 't' || value === '1') return true;
    if (value === false || value === 'false' || value === 'f' || value === '0') return false;
    throw new Refusal(`${name} must be true or false`);
  }

  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return undefined;
    const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 1_000_000) {
      throw new Refusal(`${name} must be an integer`);
    }
    return number;
  }

  instant(name: string): Date | undefined {
    const text = this.text(name);
    return text === undefined || text === '' ? undefined : parseInstant(name, text);
  }

  texts(name: string): string[] | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return undefined;
    const list = typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value;
    if (!Array.isArray(list) || list.length > 1000 || !list.every((part) => typeof part === 'string')) {
      throw new Refusal(`${name} must be a list of texts`);
    }
    return list as string[];
  }

  object(name: string): { readonly [key: string]: Json } | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) throw new Refusal(`${name} must be an object`);
    return value;
  }
}

/** Reads an incident or maintenance in the form of Statuspage's v1 API. Throws `Refusal`. */
export function parseIncident(fields: Fields, maintenanceValues: boolean): IncidentInput {
  const components = parseComponents(fields, maintenanceValues);
  const both = fields.flag('scheduled_auto_transition');
  return defined({
    name: fields.text('name'),
    status: parseIncidentStatus(fields.text('status')),
    body: fields.text('body') ?? fields.text('message'),
    impactOverride: parseImpact(fields, maintenanceValues),
    componentIds: fields.texts('component_ids') ?? components.ids,
    components: components.statuses,
    scheduledFor: fields.instant('scheduled_for'),
    scheduledUntil: fields.instant('scheduled_until'),
    autoInProgress: fields.flag('scheduled_auto_in_progress') ?? both,
    autoCompleted: fields.flag('scheduled_auto_completed') ?? both,
    remindPrior: fields.flag('scheduled_remind_prior'),
    metadata: parseMetadata(fields),
    displayAt: fields.instant('display_at'),
    deliver: fields.flag('deliver_notifications'),
  });
}

/** Reads a component in the form of Statuspage's v1 API, and `automatic`, which is ours. */
export function parseComponent(fields: Fields, maintenanceValues: boolean): ComponentInput {
  const status = fields.text('status');
  const startDate = fields.textOrNull('start_date');
  if (typeof startDate === 'string' && !/^\d{4}-\d\d-\d\d$/.test(startDate)) {
    throw new Refusal('start_date must be a date like 2026-11-20');
  }
  if (typeof startDate === 'string') parseInstant('start_date', startDate);
  return defined({
    name: fields.text('name'),
    description: fields.textOrNull('description'),
    status:
      status === undefined || status === '' ? undefined : verifyComponentStatus(status, maintenanceValues),
    groupId: fields.textOrNull('group_id'),
    showcase: fields.flag('showcase'),
    startDate,
    onlyShowIfDegraded: fields.flag('only_show_if_degraded'),
    position: fields.integer('position'),
    automatic: fields.flag('automatic'),
  });
}

function parseIncidentStatus(text: string | undefined): IncidentStatus | undefined {
  if (text === undefined || text === '') return undefined;
  const all: readonly IncidentStatus[] = [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES];
  const found = all.find((status) => status === text);
  if (found === undefined) throw new Refusal(`Status must be one of ${all.join(', ')}`);
  return found;
}

function parseImpact(fields: Fields, maintenanceValues: boolean): Impact | null | undefined {
  const text = fields.textOrNull('impact_override');
  if (text === undefined || text === null) return text;
  const allowed = IMPACTS.filter((impact) => maintenanceValues || impact !== 'maintenance');
  const found = allowed.find((impact) => impact === text);
  if (found === undefined) throw new Refusal(`Impact must be one of ${allowed.join(', ')}`);
  return found;
}

function parseComponents(fields: Fields, maintenanceValues: boolean) {
  const value = fields.get('components');
  if (Array.isArray(value)) return { ids: fields.texts('components') ?? [] };
  const object = fields.object('components');
  if (object === undefined) return {};
  const statuses: Record<string, ComponentStatus> = {};
  for (const [id, status] of Object.entries(object)) {
    if (typeof status !== 'string') throw new Refusal('components must map ids to statuses');
    statuses[id] = verifyComponentStatus(status, maintenanceValues);
  }
  return { statuses };
}

function parseMetadata(fields: Fields): Readonly<Record<string, unknown>> | undefined {
  const metadata = fields.object('metadata');
  if (metadata !== undefined && JSON.stringify(metadata).length > 5000) {
    throw new Refusal('metadata is too long (maximum is 5000 characters)');
  }
  return metadata;
}

function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves undefined fields out, so that absent and undefined are the same. */
function defined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}
