import { describe, expect, it } from 'vitest';
import { evmVersions } from '../../src/config/evm-kinds.ts';

describe('versions of the EVM by block', () => {
  it.each([
    ['', null],
    ['0=v0.46', [{ firstBlock: 0n, version: 'v0.46' }]],
    [
      '7=v0.30, 44029066=v0.67',
      [
        { firstBlock: 7n, version: 'v0.30' },
        { firstBlock: 44_029_066n, version: 'v0.67' },
      ],
    ],
  ])('%j', (text, versions) => {
    expect(evmVersions.read(text)).toEqual(versions);
  });

  it.each(['0', '=v0.46', '0=v0.45', '0=0.46', '-1=v0.46', '5=v0.46,5=v0.50', '9=v0.46,5=v0.50', '0=v0.46,'])(
    'refuses %j',
    (text) => {
      expect(() => evmVersions.read(text)).toThrow('blocks and versions such as');
    },
  );
});
