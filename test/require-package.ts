import { createRequire } from 'node:module';
import path from 'node:path';

/** A package of `folder` (of `installPackages`). Its types are not known here: `T` is what a test uses of it. */
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
