import { openBenchDatabase } from '/work/wt/plans/bench/api/database.ts';
const s = await openBenchDatabase({ transactions: 3000000, seed: 7 });
await s.release();
