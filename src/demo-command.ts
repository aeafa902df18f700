import { writeDemo } from './demo/write-demo.ts';

export interface DemoCommandOptions {
  readonly blocks: number;
  readonly tps: number;
  readonly seed: number;
  readonly signInner: boolean;
}

/** `tain demo DIR`: writes the stream of a simulated network and says what was written. */
export async function demo(dir: string, options: DemoCommandOptions, signal: AbortSignal): Promise<void> {
  const started = Date.now();
  const summary = await writeDemo({ dir, ...options, signal });
  const seconds = (Date.now() - started) / 1000;
  const rate = Math.round(summary.transactions / Math.max(seconds, 0.001));
  process.stdout.write(
    `${summary.blocks} blocks with ${summary.transactions} transactions written to ${dir} in ${seconds.toFixed(1)} s (${rate} a second).\n` +
      `Import them with: tain import ${dir}\n`,
  );
}
