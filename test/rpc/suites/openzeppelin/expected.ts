import type { Expected } from '../mocha-suite.ts';

export const EXPECTED: readonly Expected[] = [];
