import { createRequire } from 'node:module';
import path from 'node:path';

/** Loads a package of `folder` (of `installPackages`). Its types are not available here: `T` declares the used parts. */
export function requirePackage<T>(folder: string | undefined, name: string): T {
  return requireOf(folder)(name) as T;
}

/** The path of a file of a package. */
export function resolveInPackage(folder: string | undefined, name: string): string {
  return requireOf(folder).resolve(name);
}

function requireOf(folder: string | undefined): NodeJS.Require {
  if (folder === undefined) throw new Error('the packages of the tests are not installed');
  return createRequire(path.join(folder, 'package.json'));
}
