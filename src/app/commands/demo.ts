import { once } from 'node:events';
import type { Population } from '@tain/network-simulator/options';
import type { DemoSummary } from '@tain/network-simulator/write-demo';
import { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { Failure } from '../../kernel/failure.ts';
import { count, type Progress, ProgressDisplay } from '../../kernel/progress.ts';
import { demoEngine } from '../../local-network/demo-engine.ts';
import { simulatorFailure } from '../../local-network/simulator-failure.ts';
import type { StateCommandContext } from './demo-state.ts';

interface DemoCommandOptions extends Partial<Population> {
  readonly blocks: number;
  readonly tps: number;
  readonly seed: number;
  readonly signInner: boolean;
  readonly hotShare: number;
  readonly mix?: Readonly<Record<string, number>>;
  readonly cutover?: number;
  readonly partialChanges: boolean;
  readonly blockNode?: number;
}

/** Functions that the command line provides to the commands. */
export interface DemoSurroundings {
  /** Returns the signal that ends a command early. The output written before it is complete. */
  readonly stop: () => AbortSignal;
  /** Returns the settings, with the options of the command applied. */
  readonly configOf: (options: object) => Config;
}

/** `tain demo DIR`, and the commands that change the network of `tain start`. */
export function demoCommand(surroundings: DemoSurroundings): Command {
  const { stop } = surroundings;
  const demo = new Command('demo')
    .description(
      'write the stream of a simulated network into a folder (./save for a folder named like a command); the commands change the network of tain start',
    )
    .argument('<dir>', 'folder to write to')
    .option(
      '--blocks <count>',
      'number of blocks, one every two seconds of ledger time',
      wholeNumber('blocks', 1),
      100,
    )
    .option('--tps <count>', 'transactions a second', wholeNumber('tps', 1), 50)
    .option(
      '--seed <number>',
      'seed of everything except keys and signatures of the nodes',
      wholeNumber('seed', 0),
      7,
    )
    .option('--accounts <count>', 'accounts at the beginning (default: 200)', wholeNumber('accounts', 20))
    .option(
      '--tokens <count>',
      'tokens at the beginning, including NFT collections (default: 16)',
      wholeNumber('tokens', 0),
    )
    .option('--topics <count>', 'topics at the beginning (default: 12)', wholeNumber('topics', 0))
    .option('--contracts <count>', 'contracts at the beginning (default: 12)', wholeNumber('contracts', 0))
    .option(
      '--hot-share <share>',
      'share of transactions, 0 to 1, that account 0.0.1001 pays for',
      share('hot-share'),
      0,
    )
    .option(
      '--mix <weights>',
      'weights of transaction types that replace the defaults, such as CRYPTOTRANSFER=900,TOKENMINT=0',
      weights,
    )
    .option(
      '--cutover <number>',
      'number of the first block of the block stream; earlier ones are record files (default: all)',
      wholeNumber('cutover', 0),
    )
    .option(
      '--partial-changes',
      'write state changes as the fields that changed, where that is shorter',
      false,
    )
    .option(
      '--block-node <port>',
      'serve the blocks over gRPC on this port of 127.0.0.1 until stopped (0: any free port)',
      wholeNumber('block-node', 0),
    )
    .option('--no-sign-inner', 'omit the signatures inside transactions (faster)')
    .action((dir: string, options: DemoCommandOptions) => run(dir, options, stop()));
  addStateCommands(demo, surroundings);
  return demo;
}

/** Adds the commands that change the network of `tain start`. */
function addStateCommands(demo: Command, { stop, configOf }: DemoSurroundings): void {
  type Does = (commands: typeof import('./demo-state.ts'), context: StateCommandContext) => Promise<void>;
  const perform = async (command: Command, does: Does): Promise<void> => {
    const progress = new ProgressDisplay(process.stderr);
    const context = {
      config: configOf(command.optsWithGlobals()),
      signal: stop(),
      print: (line: string) => {
        progress.finish();
        process.stdout.write(`${line}\n`);
      },
      onProgress: (reached: Progress) => progress.update(reached),
      log: (message: string) => process.stderr.write(`${message}\n`),
    };
    await does(await import('./demo-state.ts'), context).finally(() => progress.finish());
  };
  demo
    .command('save')
    .description(
      "save the network and the mirror's database under a name, replacing an earlier snapshot of that name",
    )
    .argument('<name>')
    .action((name: string, _options, command: Command) =>
      perform(command, (commands, context) => commands.saveDemo(context, name)),
    );
  demo
    .command('load')
    .description('restore a saved state; the current one is lost unless it was saved')
    .argument('<name>')
    .action((name: string, _options, command: Command) =>
      perform(command, (commands, context) => commands.loadDemo(context, name)),
    );
  demo
    .command('list')
    .description('list saved states')
    .option('--json', 'print JSON')
    .action(({ json = false }: { readonly json?: boolean }, command: Command) =>
      perform(command, (commands, context) => commands.listDemo(context, { json })),
    );
  demo
    .command('remove')
    .description('remove a saved state')
    .argument('<name>')
    .action((name: string, _options, command: Command) =>
      perform(command, (commands, context) => commands.removeDemo(context, name)),
    );
  demo
    .command('reset')
    .description("start over: the network and the mirror's database are lost unless they were saved")
    .action((_options, command: Command) =>
      perform(command, (commands, context) => commands.resetDemo(context)),
    );
  demo
    .command('advance')
    .description(
      "set the running network's clock ahead, by 90s, 12h or 30d for example; staking periods and schedules end meanwhile",
    )
    .argument('<time>', 'at most 366d', timeOf)
    .action((nanos: bigint, _options, command: Command) =>
      perform(command, async (commands, context) => void (await commands.advanceDemo(context, nanos))),
    );
}

const SECONDS: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3_600n, d: 86_400n };
const MAX_SECONDS = 366n * 86_400n;

/** Returns a period such as `12h` in nanoseconds. */
function timeOf(text: string): bigint {
  const [, number, unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  const seconds = BigInt(number ?? 0) * (SECONDS[unit] ?? 0n);
  if (seconds > 0n && seconds <= MAX_SECONDS) return seconds * 1_000_000_000n;
  throw new Failure('usage', 'The time must be one such as 90s, 15m, 12h or 30d, at most 366d.');
}

/** Writes the stream and prints a summary. */
async function run(dir: string, options: DemoCommandOptions, signal: AbortSignal): Promise<void> {
  const { blocks, tps, seed, signInner, hotShare, mix, cutover, partialChanges, blockNode, ...counts } =
    options;
  const { writeDemo } = await import('@tain/network-simulator/write-demo');
  const { startBlockNode } = await import('@tain/network-simulator/run-demo');
  const node = blockNode === undefined ? null : await startBlockNode(dir, blockNode).catch(fail);
  if (node) process.stdout.write(`The block node listens on grpc://127.0.0.1:${node.port}.\n`);
  const started = Date.now();
  const progress = new ProgressDisplay(process.stderr);
  const order = {
    dir,
    blocks,
    tps,
    seed,
    runCode: demoEngine,
    signInner,
    hotShare,
    ...(mix && { mix }),
    ...(cutover !== undefined && { cutover }),
    partialChanges,
    ...(node && { onPublished: node.published }),
    population: counts,
    signal,
    onProgress: ({ blocks: done, transactions }: DemoSummary) =>
      progress.update({
        step: 'written',
        done,
        total: blocks,
        unit: 'blocks',
        facts: () => [`${count(transactions)} transactions`],
      }),
  };
  const summary = await writeDemo(order)
    .catch((error: unknown) => {
      node?.stop();
      return fail(error);
    })
    .finally(() => progress.finish());
  const seconds = (Date.now() - started) / 1000;
  const rate = Math.round(summary.transactions / Math.max(seconds, 0.001));
  process.stdout.write(
    `${summary.blocks} blocks with ${summary.transactions} transactions written to ${dir} in ${seconds.toFixed(1)} s (${rate} a second).\n` +
      `Import them with: tain import ${dir}\n`,
  );
  if (node === null) return;
  if (!signal.aborted) await once(signal, 'abort');
  node.stop();
}

function fail(error: unknown): never {
  throw error instanceof RangeError
    ? new Failure('usage', `Option ${error.message}.`)
    : simulatorFailure(error);
}

function wholeNumber(name: string, min: number) {
  return (value: string): number => {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min)) throw new Failure('usage', `Option --${name} must be a whole number from ${min}.`);
    return number;
  };
}

function share(name: string) {
  return (value: string): number => {
    const number = /^(\d+(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= 0 && number <= 1)) throw new Failure('usage', `Option --${name} must be from 0 to 1.`);
    return number;
  };
}

function weights(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [, name, weight] = /^\s*([A-Za-z]+)=(\d{1,9}(?:\.\d{1,9})?)\s*$/.exec(part) ?? [];
      if (name === undefined)
        throw new Failure(
          'usage',
          `Option --mix must be like CRYPTOTRANSFER=900,TOKENMINT=0, not "${part}".`,
        );
      return [name.toUpperCase(), Number(weight)];
    }),
  );
}
