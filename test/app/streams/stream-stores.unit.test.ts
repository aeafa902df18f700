import { describe, expect, it } from 'vitest';
import { openBuckets } from '../../../src/app/streams/stream-stores.ts';
import { bucketsOf, readsBuckets } from '../../../src/config/bucket-locations.ts';
import { readConfig } from '../../../src/config/config.ts';

const KEYS = { TAIN_BUCKET_ACCESS_KEY: 'AKIAEXAMPLE', TAIN_BUCKET_SECRET_KEY: 'verysecret' };

describe('buckets of a network', () => {
  it.each([
    [{ TAIN_NETWORK: 'mainnet' }, 'hedera-mainnet-streams', 'hedera-mainnet-recent-block-streams'],
    [{ TAIN_NETWORK: 'testnet' }, 'hedera-testnet-streams-2024-02', 'hedera-testnet-recent-block-streams'],
    [
      { TAIN_NETWORK: 'previewnet' },
      'hedera-preview-testnet-streams',
      'hedera-previewnet-recent-block-streams',
    ],
    [{ TAIN_NETWORK: 'other', TAIN_BUCKET_NAME: 'mine' }, 'mine', 'mine'],
    [{ TAIN_NETWORK: 'mainnet', TAIN_BLOCK_BUCKET_NAME: 'blocks' }, 'hedera-mainnet-streams', 'blocks'],
  ])('%j', (settings, records, blocks) => {
    const config = readConfig({ ...settings, ...KEYS });
    expect(readsBuckets(config)).toBe(true);
    expect(bucketsOf(config, 'records').map(({ bucket }) => bucket)).toEqual([records]);
    expect(bucketsOf(config, 'blocks').map(({ bucket }) => bucket)).toEqual([blocks]);
  });

  it.each([
    [{ TAIN_NETWORK: 'mainnet', TAIN_STREAMS: '/streams' }],
    [{ TAIN_NETWORK: 'mainnet', TAIN_BLOCK_NODES: 'grpc://localhost:40840' }],
    [{ TAIN_NETWORK: 'other' }],
    [{ TAIN_NETWORK: 'demo' }],
  ])('none: %j', (settings) => {
    expect(readsBuckets(readConfig(settings))).toBe(false);
  });

  it("makes the reading account pay for a public network's own bucket", () => {
    const pays = (settings: Record<string, string>) =>
      bucketsOf(readConfig(settings), 'records')[0]?.requesterPays;
    expect(pays({ TAIN_NETWORK: 'mainnet', ...KEYS })).toBe(true);
    expect(pays({ TAIN_NETWORK: 'mainnet', TAIN_BUCKET_REQUESTER_PAYS: 'off' })).toBe(false);
    expect(pays({ TAIN_NETWORK: 'other', TAIN_BUCKET_NAME: 'mine' })).toBe(false);
    const gcs = { TAIN_NETWORK: 'mainnet', TAIN_BUCKET_PROVIDER: 'gcs', TAIN_BUCKET_PROJECT: 'p', ...KEYS };
    expect(pays(gcs)).toBe('p');
  });

  it('names the settings that are missing, and never a credential', () => {
    const refused = (settings: Record<string, string>) => {
      try {
        bucketsOf(readConfig(settings), 'records');
        return '';
      } catch (error) {
        return String(error);
      }
    };
    expect(refused({ TAIN_NETWORK: 'mainnet' })).toContain(
      'TAIN_BUCKET_ACCESS_KEY and TAIN_BUCKET_SECRET_KEY must be given',
    );
    const half = refused({ TAIN_NETWORK: 'mainnet', TAIN_BUCKET_SECRET_KEY: 'verysecret' });
    expect(half).toContain('TAIN_BUCKET_ACCESS_KEY must be given');
    expect(half).not.toContain('verysecret');
    for (const value of [
      '{',
      '[1]',
      '[{"secretKey":1}]',
      '[{"key":"verysecret"}]',
      '[{"endpoint":"file:///"}]',
    ]) {
      const message = refused({ TAIN_NETWORK: 'mainnet', TAIN_BUCKET_FALLBACKS: value });
      expect(message, value).toContain('TAIN_BUCKET_FALLBACKS must be a JSON list');
      expect(message).not.toContain('verysecret');
    }
  });

  it('uses further services in their order, with their own credentials only', async () => {
    const further = [
      { provider: 'gcs', accessKey: 'GOOG1', secretKey: 'other', project: 'mine' },
      { endpoint: 'http://127.0.0.1:9', name: 'copy' },
    ];
    const config = readConfig({
      TAIN_NETWORK: 'testnet',
      ...KEYS,
      TAIN_BUCKET_FALLBACKS: JSON.stringify(further),
    });
    const buckets = bucketsOf(config, 'records');
    expect(buckets.map(({ kind, bucket, requesterPays }) => [kind, bucket, requesterPays])).toEqual([
      ['s3', 'hedera-testnet-streams-2024-02', true],
      ['gcs', 'hedera-testnet-streams-2024-02', 'mine'],
      ['s3', 'copy', false],
    ]);
    expect(buckets[1]?.credentials).toEqual({ accessKeyId: 'GOOG1', secretAccessKey: 'other' });
    expect(buckets[2]?.credentials).toBeNull();
    const store = await openBuckets(buckets, { info: () => undefined, warn: () => undefined });
    expect(store.name).toContain('s3://hedera-testnet-streams-2024-02/');
    expect(store.name).toContain('copy');
    expect(store.name).not.toMatch(/verysecret|AKIA|GOOG1/);
    await store.close();
  });
});
