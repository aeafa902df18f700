export interface PackageSet {
  /** Folder with `package.json`, `package-lock.json` and perhaps `.npmrc`. */
  readonly source: string;
  /** Name of the folder in the user's cache. */
  readonly cache: string;
  /** What is installed, for the one line that says so. */
  readonly what: string;
}

/**
 * The folder in which the packages are installed, made now if it is not there. Undefined, and a line on the error output,
 * where no registry can be reached that has them; throws when the installation fails otherwise.
 */
export function installPackages(set: PackageSet): Promise<string | undefined>;
