/**
 * Returns the environment of npm in an installation of the package: without the settings that npm and vitest pass to their
 * children, which refer to this project, but with npm's own configuration and the machine's certificates.
 */
export function npmEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'NODE_EXTRA_CA_CERTS', 'npm_config_globalconfig'];
  const given = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(given), npm_config_update_notifier: 'false' };
}
