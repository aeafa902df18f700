import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files in LPT order (longest processing time first, a rule of job scheduling): half a minute or more on an
 * idle machine. If one started last, it would run alone at the end. Files of the slow suite are first, because they
 * mostly wait for a simulated network.
 */
export const LPT_ORDER: readonly string[] = [
  'test/app/commands/demo-state.slow.test.ts',
  'test/buckets/simulated-day.slow.test.ts',
  'test/buckets/simulated-hour.slow.test.ts',
  'test/grpc/services.slow.test.ts',
  'test/deploy/dockerfile.slow.test.ts',
  'test/node-versions/node-versions.slow.test.ts',
  'test/citus/partitions.citus.test.ts',
  'test/citus/second-schema.citus.test.ts',
  'test/citus/operations.citus.test.ts',
  'test/app/standby.system.test.ts',
  'test/rest/oracle/histories.system.test.ts',
  'packages/verify/test/tss/hostile.extended.test.ts',
  'test/demo/resume.system.test.ts',
  'test/app/commands/commands.system.test.ts',
  'test/app/commands/buckets.system.test.ts',
  'test/calls/demo/traces.extended.test.ts',
  'test/ingest/verify/damaged-blocks.extended.test.ts',
  'test/clients/relay-evm.extended.test.ts',
  'test/ingest/feed/cutover.extended.test.ts',
  'test/demo/oracle.extended.test.ts',
  'test/calls/call/hostile.system.test.ts',
  'test/ingest/reingest/reingest.extended.test.ts',
  'test/calls/call/fairness.system.test.ts',
  'test/ingest/feed/cutover-day.extended.test.ts',
  'test/app/commands/forged-history.system.test.ts',
  'test/ingest/load/crash.system.test.ts',
  'test/app/lease/role-lease.system.test.ts',
  'test/ingest/check/check-stream.extended.test.ts',
  'test/ingest/load/restart.extended.test.ts',
  'test/app/commands/trust.system.test.ts',
  'test/ingest/feed/forged-block.extended.test.ts',
  'test/calls/trace/hostile.system.test.ts',
  'packages/evm/test/official.extended.test.ts',
  'test/app/commands/api-processes.system.test.ts',
  'test/rest/lists/lists.test.ts',
  'test/store/embedded/embedded.system.test.ts',
  'test/rest/replicas.system.test.ts',
];

/** Project of the files that share their processes. */
export const TOGETHER = 'together';

/**
 * Runs the files above first, and the rest in Vitest's order, which depends on the previous durations. Files that share
 * a process are last, so that they are consecutive: the process ends before a file that needs its own.
 */
export class LongestProcessingTimeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === TOGETHER) return LPT_ORDER.length + 1;
      const index = LPT_ORDER.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index < 0 ? LPT_ORDER.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
