import { Command, Option } from 'commander';
import { type ConnectionTarget, Database } from '../db/connections/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { Failure } from '../kernel/failure.ts';
import { type ManagedComponent, ManagementClient } from './client.ts';
import { createKey, type KeyRole, revokeKey, selectKeys } from './http/keys.ts';
import { Refusal } from './state/model.ts';

/** What the command line needs from its caller. `options` are the command's, with the global ones. */
export interface StatusCommandContext {
  /** Opens the migrated database: only `tain status key` does. */
  openDatabase(
    options: Record<string, unknown>,
  ): Promise<{ readonly target: ConnectionTarget; release(): Promise<void> }>;
  /** The status service's address, and the key to it if one is set. */
  service(options: Record<string, unknown>): { readonly url: string; readonly key: string | undefined };
  readonly clock: Clock;
  /** Takes a line of output. */
  print(line: string): void;
}

/**
 * `tain status`: keys directly in the database (the first one must come from somewhere), everything else
 * through the management API. Failures are `Failure`.
 */
export function statusCommand(context: StatusCommandContext): Command {
  const status = new Command('status').description('incidents, maintenance and keys of the status service');
  addKeys(status.command('key').description('keys of the management API'), context);
  addIncidents(status.command('incident').description('incidents'), context);
  addMaintenances(status.command('maintenance').description('scheduled maintenance'), context);
  addComponents(status.command('component').description('components'), context);
  return status;
}

function addKeys(key: Command, context: StatusCommandContext): void {
  const withDatabase = async (command: Command, work: (database: Database) => Promise<void>) => {
    const opened = await context.openDatabase(command.optsWithGlobals());
    const database = new Database(opened.target, { applicationName: 'tain status key', maxConnections: 1 });
    try {
      await work(database);
    } catch (error) {
      if (error instanceof Refusal) throw new Failure('usage', `${error.message}.`);
      throw error;
    } finally {
      await database.end();
      await opened.release();
    }
  };
  key
    .command('create')
    .description('make a key; it is shown this once')
    .argument('<name>', 'who or what it is for')
    .addOption(new Option('--role <role>', 'what it may do').choices(['read', 'write']).default('write'))
    .action((name: string, options: { role: KeyRole }, command: Command) =>
      withDatabase(command, async (database) => {
        const made = await createKey(database.pool, { name, role: options.role }, context.clock());
        context.print(made.key);
      }),
    );
  key
    .command('list')
    .description('show all keys, without their secrets')
    .action((_options, command: Command) =>
      withDatabase(command, async (database) => {
        for (const it of await selectKeys(database.pool)) {
          const state =
            it.revokedAt === null ? `used ${it.lastUsedAt ?? 'never'}` : `revoked ${it.revokedAt}`;
          context.print(`${it.id}  ${it.role.padEnd(5)}  ${it.name}  (${state})`);
        }
      }),
    );
  key
    .command('revoke')
    .description('end a key at once')
    .argument('<id>', 'the twelve characters after tain_')
    .action((id: string, _options, command: Command) =>
      withDatabase(command, async (database) => {
        await revokeKey(database.pool, id, context.clock());
        context.print(`Revoked ${id}`);
      }),
    );
}

interface IncidentOptions {
  readonly name?: string;
  readonly status?: string;
  readonly body?: string;
  readonly impact?: string;
  readonly component?: readonly string[];
  readonly at?: string;
  readonly notify: boolean;
}

function withIncidentOptions(command: Command): Command {
  return command
    .option('--body <text>', 'what to tell')
    .option('--component <name=status>', 'affected component and its status; may be repeated', collect)
    .option('--at <time>', 'ISO 8601 time that the update is dated at')
    .option('--no-notify', 'tell no subscribers');
}

function addIncidents(incident: Command, context: StatusCommandContext): void {
  const send = async (id: string | null, options: IncidentOptions, command: Command) => {
    const client = clientOf(context, command);
    const { ids, statuses } = await resolveComponents(client, options.component ?? []);
    const fields = {
      name: options.name,
      status: options.status,
      body: options.body,
      impact_override: options.impact,
      ...(ids.length > 0 ? { component_ids: ids } : {}),
      ...(Object.keys(statuses).length > 0 ? { components: statuses } : {}),
      display_at: options.at,
      deliver_notifications: options.notify,
    };
    const made = id === null ? await client.createIncident(fields) : await client.updateIncident(id, fields);
    context.print(`${made.id}  ${made.status}  ${made.impact}  ${made.name}  ${made.shortlink}`);
  };
  withIncidentOptions(incident.command('create'))
    .description('open an incident')
    .argument('<name>', 'its title')
    .option('--status <status>', 'investigating, identified, monitoring or resolved')
    .option('--impact <impact>', 'none, minor, major or critical; otherwise from the components')
    .action((name: string, options: IncidentOptions, command: Command) =>
      send(null, { ...options, name }, command),
    );
  withIncidentOptions(incident.command('update'))
    .description('tell more about an incident or maintenance')
    .argument('<id>')
    .option('--name <name>', 'another title')
    .option('--status <status>', 'what it becomes')
    .option('--impact <impact>', 'none, minor, major or critical')
    .action((id: string, options: IncidentOptions, command: Command) => send(id, options, command));
  withIncidentOptions(incident.command('resolve'))
    .description('say that an incident is over')
    .argument('<id>')
    .action((id: string, options: IncidentOptions, command: Command) =>
      send(id, { body: 'This incident has been resolved.', ...options, status: 'resolved' }, command),
    );
  incident
    .command('list')
    .description('show open incidents')
    .action(async (_options, command: Command) => {
      for (const it of await clientOf(context, command).incidents('unresolved')) {
        context.print(`${it.id}  ${it.status}  ${it.impact}  ${it.name}`);
      }
    });
}

function addMaintenances(maintenance: Command, context: StatusCommandContext): void {
  maintenance
    .command('schedule')
    .description('plan a maintenance; it begins and ends by itself')
    .argument('<name>', 'its title')
    .requiredOption('--from <time>', 'ISO 8601 time of its begin')
    .requiredOption('--until <time>', 'ISO 8601 time of its end')
    .option('--body <text>', 'what to tell')
    .option('--component <name>', 'affected component; may be repeated', collect)
    .option('--remind', 'remind subscribers an hour before')
    .option('--manual', 'begin and end it by hand')
    .option('--no-notify', 'tell no subscribers now')
    .action(async (name: string, options: Record<string, unknown>, command: Command) => {
      const client = clientOf(context, command);
      const { ids } = await resolveComponents(client, (options.component as string[] | undefined) ?? []);
      const made = await client.createIncident({
        name,
        body: options.body,
        status: 'scheduled',
        scheduled_for: options.from,
        scheduled_until: options.until,
        component_ids: ids,
        scheduled_remind_prior: options.remind === true,
        scheduled_auto_in_progress: options.manual !== true,
        scheduled_auto_completed: options.manual !== true,
        deliver_notifications: options.notify,
      });
      context.print(`${made.id}  ${made.status}  ${made.name}  ${made.shortlink}`);
    });
  for (const [word, status, description] of [
    ['start', 'in_progress', 'say that a maintenance has begun'],
    ['verify', 'verifying', 'say that its result is being verified'],
    ['complete', 'completed', 'say that it is over'],
  ] as const) {
    maintenance
      .command(word)
      .description(description)
      .argument('<id>')
      .option('--body <text>', 'what to tell')
      .action(async (id: string, options: { body?: string }, command: Command) => {
        const made = await clientOf(context, command).updateIncident(id, { status, body: options.body });
        context.print(`${made.id}  ${made.status}  ${made.name}`);
      });
  }
  maintenance
    .command('list')
    .description('show planned and running ones')
    .action(async (_options, command: Command) => {
      const client = clientOf(context, command);
      for (const it of [
        ...(await client.incidents('active_maintenance')),
        ...(await client.incidents('upcoming')),
      ]) {
        context.print(`${it.id}  ${it.status}  ${it.scheduled_for}  ${it.name}`);
      }
    });
}

function addComponents(component: Command, context: StatusCommandContext): void {
  component
    .command('list')
    .description('show all components')
    .action(async (_options, command: Command) => {
      for (const it of await clientOf(context, command).components()) {
        const by = it.group ? 'group' : it.automatic ? 'by evidence' : 'by hand';
        context.print(`${it.id}  ${it.status.padEnd(20)}  ${it.name}  (${by})`);
      }
    });
  component
    .command('set')
    .description('set a status by hand, which then holds; auto lets evidence decide again')
    .argument('<component>', 'id or name')
    .argument('<status>', 'operational, degraded_performance, partial_outage, major_outage or auto')
    .action(async (name: string, status: string, _options, command: Command) => {
      const client = clientOf(context, command);
      const { id } = findComponent(await client.components(), name);
      const set = await client.setComponent(id, status === 'auto' ? { automatic: true } : { status });
      context.print(`${set.id}  ${set.status}  ${set.name}${set.automatic ? '  (by evidence)' : ''}`);
    });
  component
    .command('retire')
    .description('hide one whose role is no longer run; the next sign of life brings it back')
    .argument('<component>', 'id or name')
    .action(async (text: string, _options, command: Command) => {
      const client = clientOf(context, command);
      const { id, name } = findComponent(await client.components(), text);
      await client.deleteComponent(id);
      context.print(`${id}  retired  ${name}`);
    });
}

function clientOf(context: StatusCommandContext, command: Command): ManagementClient {
  const { url, key } = context.service(command.optsWithGlobals());
  if (key === undefined || key === '') {
    throw new Failure(
      'usage',
      'Setting TAIN_STATUS_KEY must be given: make a key with tain status key create.',
    );
  }
  return new ManagementClient(url, key);
}

/** `name=status` sets a status, `name` alone only names a component. */
async function resolveComponents(client: ManagementClient, wanted: readonly string[]) {
  const ids: string[] = [];
  const statuses: Record<string, string> = {};
  if (wanted.length === 0) return { ids, statuses };
  const all = await client.components();
  for (const text of wanted) {
    const cut = text.lastIndexOf('=');
    const { id } = findComponent(all, cut < 0 ? text : text.slice(0, cut));
    ids.push(id);
    if (cut >= 0) statuses[id] = text.slice(cut + 1);
  }
  return { ids, statuses };
}

function findComponent(all: readonly ManagedComponent[], text: string): ManagedComponent {
  const lower = text.toLowerCase();
  const found = all.find((it) => it.id === text) ?? all.find((it) => it.name.toLowerCase() === lower);
  if (found !== undefined) return found;
  const near = all.filter((it) => it.name.toLowerCase().includes(lower));
  if (near.length === 1 && near[0] !== undefined) return near[0];
  const names = (near.length > 1 ? near : all).map((it) => it.name).join(', ');
  throw new Failure('usage', `No single component is called ${text}; there are ${names}.`);
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
