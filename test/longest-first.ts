import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, longest first: half a minute or more on an idle machine. One that began last would run alone at
 * the end. First those of the slow suite, which wait for a simulated network most of the time.
 */
export const LONGEST: readonly string[] = [
  'test/buckets/simulated-hour.slow.test.ts',
  'test/buckets/simulated-day.slow.test.ts',
  'test/deploy/dockerfile.slow.test.ts',
  'test/node-versions/node-versions.slow.test.ts',
  'test/app/standby.test.ts',
  'test/api/oracle/histories.test.ts',
  'test/proof/tss/hostile.test.ts',
  'test/demo/resume.test.ts',
  'test/app/commands/commands.test.ts',
  'test/api/plans.test.ts',
  'test/app/commands/buckets.test.ts',
  'test/evm/demo/traces.test.ts',
  'test/ingest/verify/damaged-blocks.test.ts',
  'test/clients/relay-evm.test.ts',
  'test/ingest/derived/stakes.test.ts',
  'test/api/oracle/cutover.test.ts',
  'test/ingest/feed/cutover.test.ts',
  'test/demo/oracle.test.ts',
  'test/evm/call/hostile.test.ts',
  'test/ingest/reingest/reingest.test.ts',
  'test/evm/call/fairness.test.ts',
  'test/ingest/feed/cutover-day.test.ts',
  'test/app/commands/forged-history.test.ts',
  'test/ingest/load/crash.test.ts',
  'test/app/lease/role-lease.test.ts',
  'test/ingest/check/check-stream.test.ts',
  'test/ingest/load/restart.test.ts',
  'test/app/commands/trust.test.ts',
  'test/ingest/feed/forged-block.test.ts',
  'test/evm/trace/hostile.test.ts',
  'test/evm/engine/official.test.ts',
  'test/app/commands/api-processes.test.ts',
  'test/api/lists/lists.test.ts',
  'test/db/embedded/embedded.test.ts',
  'test/api/replicas.test.ts',
];

/** The project of files that share their processes. */
export const TOGETHER = 'together';

/**
 * The files above first; the rest as Vitest has them, which knows how long each took here the last time. Last, and so in a row,
 * those that share a process: it ends before a file that wants one of its own.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === TOGETHER) return LONGEST.length + 1;
      const index = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
