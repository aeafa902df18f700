export interface PackageSet {
  /** Folder with `package.json`, `package-lock.json` and perhaps `.npmrc`. */
  readonly source: string;
  /** Name of the folder in the user's cache. */
  readonly cache: string;
  /** Name of the packages in the line of progress. */
  readonly what: string;
}

/**
 * Returns the folder in which the packages are installed, and installs them if needed. Returns undefined, with a line
 * on stderr, when no reachable registry has them. Throws when the installation fails otherwise.
 */
export function installPackages(set: PackageSet): Promise<string | undefined>;
