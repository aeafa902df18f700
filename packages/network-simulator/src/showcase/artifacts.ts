import { readFile } from 'node:fs/promises';

/** Path of the compiled contracts, from the sources and from the build. */
const STORED = new URL('../../contracts/artifacts.json', import.meta.url);

/** A compiled contract of `contracts/`. */
export interface Artifact {
  readonly initcode: Uint8Array;
  /** The compiler's metadata as JSON: settings, ABI and sources. */
  readonly metadata: string;
}

/** Returns a lookup of compiled contracts by name. */
export async function readArtifacts(): Promise<(name: string) => Artifact> {
  const stored = JSON.parse(await readFile(STORED, 'utf8')) as Record<
    string,
    { readonly initcode: string; readonly metadata: string }
  >;
  return (name) => {
    const found = stored[name];
    if (found === undefined) throw new Error(`there is no contract ${name}`);
    return { initcode: Buffer.from(found.initcode, 'hex'), metadata: found.metadata };
  };
}
