import os from 'node:os';
import { Command, Option } from 'commander';
import type { Clock } from '../kernel/clock.ts';
import type { CommandOutput } from '../kernel/command-output.ts';
import { Failure } from '../kernel/failure.ts';
import { addressOf, type ConnectionTarget, Database } from '../store/connections/database.ts';
import { databaseFailure } from '../store/connections/database-trouble.ts';
import { changeByHand } from './by-hand.ts';
import {
  createComponent,
  deleteComponent,
  setByHand,
  verifyComponentStatus,
} from './incidents/components.ts';
import { incidentById } from './incidents/incident-life.ts';
import {
  createIncident,
  deleteIncident,
  deleteUpdate,
  editUpdate,
  type IncidentInput,
  setPostmortem,
  updateIncident,
} from './incidents/incidents.ts';
import type { Change } from './state/change.ts';
import { parseInstant } from './state/instants.ts';
import {
  type Component,
  type ComponentStatus,
  INCIDENT_STATUSES,
  type Incident,
  isActiveMaintenance,
  isUnresolved,
  MAINTENANCE_STATUSES,
  NotFoundError,
  RefusedChange,
} from './state/model.ts';
import type { StatusSettings } from './state/options.ts';
import { linkOf } from './state/public-json.ts';
import { selectComponents, selectState } from './state/select-state.ts';
import { verifyOneOf } from './state/text.ts';

/** Database of the status service, opened with its rights, and the service's settings. */
export interface OpenStatus {
  readonly target: ConnectionTarget;
  readonly settings: StatusSettings;
  /** Address of the page, for links. */
  readonly url: string;
  release(): Promise<void>;
}

/** Dependencies of the command line. */
export interface StatusCommandContext {
  /** Opens the database. `options` are those of the command, with the global ones. */
  open(options: Record<string, unknown>): Promise<OpenStatus>;
  readonly clock: Clock;
  /** Creates the output of a command with these options. */
  output(options: { readonly json?: boolean }): CommandOutput;
}

/** One run of a command. */
interface Session {
  readonly database: Database;
  /** Address of the page, without a slash at the end. */
  readonly url: string;
  /** Changes the state as the person that `--by` names, else as the user of the process. */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** Writes an item: its values, or the given words, in a line of text. */
  print(fields: Readonly<Record<string, unknown>>, words?: readonly unknown[]): void;
}

/** Sets the action of a command. After the session it gets the command's arguments, then its options. */
type On = <Given extends unknown[]>(
  command: Command,
  action: (session: Session, ...given: Given) => Promise<void>,
) => void;

/** `tain status`: writes incidents, maintenance and components into the database. Failures are `Failure`. */
export function statusCommand(context: StatusCommandContext): Command {
  const on: On = (command, action) => {
    command.option('--json', 'print lines of JSON, an object for each item');
    command.action((...given: unknown[]) =>
      run(context, command.optsWithGlobals(), (session) => action(session, ...(given as never))),
    );
  };
  const status = new Command('status').description(
    'manage incidents, maintenance and components of the status service',
  );
  addIncidents(status.command('incident').description('incidents'), on);
  addMaintenances(status.command('maintenance').description('scheduled maintenance'), on);
  addComponents(status.command('component').description('components'), on);
  addAudit(status, on);
  status
    .command('key', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(() => {
      throw new Failure(
        'usage',
        'The management API and its keys were removed: tain status writes to the database and needs no key.',
      );
    });
  return status;
}

async function run(
  context: StatusCommandContext,
  options: Record<string, unknown> & { readonly by?: string; readonly json?: boolean },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { target, settings, url, release } = await context.open(options);
  const database = new Database(target, {
    applicationName: 'tain status command',
    maxConnections: 1,
    statementTimeoutMs: 10_000,
    connectTimeoutMs: 5_000,
    responseTimeoutMs: 15_000,
  });
  const by = options.by ?? osUser();
  const output = context.output(options);
  try {
    await work({
      database,
      url: url.replace(/\/+$/, ''),
      change: (changing) => changeByHand(database, settings, context.clock(), by, changing),
      print: (fields, words = Object.values(fields)) => output.item(words.join('  '), fields),
    });
  } catch (error) {
    if (error instanceof RefusedChange || error instanceof NotFoundError)
      throw new Failure('usage', `${error.message}.`);
    throw databaseFailure(error, `The database at ${addressOf(target)}`) ?? error;
  } finally {
    await database.end();
    await release();
  }
}

/** Returns the user of the process; a container may run as a user without a name. */
function osUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Options of earlier releases, which are still accepted and have no effect, because notifications no longer exist. */
const FORMER_OPTIONS = ['--no-notify', '--remind'];

/** Adds the options of a command that writes. */
function writing(command: Command): Command {
  for (const option of FORMER_OPTIONS) command.addOption(new Option(option).hideHelp());
  return command.option('--by <name>', 'author for the audit trail (default: your user name)');
}

interface IncidentOptions {
  readonly name?: string;
  readonly status?: string;
  readonly body?: string;
  readonly impact?: string;
  readonly component?: readonly string[];
  readonly at?: string;
  readonly backfilled?: boolean;
}

function withIncidentOptions(command: Command): Command {
  return writing(command)
    .option('--body <text>', 'text of the update')
    .option('--component <name=status>', 'affected component and its status; may be repeated', collect)
    .option('--at <time>', 'ISO 8601 time of the update');
}

function addIncidents(incident: Command, on: On): void {
  on(
    withIncidentOptions(incident.command('create'))
      .description('open an incident')
      .argument('<name>', 'its title')
      .option('--status <status>', 'investigating, identified, monitoring or resolved')
      .option('--impact <impact>', 'none, minor, major or critical; by default that of the components')
      .option('--backfilled', 'the incident is over: the history shows it at the time of --at'),
    (session, name: string, options: IncidentOptions) => send(session, null, { ...options, name }),
  );
  on(
    withIncidentOptions(incident.command('update'))
      .description('add an update to an incident or maintenance')
      .argument('<id>')
      .option('--name <name>', 'new title')
      .option('--status <status>', 'new status')
      .option('--impact <impact>', 'none, minor, major or critical'),
    send,
  );
  on(
    withIncidentOptions(incident.command('resolve')).description('resolve an incident').argument('<id>'),
    (session, id: string, options: IncidentOptions) =>
      send(session, id, { body: 'This incident has been resolved.', ...options, status: 'resolved' }),
  );
  on(
    writing(incident.command('postmortem'))
      .description('publish the postmortem of a resolved incident')
      .argument('<id>')
      .requiredOption('--body <text>', 'text of the postmortem'),
    async ({ change, print }, id: string, { body }: { body: string }) => {
      await change(async (changing) => {
        await setPostmortem(changing, id, body);
        await updateIncident(changing, id, { status: 'postmortem', body: 'The postmortem is published.' });
      });
      print({ id, status: 'postmortem' });
    },
  );
  on(
    writing(incident.command('edit'))
      .description('correct an update')
      .argument('<id>')
      .argument('<update>', 'its id, from tain status incident show')
      .option('--body <text>', 'corrected text')
      .option('--at <time>', 'ISO 8601 time of the update'),
    async ({ change, print }, id: string, update: string, { body, at }: IncidentOptions) => {
      const displayAt = timeOf(at);
      await change((changing) => editUpdate(changing, id, update, { body, displayAt }));
      print({ id, update, result: 'edited' });
    },
  );
  on(
    writing(incident.command('delete'))
      .description('remove an incident or maintenance, or one of its updates; the audit trail retains it')
      .argument('<id>')
      .argument('[update]', 'its id, from tain status incident show'),
    async ({ change, print }, id: string, update: string | undefined) => {
      await change((changing) =>
        update === undefined ? deleteIncident(changing, id) : deleteUpdate(changing, id, update),
      );
      print({ id, ...(update === undefined ? {} : { update }), result: 'deleted' });
    },
  );
  on(
    incident.command('show').description('show an incident or maintenance with its updates').argument('<id>'),
    async ({ database, print }, id: string) => {
      const { updates, status, impact, name } = await incidentById({ client: database.pool }, id);
      print({ id, status, impact, name });
      for (const { id: update, displayAt, status: updated, body } of updates) {
        print({ update, at: displayAt, status: updated, body });
      }
    },
  );
  on(incident.command('list').description('show open incidents'), async ({ database, print }) => {
    for (const it of await incidentsOf(database, 'incident')) print(itemOf(it));
  });
}

/** Opens an incident, or adds an update to one. */
async function send(session: Session, id: string | null, options: IncidentOptions): Promise<void> {
  const { name, status, body, impact, component, at, backfilled = false } = options;
  const fields = {
    name,
    body,
    status: status === undefined ? undefined : verifyOneOf('Status', STATUSES, status),
    impactOverride: impact,
    displayAt: timeOf(at),
  };
  const made = await session.change(async (change) => {
    const input = { ...fields, ...(await componentsOf(change, component)) };
    if (id !== null) await updateIncident(change, id, input);
    const startedAt = input.displayAt;
    const madeId =
      id ?? (await createIncident(change, { ...input, startedAt, backfilled, kind: 'incident' }));
    return incidentById(change, madeId);
  });
  session.print({ ...itemOf(made), url: linkOf(made, session) });
}

interface MaintenanceOptions {
  readonly from: string;
  readonly until: string;
  readonly body?: string;
  readonly component?: readonly string[];
  readonly manual?: boolean;
}

function addMaintenances(maintenance: Command, on: On): void {
  on(
    writing(maintenance.command('schedule'))
      .description('schedule a maintenance, which starts and ends automatically')
      .argument('<name>', 'its title')
      .requiredOption('--from <time>', 'ISO 8601 start time')
      .requiredOption('--until <time>', 'ISO 8601 end time')
      .option('--body <text>', 'text of the update')
      .option('--component <name>', 'affected component; may be repeated', collect)
      .option('--manual', 'start and end it only by commands'),
    async (session, name: string, options: MaintenanceOptions) => {
      const { body = '', component, manual = false } = options;
      const input = {
        ...{ kind: 'maintenance' as const, name, body, ...periodOf(options) },
        autoInProgress: !manual,
        autoCompleted: !manual,
      };
      const id = await session.change(async (change) => {
        const { componentIds = [], components = {} } = await componentsOf(change, component);
        if (Object.keys(components).length > 0) {
          throw new RefusedChange(
            'A maintenance sets the status of its components itself: --component has only a name',
          );
        }
        return createIncident(change, { ...input, componentIds });
      });
      session.print({ id, status: 'scheduled', name, url: linkOf({ id }, session) });
    },
  );
  on(
    writing(maintenance.command('move'))
      .description('move a maintenance to another time')
      .argument('<id>')
      .requiredOption('--from <time>', 'ISO 8601 start time')
      .requiredOption('--until <time>', 'ISO 8601 end time')
      .option('--body <text>', 'text of the update'),
    async ({ change, print }, id: string, options: MaintenanceOptions) => {
      const input = { ...periodOf(options), body: options.body };
      const made = await change(async (changing) => {
        const { kind, status } = await incidentById(changing, id);
        if (kind !== 'maintenance') throw new RefusedChange(`${id} is not a maintenance`);
        if (status === 'completed') throw new RefusedChange('A completed maintenance cannot be moved');
        await updateIncident(changing, id, input);
        return incidentById(changing, id);
      });
      print(maintenanceItem(made));
    },
  );
  for (const [word, status, description] of [
    ['start', 'in_progress', 'mark a maintenance as started'],
    ['verify', 'verifying', 'mark a maintenance as being verified'],
    ['complete', 'completed', 'mark a maintenance as completed'],
  ] as const) {
    on(
      writing(maintenance.command(word))
        .description(description)
        .argument('<id>')
        .option('--body <text>', 'text of the update'),
      async ({ change, print }, id: string, { body }: { body?: string }) => {
        const made = await change(async (changing) => {
          await updateIncident(changing, id, { status, body });
          return incidentById(changing, id);
        });
        print({ id: made.id, status: made.status, name: made.name });
      },
    );
  }
  on(
    maintenance.command('list').description('show scheduled and running maintenance'),
    async ({ database, print }) => {
      const all = await incidentsOf(database, 'maintenance');
      const scheduled = all.filter((it) => !isActiveMaintenance(it));
      for (const it of [...all.filter(isActiveMaintenance), ...scheduled]) {
        print(maintenanceItem(it));
      }
    },
  );
}

function addComponents(component: Command, on: On): void {
  on(component.command('list').description('show all components'), async ({ database, print }) => {
    for (const it of await selectComponents(database.pool)) {
      const by = it.group ? 'group' : isAutomatic(it) ? 'by evidence' : 'by hand';
      const { id, status, name } = it;
      print({ id, status, name, set: by }, [id, status.padEnd(20), name, `(${by})`]);
    }
  });
  on(
    writing(component.command('add'))
      .description('add a component without evidence')
      .argument('<name>')
      .option('--description <text>', 'description of the component'),
    async ({ change, print }, name: string, { description = null }: { description?: string | null }) => {
      const id = await change((changing) => createComponent(changing, { name, description }));
      print({ id, status: 'operational', name });
    },
  );
  on(
    writing(component.command('set'))
      .description('set a status by hand; it stays until you set auto, which follows the evidence again')
      .argument('<component>', 'id or name')
      .argument('<status>', 'operational, degraded_performance, partial_outage, major_outage or auto'),
    async ({ change, print }, text: string, status: string) => {
      const set = await change(async (changing) => {
        const { id } = await findComponent(changing, text);
        await setByHand(changing, id, status === 'auto' ? 'auto' : verifyComponentStatus(changing, status));
        return findComponent(changing, id);
      });
      const { id, status: now, name } = set;
      const by = isAutomatic(set) ? 'by evidence' : 'by hand';
      print({ id, status: now, name, set: by }, [
        ...[id, now, name],
        ...(isAutomatic(set) ? [`(${by})`] : []),
      ]);
    },
  );
  on(
    writing(component.command('retire'))
      .description(
        'hide a component whose role no longer runs, until its next heartbeat; remove one that you added',
      )
      .argument('<component>', 'id or name'),
    async ({ change, print }, text: string) => {
      const retired = await change(async (changing) => {
        const found = await findComponent(changing, text);
        await deleteComponent(changing, found.id);
        return found;
      });
      print({ id: retired.id, result: 'retired', name: retired.name });
    },
  );
}

function addAudit(status: Command, on: On): void {
  on(
    status
      .command('audit')
      .description('list changes with their authors, newest first, as JSON lines')
      .option('--limit <count>', 'maximum number of changes', '100'),
    async ({ database, print }, { limit }: { limit: string }) => {
      if (!/^[1-9]\d{0,5}$/.test(limit)) throw new RefusedChange('--limit must be a number from 1 to 999999');
      const { rows } = await database.pool.query(
        `select number::int, at, actor, action, target, before, after
         from tain.status_audit
         order by number desc limit $1`,
        [limit],
      );
      for (const row of rows) print(row, [JSON.stringify(row)]);
    },
  );
}

const STATUSES = [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES];

async function incidentsOf({ pool }: Database, kind: Incident['kind']): Promise<Incident[]> {
  const state = await selectState(pool);
  return (state?.incidents ?? []).filter((it) => it.kind === kind && isUnresolved(it));
}

function itemOf({ id, status, impact, name }: Incident) {
  return { id, status, impact, name };
}

function maintenanceItem({ id, status, scheduledFor, name }: Incident) {
  return { id, status, from: `${scheduledFor}`, name };
}

function isAutomatic({ key, heldBy }: Component): boolean {
  return key !== null && heldBy === null;
}

function timeOf(at: string | undefined): Date | undefined {
  return at === undefined ? undefined : parseInstant('--at', at);
}

function periodOf({
  from,
  until,
}: MaintenanceOptions): Pick<IncidentInput, 'scheduledFor' | 'scheduledUntil'> {
  return { scheduledFor: parseInstant('--from', from), scheduledUntil: parseInstant('--until', until) };
}

/** Parses the values of `--component`: `name=status` sets a status, `name` only lists the component as affected. */
async function componentsOf(
  change: Change,
  texts: readonly string[] = [],
): Promise<Pick<IncidentInput, 'componentIds' | 'components'>> {
  if (texts.length === 0) return {};
  const componentIds: string[] = [];
  const components: Record<string, ComponentStatus> = {};
  for (const text of texts) {
    const cut = text.lastIndexOf('=');
    const { id } = await findComponent(change, cut < 0 ? text : text.slice(0, cut));
    componentIds.push(id);
    if (cut >= 0) components[id] = verifyComponentStatus(change, text.slice(cut + 1));
  }
  return { componentIds, components };
}

async function findComponent({ client }: Change, text: string): Promise<Component> {
  const all = await selectComponents(client);
  const lower = text.toLowerCase();
  const found = all.find((it) => it.id === text) ?? all.find((it) => it.name.toLowerCase() === lower);
  if (found !== undefined) return found;
  const near = all.filter((it) => it.name.toLowerCase().includes(lower));
  if (near.length === 1 && near[0] !== undefined) return near[0];
  const names = (near.length > 1 ? near : all).map((it) => it.name).join(', ');
  throw new RefusedChange(
    near.length > 1
      ? `Several components match ${text}: ${names}`
      : `No component matches ${text}; there are ${names}`,
  );
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
