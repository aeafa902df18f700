import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printSettings } from '../../src/app/commands/config.ts';
import { furtherPortsOf } from '../../src/config/api-settings.ts';
import { chainIdOf, readConfig } from '../../src/config/config.ts';
import { effectiveDefaults } from '../../src/config/effective-defaults.ts';
import { fileSettingOf, readGivenSettings, settingsFileWarning } from '../../src/config/given-settings.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { Failure } from '../../src/kernel/failure.ts';
import type { Setting } from '../../src/kernel/settings/setting.ts';
import { configurationPage } from '../../tools/docs/configuration-page.ts';

test('unset and blank values get their defaults', () => {
  const config = readConfig({ TAIN_PORT: ' ', HOME: '/somewhere' });
  expect(config).toMatchObject({
    network: 'demo',
    port: 5551,
    host: '127.0.0.1',
    limitDefault: 25,
    limitMax: 100,
    consensusRatio: { numerator: 1n, denominator: 3n },
    statementTimeoutMs: 10_000,
    databaseUrl: null,
    users: [],
    cache: true,
  });
  expect(chainIdOf(config)).toBe(298);
  expect(chainIdOf(readConfig({ TAIN_NETWORK: 'testnet' }))).toBe(296);
});

test.each<[Record<string, string>, readonly number[], boolean]>([
  [{}, [8084, 8545, 38_081], false],
  [{ TAIN_NETWORK: 'testnet' }, [], false],
  [{ TAIN_PORT: '0' }, [0, 0, 0], false],
  [{ TAIN_PORT: '38081', TAIN_STATUS_PORT: '8084', TAIN_METRICS_ADDRESS: '127.0.0.1:8545' }, [], false],
  [{ TAIN_GRPC_PORT: '8084', TAIN_DEMO_NODE_PORT: '8545' }, [38_081], false],
  [{ TAIN_FURTHER_PORTS: '8084, 8545,8084' }, [8084, 8545], true],
  [{ TAIN_FURTHER_PORTS: '7000', TAIN_NETWORK: 'testnet', TAIN_PORT: '0' }, [7000], true],
  [{ TAIN_FURTHER_PORTS: 'off' }, [], true],
])('further ports of %j are %j', (settings, ports, isRequired) => {
  expect(furtherPortsOf(readConfig(settings))).toEqual({ ports, isRequired });
});

test('0 turns off a timeout that may be off', () => {
  expect(readConfig({ TAIN_WAIT_MAX: '0s', TAIN_YIELD_AFTER: '0' })).toMatchObject({
    waitMax: 0,
    yieldAfterMs: 0,
  });
  expect(readConfig({ TAIN_WAIT_MAX: '5', TAIN_YIELD_AFTER: '1m' })).toMatchObject({
    waitMax: 5000,
    yieldAfterMs: 60_000,
  });
});

test.each([
  ['TAIN_WAIT_MAX', '00', 'a time such as'],
  ['TAIN_PORT', '65536', 'Setting TAIN_PORT is "65536", must be a whole number from 0 to 65535.'],
  ['TAIN_PORT', '1e3', 'a whole number'],
  ['TAIN_FURTHER_PORTS', '8084;8545', 'Setting TAIN_FURTHER_PORTS is "8084;8545", must be ports such as'],
  ['TAIN_FURTHER_PORTS', '8084,', 'ports such as'],
  ['TAIN_FURTHER_PORTS', '70000', 'ports such as'],
  ['TAIN_NETWORK', 'main', 'one of demo, mainnet, testnet, previewnet, other'],
  ['TAIN_ROLES', 'api,ingets', 'a list of'],
  ['TAIN_CACHE', 'maybe', 'on or off'],
  ['TAIN_CONSENSUS_RATIO', '4/3', 'a share from 0 to 1'],
  ['TAIN_CONSENSUS_RATIO', '1/0', 'a share from 0 to 1'],
  ['TAIN_CONSENSUS_RATIO', '1.1', 'a share from 0 to 1'],
  ['TAIN_CONSENSUS_RATIO', '0.0000000000000000001', 'a share from 0 to 1'],
  ['TAIN_CONSENSUS_RATIO', '0/5', 'a share from 0 to 1'],
  ['TAIN_CONSENSUS_RATIO', '0.0', 'a share from 0 to 1'],
  ['TAIN_CONSENSUS_RATIO', '1/1000000000000000000000', 'a share from 0 to 1'],
  ['TAIN_REQUEST_TIMEOUT', '999999h', 'a time such as'],
  ['TAIN_STATEMENT_TIMEOUT', '0s', 'a time such as'],
  ['TAIN_START_DATE', '2024-13-01T00:00:00Z', 'an instant such as'],
  ['TAIN_USERS', '{"username":"a"}', 'a JSON list'],
  ['DATABASE_URL', 'postgres://me:a#b@host/db', 'a URL without #, which is %23 in a password'],
])('%s=%s is refused in a sentence that names it', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(Failure);
  expect(() => readConfig({ [name]: value })).toThrow(message);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('values that may hold a password never appear in messages', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@host/db' })).toThrow(
    'Setting DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
  );
  expect(() => readConfig({ TAIN_USERS: '[{"username":"a:b","password":"hunter2"}]' })).not.toThrow(
    'hunter2',
  );
});

test('an unknown setting is reported with the most similar one', () => {
  expect(() => readConfig({ TAIN_PROT: '1' })).toThrow(
    'Unknown setting TAIN_PROT (did you mean TAIN_PORT?).',
  );
  expect(() => readConfig({ TAIN_SOMETHING_ELSE_ENTIRELY: '1' })).toThrow(
    'Unknown setting TAIN_SOMETHING_ELSE_ENTIRELY.',
  );
});

test('a removed setting is accepted with a warning, which names its value', () => {
  const warnings: string[] = [];
  const settings = { TAIN_WAIT_DEFAULT: '3s', TAIN_PORT: '7000' };
  expect(readConfig(settings, undefined, (warning) => warnings.push(warning))).toMatchObject({ port: 7000 });
  expect(warnings).toEqual([
    'Setting TAIN_WAIT_DEFAULT no longer exists: its value is always 10s. The next release refuses it.',
  ]);
});

test.each([
  ['TAIN_STATUS_KEY', 'tain status writes into the database without a key'],
  ['TAIN_STATUS_SMTP_URL', 'the status service has no subscribers'],
  ['TAIN_STATUS_MAIL_FROM', 'the status service has no subscribers'],
  ['TAIN_STATUS_PUBLIC_WEBHOOKS', 'the status service has no subscribers'],
  ['TAIN_STATUS_PRIVATE_WEBHOOKS', 'the status service has no subscribers'],
])('%s of the former status service is accepted with a warning without its value', (name, now) => {
  const warnings: string[] = [];
  readConfig({ [name]: 'smtp://ann:secret@mail.example' }, undefined, (warning) => warnings.push(warning));
  expect(warnings).toEqual([`Setting ${name} no longer exists: ${now}. The next release refuses it.`]);
});

test('a settings file ranks below the environment, and is checked as strictly', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-config-'));
  try {
    const file = path.join(folder, 'tain.env');
    writeFileSync(file, '# a comment\nTAIN_PORT=7000\nTAIN_LIMIT_MAX="50"\n');
    expect(readConfig({ TAIN_PORT: '7001' }, file)).toMatchObject({ port: 7001, limitMax: 50 });
    writeFileSync(file, 'TAIN_LIMIT_DEFAULT=60\nTAIN_LIMIT_MAX=50\n');
    expect(() => readConfig({}, file)).toThrow('TAIN_LIMIT_DEFAULT must not be above TAIN_LIMIT_MAX');
    writeFileSync(file, 'PORT=7000\n');
    expect(() => readConfig({}, file)).toThrow(`Unknown setting PORT in ${file}`);
    expect(() => readConfig({}, path.join(folder, 'none'))).toThrow('cannot be read');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('any text of a setting yields a value or a Failure that names it', () => {
  const names = Object.values(SETTINGS).map((one) => one.name);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
      try {
        readConfig({ [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        expect((error as Failure).message).toContain(name);
      }
    }),
  );
});

test('docs/configuration.md equals the output of npm run docs', () => {
  expect(readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')).toBe(
    configurationPage(),
  );
});

test('a settings file with secrets that others can read logs a warning', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-settings-'));
  const file = path.join(folder, 'settings');
  try {
    const errorOf = (text: string, mode: number): string | null => {
      writeFileSync(file, text);
      chmodSync(file, mode);
      return settingsFileWarning(file);
    };
    const secrets = 'DATABASE_URL=postgres://me:secret@host/db\nTAIN_USERS=[]\nTAIN_PORT=1';
    expect(errorOf(secrets, 0o644)).toBe(
      `Other users can read ${file}, which holds DATABASE_URL, TAIN_USERS: chmod 600 ${file}.`,
    );
    expect(errorOf(secrets, 0o640)).toContain('chmod 600');
    expect(errorOf(secrets, 0o600)).toBeNull();
    expect(errorOf('TAIN_PORT=1\nDATABASE_URL=', 0o644)).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Runs `work` with the path of a file that has this content. */
function withFile<Result>(content: string, work: (file: string) => Result): Result {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-secret-'));
  try {
    const file = path.join(folder, 'secret');
    writeFileSync(file, content);
    return work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('each secret setting can be given as a file, which ends with a newline, and no other setting', () => {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  for (const [key, one] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const fileSetting = fileSettingOf(one);
    if (fileSetting === null) {
      if (names.includes(`${one.name}_FILE`)) continue;
      expect(() => readConfig({ [`${one.name}_FILE`]: '/x' })).toThrow(`Unknown setting ${one.name}_FILE`);
      continue;
    }
    expect(names).not.toContain(fileSetting);
    const secret = ['https://a.example', 'postgres://u:hunter2@a.example/b', '[]', 'hunter2'].find((text) => {
      try {
        return one.reader.read(text) !== undefined;
      } catch {
        return false;
      }
    });
    withFile(`${secret}\n`, (file) => {
      const given = readGivenSettings({ [fileSetting]: file }, undefined, () => undefined);
      expect(given.get(key)).toMatchObject({ text: secret, source: { file } });
      expect(() => readConfig({ [fileSetting]: file, [one.name]: secret ?? '' })).toThrow(
        `Settings ${one.name} and ${fileSetting} must not be given together.`,
      );
    });
    withFile('\n', (file) =>
      expect(() => readConfig({ [fileSetting]: file })).toThrow(
        `The file ${file} of setting ${fileSetting} is empty.`,
      ),
    );
    expect(() => readConfig({ [fileSetting]: '/nowhere/secret' })).toThrow(
      `The file /nowhere/secret of setting ${fileSetting} cannot be read.`,
    );
  }
});

test('tain config prints each setting, where it was given, and no secret', () => {
  withFile('postgres://me:hunter2@host/db\n', (secret) =>
    withFile(`TAIN_PORT=7000\nDATABASE_URL_FILE=${secret}\nTAIN_HOST=::1\n`, (file) => {
      const given = readGivenSettings(
        { TAIN_HOST: '0.0.0.0', TAIN_METRICS_TOKEN: 'hunter3', TAIN_LIMIT_MAX: ' ' },
        file,
        () => undefined,
      );
      const printed = (json: boolean): string[] => {
        const lines: string[] = [];
        const config = readConfig(
          { TAIN_HOST: '0.0.0.0', TAIN_NETWORK: 'testnet', TAIN_API_PROCESSES: '3' },
          file,
        );
        printSettings(given, effectiveDefaults(config), json, (line) => lines.push(line));
        expect(lines.join('\n')).not.toContain('hunter');
        expect(lines).toHaveLength(Object.keys(SETTINGS).length);
        return lines;
      };
      const shown = printed(false).map((line) => line.split(/ {2,}/));
      expect(shown).toContainEqual(['DATABASE_URL', '********', secret]);
      expect(shown).toContainEqual(['TAIN_HOST', '0.0.0.0', 'environment']);
      expect(shown).toContainEqual(['TAIN_LIMIT_MAX', '100', 'default']);
      // Defaults that follow from the network, other settings or the machine; else their words.
      for (const [name, value] of [
        ['TAIN_STATUS_PORT', '5552'],
        ['TAIN_RPC_PORT', '7546'],
        ['TAIN_RPC_WS_PORT', '8546'],
        ['TAIN_GRPC_PORT', '5600'],
        ['TAIN_CHAIN_ID', '296'],
        ['TAIN_API_CONNECTIONS', '15'],
        ['TAIN_EVM_TRACES_PER_SECOND', '10'],
        ['TAIN_BUCKET_NAME', 'hedera-testnet-streams-2024-02'],
        ['TAIN_BLOCK_BUCKET_NAME', 'hedera-testnet-recent-block-streams'],
        ['TAIN_DATA_DIR', path.resolve('data')],
        ['TAIN_FURTHER_PORTS', 'none'],
        ['TAIN_USERS', 'none'],
        ['TAIN_START_DATE', "the first one; of a public network's bucket: now"],
      ]) {
        expect(shown).toContainEqual([name, value, 'default']);
      }
      const lines = printed(true).map((line) => JSON.parse(line) as object);
      expect(lines).toContainEqual({ name: 'TAIN_PORT', value: '7000', source: 'file', file });
      expect(lines).toContainEqual({ name: 'DATABASE_URL', value: '********', source: 'file', file: secret });
      expect(lines).toContainEqual({
        name: 'TAIN_METRICS_TOKEN',
        value: '********',
        source: 'environment',
        file: null,
      });
      expect(lines).toContainEqual({
        name: 'TAIN_STATUS_PORT',
        value: '5552',
        source: 'default',
        file: null,
      });
      expect(lines).toContainEqual({ name: 'TAIN_USERS', value: '[]', source: 'default', file: null });
      expect(lines).toContainEqual({ name: 'TAIN_END_DATE', value: null, source: 'default', file: null });
    }),
  );
});
