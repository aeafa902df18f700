import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type Config, readConfig } from '../../config/config.ts';
import { effectiveDefaults } from '../../config/effective-defaults.ts';
import { readGivenSettings, settingsFileWarning } from '../../config/given-settings.ts';
import { statusPortOf } from '../../config/status-settings.ts';
import type { BlockBound } from '../../ingest/check/range.ts';
import { CommandOutput } from '../../kernel/command-output.ts';
import { EXIT_CODES, Failure, messageOf } from '../../kernel/failure.ts';
import { localUrl } from '../../kernel/http-url.ts';
import { duration, instant } from '../../kernel/settings/setting-kinds.ts';
import { readyNetwork } from '../../local-network/folder/network-file.ts';
import { statusCommand } from '../../status/command.ts';
import { makeLog } from '../observe/log.ts';
import { VERSION } from '../version.ts';
import { demoCommand } from './demo.ts';
import type { Exit } from './start.ts';
import type { VerifyProofOptions } from './verify-proof.ts';

/** Inputs that the command line takes from its process. */
export interface CommandSurroundings {
  /** Environment variables, which hold the settings. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns the signal that ends a command early. Only commands that can be ended call it. */
  readonly stop: () => AbortSignal;
  /** Ends the process when it takes too long to stop; default: immediately. */
  readonly exit?: Exit;
}

interface JsonOption {
  readonly json?: true;
}

interface RangeOptions extends JsonOption {
  readonly from?: BlockBound;
  readonly to?: BlockBound;
}

interface CheckOptions extends RangeOptions {
  readonly bucket?: true;
  readonly limit: number;
  readonly resume?: string;
}

interface ReingestOptions extends JsonOption {
  readonly from: BlockBound;
  readonly to: BlockBound;
}

interface RebuildCommandOptions extends JsonOption {
  readonly from?: BlockBound;
  readonly bucket?: true;
}

interface GlobalOptions {
  readonly config?: string;
  readonly network?: string;
  readonly roles?: string;
  readonly networkOnly?: true;
  readonly mirrorOnly?: true;
  readonly quiet?: true;
  readonly acceptDataLoss?: true;
  readonly addressBook?: string;
  readonly consensusRatio?: string;
  readonly from?: string;
  readonly to?: string;
}

interface WaitOptions {
  /** Maximum time to wait, in milliseconds. */
  readonly timeout: ReturnType<typeof timeOf>;
}

/** Returns an option that is text. Other commands parse `--from` and `--to` into blocks. */
function textOf(option: unknown): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

/** Settings from the environment, the settings file, and the options of the command, which take precedence. */
function readSettings(options: GlobalOptions, env: CommandSurroundings['env']): Config {
  const overrides: [string, string | undefined][] = [
    ['TAIN_NETWORK', options.network],
    ['TAIN_ROLES', options.networkOnly ? 'network' : options.roles],
    ['TAIN_DEMO_RUN', options.mirrorOnly && 'off'],
    ['TAIN_DEMO_QUIET', options.quiet && 'on'],
    ['TAIN_ACCEPT_DATA_LOSS', options.acceptDataLoss && 'on'],
    ['TAIN_ADDRESS_BOOK', options.addressBook],
    ['TAIN_CONSENSUS_RATIO', options.consensusRatio],
    ['TAIN_START_DATE', textOf(options.from)],
    ['TAIN_END_DATE', textOf(options.to)],
  ];
  const given = overrides.filter(([, value]) => value !== undefined);
  const warn = (warning: string): boolean => process.stderr.write(`tain: ${warning}\n`);
  const config = readConfig({ ...env, ...Object.fromEntries(given) }, options.config, warn);
  const warning = options.config === undefined ? null : settingsFileWarning(options.config);
  if (warning !== null) warn(warning);
  return config;
}

const network = () => new Option('--network <name>', 'network of the stream (TAIN_NETWORK)');
const addressBook = () =>
  new Option(
    '--address-book <file>',
    'file with the initial address book, a serialized NodeAddressBook (TAIN_ADDRESS_BOOK)',
  );
const consensusRatio = () =>
  new Option('--consensus-ratio <share>', 'share of the weight that must have signed (TAIN_CONSENSUS_RATIO)');

const acceptDataLoss = () =>
  new Option(
    '--accept-data-loss',
    'migrate the database also if rows are deleted that the new version does not have (TAIN_ACCEPT_DATA_LOSS)',
  );

const from = () =>
  new Option(
    '--from <block>',
    'number of the first block, or an instant such as 2024-05-01T00:00:00Z',
  ).argParser(blockBound);
const to = () => new Option('--to <block>', 'number of the last block, or an instant').argParser(blockBound);

const json = () => new Option('--json', 'print lines of JSON: an object for each item, then a summary');

/** Creates the output of a command, which goes to standard output. */
function outputOf({ json: isJson = false }: { readonly json?: boolean }): CommandOutput {
  return new CommandOutput((line) => void process.stdout.write(`${line}\n`), isJson);
}

/** Parses the value of a numeric option. Throws `InvalidArgumentError`. */
function countOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 999999.');
}

/** Parses the value of an option that is a time, to milliseconds. Throws `InvalidArgumentError`. */
function timeOf(text: string): number {
  try {
    return duration.read(text);
  } catch (error) {
    throw new InvalidArgumentError(`It must be ${messageOf(error)}.`);
  }
}

/** Collects an option that may come several times. */
function several(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function program({ env, stop, exit = process.exit }: CommandSurroundings): Command {
  const configOf = (options: GlobalOptions): Config => readSettings(options, env);
  const tain: Command = new Command('tain')
    .description('Mirror node for Hedera and Hiero networks.')
    .version(VERSION)
    .option('--config <file>', 'file of NAME=value settings; environment variables take precedence')
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      // Omits the options of intermediate commands: those of `demo DIR` do not apply to `demo save`.
      visibleGlobalOptions: (command) => (command.parent === null ? [] : [...tain.options]),
    })
    .showHelpAfterError('(tain --help shows the commands)')
    .addHelpText(
      'after',
      '\ntain config lists every setting; docs/configuration.md in the package describes them.',
    );

  tain
    .command('start', { isDefault: true })
    .description('run the roles of TAIN_ROLES until stopped')
    .addOption(new Option('--roles <list>', 'roles of this process, separated by commas (TAIN_ROLES)'))
    .addOption(network())
    .addOption(
      new Option('--network-only', 'only the demo network (role network)').conflicts(['roles', 'mirrorOnly']),
    )
    .option(
      '--mirror-only',
      'all but the demo network, which another process runs in the same TAIN_DATA_DIR (TAIN_DEMO_RUN=off)',
    )
    .option('--quiet', 'a demo network without traffic of its own (TAIN_DEMO_QUIET)')
    .addOption(acceptDataLoss())
    .action(async (_options, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { start } = await import('./start.ts');
      await start(config, makeLog(config.logLevel, config.logFormat), stop(), exit);
    });

  tain
    .command('wait')
    .description(
      'wait until the services of the settings are ready, a local network until a first transaction works; exit code 9 if it takes too long',
    )
    .addOption(
      new Option('--timeout <time>', 'maximum time to wait, such as 90s or 5m')
        .argParser(timeOf)
        .default(120_000, '2m'),
    )
    .addOption(network())
    .addOption(new Option('--roles <list>', 'roles to wait for, separated by commas (TAIN_ROLES)'))
    .action(async (options: WaitOptions, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { waitUntilReady } = await import('./wait.ts');
      const print = (line: string): void => void process.stdout.write(`${line}\n`);
      await waitUntilReady(config, { limitMs: options.timeout, signal: stop(), print });
    });

  tain
    .command('migrate')
    .description('update the database schema, then stop')
    .addOption(json())
    .addOption(acceptDataLoss())
    .action(async (options: JsonOption, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { migrate } = await import('./config.ts');
      await migrate(outputOf(options), config, makeLog(config.logLevel, config.logFormat));
    });

  tain
    .command('import')
    .description('verify and load every stream file of a folder or of the configured buckets, then stop')
    .argument('[path]', 'folder in the layout of a stream bucket')
    .option('--from <instant>', 'first file to read into an empty database (TAIN_START_DATE)')
    .option('--to <instant>', 'instant after which no file is read (TAIN_END_DATE)')
    .addOption(json())
    .addOption(acceptDataLoss())
    .addOption(network())
    .addOption(addressBook())
    .addOption(consensusRatio())
    .action(async (path: string | undefined, options: JsonOption, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { importStreams } = await import('./import.ts');
      await importStreams(
        path ?? null,
        outputOf(options),
        config,
        makeLog(config.logLevel, config.logFormat),
        stop(),
      );
    });

  tain
    .command('verify')
    .description(
      'verify every stream file of a folder or of the configured buckets, without a database; exit code 0 if all are valid',
    )
    .argument('[path]', 'folder in the layout of a stream bucket')
    .addOption(json())
    .addOption(network())
    .addOption(addressBook())
    .addOption(consensusRatio())
    .action(async (path: string | undefined, options: JsonOption, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { verify } = await import('./verify.ts');
      await verify(path ?? null, outputOf(options), config, stop());
    });

  tain
    .command('verify-proof')
    .description(
      'verify the proof of a mirror with trusted values only and print the proven facts; exit code 7 if a step fails',
    )
    .argument('<file>', 'the proof in JSON; - for standard input')
    .option('--ledger-id <hex>', 'id of the ledger, for proofs of blocks')
    .option('--wraps-key <sha256>', 'SHA-256 of a trusted WRAPS key; may be repeated', several, [])
    .option(
      '--address-book <hash>',
      'SHA-384 of a trusted address book, or the file itself, for proofs of record files; may be repeated',
      several,
      [],
    )
    .option('--weights <file>', 'JSON object with the stake of each node by its id')
    .option('--from <time>', 'beginning of the time for which the books are trusted: seconds.nanoseconds')
    .option('--to <time>', 'end of that time (exclusive)')
    .option('--older-profiles', 'also accept ledgers with the rules of releases before 3.15.1')
    .option('--transaction <id>', 'id or hash of the requested transaction')
    .addOption(
      new Option('--nonce <number>', 'nonce of the transaction (default with an id: 0)').argParser(countOf),
    )
    .option('--scheduled', 'the requested transaction is the scheduled one with this id')
    .option('--topic <id>', 'id of the requested topic')
    .option('--message <number>', 'sequence number of the requested message')
    .option('--through <number>', 'sequence number of the last requested message')
    .option('--block <number>', 'number of the requested block')
    .option('--json', 'print the proven facts, or the failed step, as JSON')
    .action(async (file: string, options: VerifyProofOptions) => {
      const { verifyProof } = await import('./verify-proof.ts');
      await verifyProof(file, options, (text) => process.stdout.write(`${text}\n`));
    });

  tain
    .command('check')
    .description(
      'check that the database is consistent, and that it agrees with the stream of a folder or --bucket; list the differences; exit code 6 if there are any',
    )
    .argument('[path]', 'folder of the stream, in the layout of a stream bucket')
    .option('--bucket', 'compare with the stream in the configured buckets')
    .addOption(
      new Option('--limit <count>', 'maximum number of listed differences; the rest are only counted')
        .argParser(countOf)
        .default(100),
    )
    .addOption(json())
    .option('--resume <file>', 'file that stores the progress: the same command continues after a kill')
    .addOption(from())
    .addOption(to())
    .addOption(network())
    .addOption(addressBook())
    .addOption(consensusRatio())
    .action(async (path: string | undefined, range: CheckOptions, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { check } = await import('./check.ts');
      const against = path === undefined && !range.bucket ? null : { folder: path ?? null };
      const options = { limit: range.limit, resume: range.resume ?? null };
      await check(
        against,
        range,
        options,
        outputOf(range),
        config,
        makeLog('warn', config.logFormat),
        stop(),
      );
    });

  tain
    .command('reingest')
    .usage('[options] --from <block> --to <block> [path]')
    .description(
      'store the append-only rows of stored blocks again, from the stream; balances and other state are not changed',
    )
    .argument(
      '[path]',
      'folder of the stream, in the layout of a stream bucket; default: the buckets of the settings',
    )
    .addOption(from().makeOptionMandatory())
    .addOption(to().makeOptionMandatory())
    .addOption(json())
    .addOption(network())
    .addOption(addressBook())
    .addOption(consensusRatio())
    .action(async (path: string | undefined, range: ReingestOptions, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { reingest } = await import('./reingest.ts');
      await reingest(
        path ?? null,
        range,
        outputOf(range),
        config,
        makeLog(config.logLevel, config.logFormat),
        stop(),
      );
    });

  tain
    .command('rebuild')
    .description(
      'correct the present state: balances, supply, storage and snapshots from the stored rows; with a folder or --bucket also entities, tokens, NFTs and others from the stream. No ingest may run meanwhile',
    )
    .argument('[path]', 'folder of the stream, in the layout of a stream bucket')
    .option('--bucket', 'read the stream in the configured buckets')
    .addOption(json())
    .addOption(from())
    .addOption(network())
    .addOption(addressBook())
    .addOption(consensusRatio())
    .action(async (path: string | undefined, options: RebuildCommandOptions, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { rebuild } = await import('./rebuild.ts');
      const against = path === undefined && !options.bucket ? null : { folder: path ?? null };
      await rebuild(
        against,
        options.from ?? null,
        outputOf(options),
        config,
        makeLog(config.logLevel, config.logFormat),
        stop(),
      );
    });

  tain
    .command('config')
    .description(
      'print the settings in force, secrets masked, and where each was given; exit code 2 if one is wrong',
    )
    .option('--json', 'print each setting as a line of JSON')
    .action(async ({ json = false }: { readonly json?: boolean }, command: Command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      const config = configOf(options);
      const { printSettings } = await import('./config.ts');
      const given = readGivenSettings(env, options.config, () => undefined);
      printSettings(given, effectiveDefaults(config), json, (line) => void process.stdout.write(`${line}\n`));
    });

  const roles = tain
    .command('roles')
    .description('list the ingests of a shared database, and the one that writes')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { readonly json?: boolean }, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { showRoles } = await import('./roles.ts');
      await showRoles({ json }, config, makeLog('error', config.logFormat), stop());
    });
  roles
    .command('switch')
    .description('make a standby the writer, and wait until it has taken over')
    .option(
      '--process <name>',
      'name of the standby, as tain roles prints it (default: the one that has been standby longest)',
    )
    .action(async ({ process: name = null }: { readonly process?: string | null }, command: Command) => {
      const config = configOf(command.optsWithGlobals());
      const { switchRoles } = await import('./roles.ts');
      await switchRoles(name, config, makeLog('error', config.logFormat), stop());
    });

  tain.addCommand(demoCommand({ stop, configOf }));
  tain.addCommand(
    statusCommand({
      clock: Date.now,
      output: outputOf,
      async open(options) {
        const config = configOf(options);
        const { openDatabase } = await import('../open-database.ts');
        const { statusSettingsOf } = await import('../roles/status.ts');
        // Only with the privileges of the status service.
        const { statusTarget, release } = await openDatabase(
          config,
          makeLog('warn', config.logFormat),
          'ours',
          { mustExist: true },
        );
        const running = await readyNetwork(config.dataDir);
        const url = config.statusUrl ?? running?.status ?? localUrl(config.host, statusPortOf(config));
        return { target: statusTarget, settings: statusSettingsOf(config), url, release };
      },
    }),
  );
  inherit(tain);
  return tain;
}

/** Copies the settings of a command to subcommands that were created separately. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inherit(command);
  }
}

function isCommand(tain: Command, word: string): boolean {
  return word === 'help' || tain.commands.some((command) => command.name() === word);
}

/**
 * Returns whether an error comes from the operating system (a full disk, a folder without rights): its message is
 * sufficient.
 */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/**
 * Runs a command line, given as words without the program's name. Prints one sentence for a `Failure`, otherwise the
 * whole error. Returns the exit code.
 */
export async function runCommandLine(
  words: readonly string[],
  surroundings: CommandSurroundings,
): Promise<number> {
  try {
    const tain = program(surroundings);
    const [word] = words;
    // Commander would treat it as an argument of the default command.
    if (word !== undefined && !word.startsWith('-') && !isCommand(tain, word)) {
      throw new Failure('usage', `Unknown command ${word}: tain --help shows the commands.`);
    }
    await tain.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has written its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    const { databaseFailure } = await import('../../store/connections/database-trouble.ts');
    const failure = databaseFailure(error);
    if (failure) {
      process.stderr.write(`tain: ${failure.message}\n`);
      return failure.exitCode;
    }
    if (isSystemError(error)) {
      process.stderr.write(`tain: ${error.message}.\n`);
    } else {
      process.stderr.write(
        `tain: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    }
    return EXIT_CODES.unexpected;
  }
}

/** Parses an option that names a block. Throws an error that the command line reports. */
function blockBound(text: string): BlockBound {
  if (/^\d{1,18}$/.test(text)) return { number: BigInt(text) };
  try {
    return { instant: instant.read(text) };
  } catch {
    throw new InvalidArgumentError('It must be a block number or an instant such as 2024-05-01T00:00:00Z.');
  }
}
