import { databaseUrl, type Reader } from '../kernel/settings/setting-kinds.ts';

/** Any number of ports, separated by commas, or the word for none. */
export const portsOrOff: Reader<readonly number[]> = {
  kind: 'ports or `off`',
  read(value) {
    if (value === 'off') return [];
    const found = value.split(',').map((port) => (/^\s*\d{1,5}\s*$/.test(port) ? Number(port) : -1));
    if (found.some((port) => port < 0 || port > 65_535)) throw new Error('ports such as 8084,8545, or off');
    // Each 0 is another free port.
    return found.filter((port, index) => port === 0 || found.indexOf(port) === index);
  },
};

/** Any number of PostgreSQL URLs, separated by commas; a comma inside a URL is written `%2C`. */
export const databaseUrls: Reader<readonly string[]> = {
  kind: 'URLs',
  secret: true,
  read(value) {
    if (value === '') return [];
    return value.split(',').map((part) => databaseUrl.read(part.trim()));
  },
};
