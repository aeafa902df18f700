import os from 'node:os';
import { Command, Option } from 'commander';
import { addressOf, type ConnectionTarget, Database } from '../db/connections/database.ts';
import { databaseFailure } from '../db/connections/database-failure.ts';
import type { Clock } from '../kernel/clock.ts';
import { Failure } from '../kernel/failure.ts';
import { changeByHand } from './by-hand.ts';
import {
  createComponent,
  deleteComponent,
  setByHand,
  verifyComponentStatus,
} from './incidents/components.ts';
import { incidentById } from './incidents/incident-life.ts';
import { deleteUpdate, editUpdate } from './incidents/incident-updates.ts';
import {
  createIncident,
  deleteIncident,
  type IncidentInput,
  setPostmortem,
  updateIncident,
} from './incidents/incidents.ts';
import type { StatusSettings } from './options.ts';
import type { Change } from './state/change.ts';
import { parseInstant } from './state/instants.ts';
import {
  type Component,
  type ComponentStatus,
  IMPACTS,
  type Impact,
  INCIDENT_STATUSES,
  type Incident,
  type IncidentStatus,
  isActiveMaintenance,
  isUnresolved,
  MAINTENANCE_STATUSES,
  NotFoundError,
  Refusal,
} from './state/model.ts';
import { selectComponents, selectIncident, selectState } from './state/select-state.ts';

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
  /** Writes a line of output. */
  print(line: string): void;
}

/** `tain status`: writes incidents, maintenance and components into the database. Failures are `Failure`. */
export function statusCommand(context: StatusCommandContext): Command {
  const status = new Command('status').description(
    'manage incidents, maintenance and components of the status service',
  );
  addIncidents(status.command('incident').description('incidents'), context);
  addMaintenances(status.command('maintenance').description('scheduled maintenance'), context);
  addComponents(status.command('component').description('components'), context);
  addAudit(status, context);
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

/** One run of a command. */
interface Session {
  readonly database: Database;
  readonly url: string;
  readonly settings: StatusSettings;
  /** Changes the state as the person that `--by` names, else as the user of the process. */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
}

async function run(
  context: StatusCommandContext,
  command: Command,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals();
  const { target, settings, url, release } = await context.open(options);
  const database = new Database(target, {
    applicationName: 'tain status command',
    maxConnections: 1,
    statementTimeoutMs: 10_000,
    connectTimeoutMs: 5_000,
    responseTimeoutMs: 15_000,
  });
  const by: string = options.by ?? osUser();
  try {
    await work({
      database,
      url,
      settings,
      change: (changing) => changeByHand(database, settings, context.clock(), by, changing),
    });
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotFoundError)
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

function addIncidents(incident: Command, context: StatusCommandContext): void {
  const send = (id: string | null, options: IncidentOptions, command: Command) =>
    run(context, command, async ({ change, database, settings, url }) => {
      const input = parseIncident(options, settings);
      const madeId = await change(async (changing) => {
        const all = await selectComponents(changing.client);
        const affected = componentsOf(all, options.component ?? [], settings);
        if (id !== null) {
          await updateIncident(changing, id, { ...input, ...affected });
          return id;
        }
        const startedAt = input.displayAt === undefined ? {} : { startedAt: input.displayAt };
        const backfilled = options.backfilled === true;
        return createIncident(changing, {
          ...input,
          ...affected,
          ...startedAt,
          backfilled,
          kind: 'incident',
        });
      });
      const made = await incidentOf(database, madeId);
      context.print(
        `${made.id}  ${made.status}  ${made.impact}  ${made.name}  ${url.replace(/\/+$/, '')}/incidents/${made.id}`,
      );
    });
  withIncidentOptions(incident.command('create'))
    .description('open an incident')
    .argument('<name>', 'its title')
    .option('--status <status>', 'investigating, identified, monitoring or resolved')
    .option('--impact <impact>', 'none, minor, major or critical; by default that of the components')
    .option('--backfilled', 'the incident is over: the history shows it at the time of --at')
    .action((name: string, options: IncidentOptions, command: Command) =>
      send(null, { ...options, name }, command),
    );
  withIncidentOptions(incident.command('update'))
    .description('add an update to an incident or maintenance')
    .argument('<id>')
    .option('--name <name>', 'new title')
    .option('--status <status>', 'new status')
    .option('--impact <impact>', 'none, minor, major or critical')
    .action((id: string, options: IncidentOptions, command: Command) => send(id, options, command));
  withIncidentOptions(incident.command('resolve'))
    .description('resolve an incident')
    .argument('<id>')
    .action((id: string, options: IncidentOptions, command: Command) =>
      send(id, { body: 'This incident has been resolved.', ...options, status: 'resolved' }, command),
    );
  writing(incident.command('postmortem'))
    .description('publish the postmortem of a resolved incident')
    .argument('<id>')
    .requiredOption('--body <text>', 'text of the postmortem')
    .action((id: string, { body }: { body: string }, command: Command) =>
      run(context, command, async ({ change }) => {
        await change(async (changing) => {
          await setPostmortem(changing, id, body);
          await updateIncident(changing, id, { status: 'postmortem', body: 'The postmortem is published.' });
        });
        context.print(`${id}  postmortem`);
      }),
    );
  writing(incident.command('edit'))
    .description('correct an update')
    .argument('<id>')
    .argument('<update>', 'its id, from tain status incident show')
    .option('--body <text>', 'corrected text')
    .option('--at <time>', 'ISO 8601 time of the update')
    .action((id: string, update: string, { body, at }: IncidentOptions, command: Command) =>
      run(context, command, async ({ change }) => {
        const displayAt = at === undefined ? {} : { displayAt: parseInstant('--at', at) };
        await change((changing) =>
          editUpdate(changing, id, update, { ...(body === undefined ? {} : { body }), ...displayAt }),
        );
        context.print(`${id}  ${update}  edited`);
      }),
    );
  writing(incident.command('delete'))
    .description('remove an incident or maintenance, or one of its updates; the audit trail retains it')
    .argument('<id>')
    .argument('[update]', 'its id, from tain status incident show')
    .action((id: string, update: string | undefined, _options, command: Command) =>
      run(context, command, async ({ change }) => {
        await change(async (changing) => {
          if (update === undefined) await deleteIncident(changing, id);
          else await deleteUpdate(changing, id, update);
        });
        context.print(`${[id, ...(update === undefined ? [] : [update])].join('  ')}  deleted`);
      }),
    );
  incident
    .command('show')
    .description('show an incident or maintenance with its updates')
    .argument('<id>')
    .action((id: string, _options, command: Command) =>
      run(context, command, async ({ database }) => {
        const it = await incidentOf(database, id);
        context.print(`${it.id}  ${it.status}  ${it.impact}  ${it.name}`);
        for (const update of it.updates) {
          context.print(`${update.id}  ${update.displayAt}  ${update.status}  ${update.body}`);
        }
      }),
    );
  incident
    .command('list')
    .description('show open incidents')
    .action((_options, command: Command) =>
      run(context, command, async ({ database }) => {
        for (const it of await incidentsOf(database, 'incident')) {
          context.print(`${it.id}  ${it.status}  ${it.impact}  ${it.name}`);
        }
      }),
    );
}

interface MaintenanceOptions {
  readonly from: string;
  readonly until: string;
  readonly body?: string;
  readonly component?: readonly string[];
  readonly manual?: boolean;
}

function addMaintenances(maintenance: Command, context: StatusCommandContext): void {
  writing(maintenance.command('schedule'))
    .description('schedule a maintenance, which starts and ends automatically')
    .argument('<name>', 'its title')
    .requiredOption('--from <time>', 'ISO 8601 start time')
    .requiredOption('--until <time>', 'ISO 8601 end time')
    .option('--body <text>', 'text of the update')
    .option('--component <name>', 'affected component; may be repeated', collect)
    .option('--manual', 'start and end it only by commands')
    .action((name: string, options: MaintenanceOptions, command: Command) =>
      run(context, command, async ({ change, settings, url }) => {
        const automatic = options.manual !== true;
        const input = {
          kind: 'maintenance' as const,
          name,
          body: options.body ?? '',
          scheduledFor: parseInstant('--from', options.from),
          scheduledUntil: parseInstant('--until', options.until),
          autoInProgress: automatic,
          autoCompleted: automatic,
        };
        const id = await change(async (changing) => {
          const all = await selectComponents(changing.client);
          const { componentIds } = componentsOf(all, options.component ?? [], settings);
          return createIncident(changing, { ...input, componentIds: componentIds ?? [] });
        });
        context.print(`${id}  scheduled  ${name}  ${url.replace(/\/+$/, '')}/incidents/${id}`);
      }),
    );
  writing(maintenance.command('move'))
    .description('move a maintenance to another time')
    .argument('<id>')
    .requiredOption('--from <time>', 'ISO 8601 start time')
    .requiredOption('--until <time>', 'ISO 8601 end time')
    .option('--body <text>', 'text of the update')
    .action((id: string, { from, until, body }: MaintenanceOptions, command: Command) =>
      run(context, command, async ({ change, database }) => {
        const period = {
          scheduledFor: parseInstant('--from', from),
          scheduledUntil: parseInstant('--until', until),
        };
        await change(async (changing) => {
          const { kind, status } = await incidentById(changing, id);
          if (kind !== 'maintenance') throw new Refusal(`${id} is not a maintenance`);
          if (status === 'completed') throw new Refusal('A completed maintenance cannot be moved');
          await updateIncident(changing, id, { ...period, ...(body === undefined ? {} : { body }) });
        });
        const made = await incidentOf(database, id);
        context.print(`${made.id}  ${made.status}  ${made.scheduledFor}  ${made.name}`);
      }),
    );
  for (const [word, status, description] of [
    ['start', 'in_progress', 'mark a maintenance as started'],
    ['verify', 'verifying', 'mark a maintenance as being verified'],
    ['complete', 'completed', 'mark a maintenance as completed'],
  ] as const) {
    writing(maintenance.command(word))
      .description(description)
      .argument('<id>')
      .option('--body <text>', 'text of the update')
      .action((id: string, { body }: { body?: string }, command: Command) =>
        run(context, command, async ({ change, database }) => {
          const input = body === undefined ? { status } : { status, body };
          await change((changing) => updateIncident(changing, id, input));
          const made = await incidentOf(database, id);
          context.print(`${made.id}  ${made.status}  ${made.name}`);
        }),
      );
  }
  maintenance
    .command('list')
    .description('show scheduled and running maintenance')
    .action((_options, command: Command) =>
      run(context, command, async ({ database }) => {
        const all = await incidentsOf(database, 'maintenance');
        for (const it of [
          ...all.filter(isActiveMaintenance),
          ...all.filter((it) => !isActiveMaintenance(it)),
        ]) {
          context.print(`${it.id}  ${it.status}  ${it.scheduledFor}  ${it.name}`);
        }
      }),
    );
}

function addComponents(component: Command, context: StatusCommandContext): void {
  component
    .command('list')
    .description('show all components')
    .action((_options, command: Command) =>
      run(context, command, async ({ database }) => {
        for (const it of await selectComponents(database.pool)) {
          const by = it.group ? 'group' : isAutomatic(it) ? 'by evidence' : 'by hand';
          context.print(`${it.id}  ${it.status.padEnd(20)}  ${it.name}  (${by})`);
        }
      }),
    );
  writing(component.command('add'))
    .description('add a component without evidence')
    .argument('<name>')
    .option('--description <text>', 'description of the component')
    .action((name: string, { description }: { description?: string }, command: Command) =>
      run(context, command, async ({ change }) => {
        const id = await change((changing) =>
          createComponent(changing, { name, description: description ?? null }),
        );
        context.print(`${id}  operational  ${name}`);
      }),
    );
  const changeOne = (
    text: string,
    command: Command,
    word: string | null,
    work: (change: Change, id: string, settings: StatusSettings) => Promise<void>,
  ) =>
    run(context, command, async ({ change, database, settings }) => {
      const found = await change(async (changing) => {
        const one = findComponent(await selectComponents(changing.client), text);
        await work(changing, one.id, settings);
        return one;
      });
      const set = (await selectComponents(database.pool)).find(({ id }) => id === found.id) ?? found;
      const note = word === null && isAutomatic(set) ? '  (by evidence)' : '';
      context.print(`${set.id}  ${word ?? set.status}  ${set.name}${note}`);
    });
  writing(component.command('set'))
    .description('set a status by hand; it stays until you set auto, which follows the evidence again')
    .argument('<component>', 'id or name')
    .argument('<status>', 'operational, degraded_performance, partial_outage, major_outage or auto')
    .action((text: string, status: string, _options, command: Command) =>
      changeOne(text, command, null, (changing, id, settings) =>
        setByHand(
          changing,
          id,
          status === 'auto' ? 'auto' : verifyComponentStatus(status, settings.maintenanceValues ?? false),
        ),
      ),
    );
  writing(component.command('retire'))
    .description(
      'hide a component whose role no longer runs, until its next heartbeat; remove one that you added',
    )
    .argument('<component>', 'id or name')
    .action((text: string, _options, command: Command) =>
      changeOne(text, command, 'retired', deleteComponent),
    );
}

function addAudit(status: Command, context: StatusCommandContext): void {
  status
    .command('audit')
    .description('list changes with their authors, newest first, as JSON lines')
    .option('--limit <count>', 'maximum number of changes', '100')
    .action(({ limit }: { limit: string }, command: Command) =>
      run(context, command, async ({ database }) => {
        if (!/^[1-9]\d{0,5}$/.test(limit)) throw new Refusal('--limit must be a number from 1 to 999999');
        const { rows } = await database.pool.query(
          `select number::int, at, actor, action, target, before, after
           from tain.status_audit
           order by number desc limit $1`,
          [limit],
        );
        for (const row of rows) context.print(JSON.stringify(row));
      }),
    );
}

async function incidentOf({ pool }: Database, id: string): Promise<Incident> {
  const incident = await selectIncident(pool, id);
  if (incident === null) throw new NotFoundError(`Incident ${id}`);
  return incident;
}

async function incidentsOf({ pool }: Database, kind: Incident['kind']): Promise<Incident[]> {
  const state = await selectState(pool);
  return (state?.incidents ?? []).filter((it) => it.kind === kind && isUnresolved(it));
}

function isAutomatic({ key, heldBy }: Component): boolean {
  return key !== null && heldBy === null;
}

function parseIncident(options: IncidentOptions, { maintenanceValues }: StatusSettings): IncidentInput {
  const { name, status, body, impact, at } = options;
  const impacts = IMPACTS.filter((it) => maintenanceValues === true || it !== 'maintenance');
  return {
    ...(name === undefined ? {} : { name }),
    ...(body === undefined ? {} : { body }),
    ...(status === undefined
      ? {}
      : { status: oneOf<IncidentStatus>('Status', [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES], status) }),
    ...(impact === undefined ? {} : { impactOverride: oneOf<Impact>('Impact', impacts, impact) }),
    ...(at === undefined ? {} : { displayAt: parseInstant('--at', at) }),
  };
}

function oneOf<T extends string>(what: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((it) => it === text);
  if (found === undefined) throw new Refusal(`${what} must be one of ${allowed.join(', ')}`);
  return found;
}

/** Parses the values of `--component`: `name=status` sets a status, `name` only lists the component as affected. */
function componentsOf(
  all: readonly Component[],
  texts: readonly string[],
  { maintenanceValues = false }: StatusSettings,
): Pick<IncidentInput, 'componentIds' | 'components'> {
  if (texts.length === 0) return {};
  const componentIds: string[] = [];
  const components: Record<string, ComponentStatus> = {};
  for (const text of texts) {
    const cut = text.lastIndexOf('=');
    const { id } = findComponent(all, cut < 0 ? text : text.slice(0, cut));
    componentIds.push(id);
    if (cut >= 0) components[id] = verifyComponentStatus(text.slice(cut + 1), maintenanceValues);
  }
  return { componentIds, components };
}

function findComponent(all: readonly Component[], text: string): Component {
  const lower = text.toLowerCase();
  const found = all.find((it) => it.id === text) ?? all.find((it) => it.name.toLowerCase() === lower);
  if (found !== undefined) return found;
  const near = all.filter((it) => it.name.toLowerCase().includes(lower));
  if (near.length === 1 && near[0] !== undefined) return near[0];
  const names = (near.length > 1 ? near : all).map((it) => it.name).join(', ');
  throw new Refusal(
    near.length > 1
      ? `Several components match ${text}: ${names}`
      : `No component matches ${text}; there are ${names}`,
  );
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
