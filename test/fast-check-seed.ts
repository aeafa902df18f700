import fc from 'fast-check';
import { SEED } from './seeds.ts';

// Seed of all properties that set none.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
