import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const candidate = fileURLToPath(new URL('../../shared', import.meta.url));

/** The folder of shared reference material and real stream files beside the project, or null in a clone without it. */
export const sharedDir: string | null = existsSync(`${candidate}/streams`) ? candidate : null;
