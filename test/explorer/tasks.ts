import { checksumOf } from '../../packages/explorer/src/words/checksum.ts';
import { dollarText, hbars, withPoint } from '../../packages/explorer/src/words/format.ts';
import type { DEMO_QUERIES } from './demo-queries.ts';
import type { Visitor } from './visitor.ts';

export type Find = (name: keyof typeof DEMO_QUERIES) => Promise<readonly string[]>;

/** Encodes the bytes of an alias as in ids (RFC 4648, base32). */
function base32(hex: string): string {
  const bits = [...Buffer.from(hex, 'hex')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

const LOCAL_LEDGER = Uint8Array.of(3);
/** US cents of one hbar in the demo network. */
const CENTS = 12;

/** Questions of a user, and the steps to their answers. */
export const TASKS: readonly (readonly [
  task: string,
  steps: (visitor: Visitor, find: Find) => Promise<void>,
])[] = [
  [
    'why a contract call reverted',
    async (visitor, find) => {
      const [hash = '', output = ''] = await find('reverted');
      const reason = Buffer.from(output.slice(2 + 8 + 128), 'hex')
        .toString()
        .replace(/\0+$/, '');
      await visitor.search(hash);
      await visitor.sees(`, but it failed: "${reason}", fee `);
    },
  ],
  [
    'what an account sent last, to whom, for what fee',
    async (visitor, find) => {
      const [payer = '', receiver = '', amount = '', fee = ''] = await find('lastSent');
      await visitor.search(payer);
      await visitor.sees(`${payer} sent ${hbars(BigInt(amount))} to ${receiver}, fee ${hbars(BigInt(fee))}`);
    },
  ],
  [
    'who holds most of a token, found by its symbol',
    async (visitor, find) => {
      const [holder = ''] = await find('holder');
      await visitor.search('SHOW');
      await visitor.sees(
        'Showcase Dollar (SHOW)',
        new RegExp(`^1\\s+${holder.replaceAll('.', '\\.')}\\s+[\\d,.]+\\s+[\\d.]+ %$`, 'm'),
        /^(?:One account holds|[\d,]+ accounts hold) this token\.$/m,
      );
    },
  ],
  [
    'who received a token last',
    async (visitor, find) => {
      const [token = '', receiver = '', amount = '', decimals = ''] = await find('received');
      await visitor.search(token);
      await visitor.click('tab', 'Transfers');
      await visitor.sees(`${receiver} ${withPoint(BigInt(amount), Number(decimals))}`);
    },
  ],
  [
    'from whom an account received an NFT',
    async (visitor, find) => {
      const [account = '', token = '', serial = '', sender = ''] = await find('receivedNft');
      await visitor.search(account);
      await visitor.click('tab', 'Transfers');
      await visitor.type('Token or contract', token);
      await visitor.sees(`${token} #${serial} from ${sender}`);
    },
  ],
  [
    'a token by the beginning of its symbol',
    async (visitor, find) => {
      const [beginning = '', name = ''] = await find('symbol');
      await visitor.search(beginning.toLowerCase());
      await visitor.sees(name);
    },
  ],
  [
    'a topic by the beginning of its memo',
    async (visitor, find) => {
      const [beginning = '', topic = ''] = await find('memo');
      await visitor.search(beginning.toUpperCase());
      await visitor.sees(topic);
    },
  ],
  [
    'who may mint a token',
    async (visitor, find) => {
      const [token = '', account = ''] = await find('minter');
      await visitor.search(token);
      await visitor.click('tab', 'Keys');
      await visitor.sees(
        new RegExp(`^Supply\\s[^\\n]*[0-9a-f]{64}[^\\n]* ${account.replaceAll('.', '\\.')}$`, 'm'),
      );
    },
  ],
  [
    'which NFTs an account has, with serials',
    async (visitor, find) => {
      const [owner = '', names = ''] = await find('nfts');
      await visitor.search(owner);
      await visitor.click('tab', 'NFTs');
      await visitor.sees(...names.split('|'));
    },
  ],
  [
    'what a scheduled transaction did, and who signed it',
    async (visitor, find) => {
      const [schedule = '', signer = ''] = await find('schedule');
      await visitor.search(schedule);
      await visitor.sees(/It ran .+: 0\.0\.\d+ /, signer);
    },
  ],
  [
    'which signatures a schedule lacks, and what it will do',
    async (visitor, find) => {
      const [schedule = '', payer = '', sender = ''] = await find('waiting');
      await visitor.search(schedule);
      await visitor.sees(
        RegExp(`It waits, with 1 signature so far. Once it has run: ${sender} sent 1 ℏ to `),
      );
      await visitor.sees(
        RegExp(`${payer}\\s+pays\\s+key\\s+signed`),
        RegExp(`${sender}\\s+sends\\s+key\\s+missing`),
      );
    },
  ],
  [
    'the parent of a child transaction',
    async (visitor, find) => {
      const [hash = '', payer = '', contract = ''] = await find('child');
      await visitor.search(hash);
      await visitor.sees(/child \d/i, 'What belongs together', `${payer} called contract ${contract}`);
    },
  ],
  [
    'the inner ones of a batch',
    async (visitor, find) => {
      const [batch = '', payers = ''] = await find('batch');
      await visitor.search(batch);
      await visitor.sees('sent a batch', `${payers.split('|').length + 1} transactions`);
      await visitor.sees(
        ...payers.split('|').map((payer) => new RegExp(`Success ${payer.replaceAll('.', '\\.')} `)),
      );
    },
  ],
  [
    'messages 10 to 20 of a topic as text',
    async (visitor, find) => {
      const [topic = '', message = ''] = await find('topic');
      await visitor.search(topic);
      await visitor.type('From message number', '10');
      await visitor.click('button', 'Show');
      await visitor.sees(
        message.slice(0, 60),
        ...[10, 15, 20].map((number) => new RegExp(`^${number}\\s`, 'm')),
      );
    },
  ],
  [
    'the events of an ERC-20 transfer with names and decimals',
    async (visitor, find) => {
      const [id = '', contract = ''] = await find('coin');
      await visitor.search(id);
      await visitor.click('tab', 'Contract');
      await visitor.sees(contract, /Transfer\s+from 0\.0\.2\s+to 0\.0\.\d+\s+value 1,000 S(?:COIN|SILVER)/);
    },
  ],
  [
    'the storage slot that a call changed',
    async (visitor, find) => {
      const [id = '', value = ''] = await find('stored');
      await visitor.search(id);
      await visitor.click('tab', 'Contract');
      await visitor.sees(
        /Slot\s+Before\s+After/,
        new RegExp(`\\s${BigInt(value).toLocaleString('en-US')}(?:\\s|$)`),
      );
    },
  ],
  [
    'the call tree of a nested call with gas',
    async (visitor, find) => {
      const [id = '', gas = ''] = await find('nested');
      await visitor.search(id);
      await visitor.click('tab', 'Contract');
      await visitor.sees('Call tree', `${BigInt(gas).toLocaleString('en-US')} of `);
    },
  ],
  [
    'the steps of a call',
    async (visitor, find) => {
      const [id = ''] = await find('nested');
      await visitor.search(id);
      await visitor.click('tab', 'Contract');
      await visitor.click('button', 'Show opcodes');
      await visitor.sees(/At\s+Operation\s+Gas cost\s+Gas left/, /^0\s+PUSH1\s/m);
    },
  ],
  [
    'what a method of a contract returns',
    async (visitor, find) => {
      const [, contract = ''] = await find('coin');
      await visitor.search(contract);
      await visitor.sees(
        /It answers as an ERC-20 token: “Showcase (?:Coin|Silver)” \(“S(?:COIN|SILVER)”\), \d+ decimals\./,
      );
      await visitor.click('tab', 'Read');
      await visitor.click('button', 'Call');
      await visitor.sees(/name\(\)\s+Call\s+"Showcase (?:Coin|Silver)"/);
    },
  ],
  [
    'whose code a proxy runs',
    async (visitor, find) => {
      const [proxy = '', box = ''] = await find('proxy');
      await visitor.search(proxy);
      await visitor.sees(`It is a proxy that runs the code of ${box}.`);
    },
  ],
  [
    'what an operation costs in dollars and in hbars',
    async (visitor) => {
      await visitor.click('link', 'Network');
      await visitor.sees(/Create an account\s+\$0\.05\s+0\.416667 ℏ/);
    },
  ],
  [
    'which node took a transaction, and its fee in dollars',
    async (visitor, find) => {
      const [id = '', , node = '', fee = ''] = await find('transfer');
      await visitor.search(id.replace(/-(\d+)-(\d+)$/, '@$1.$2'));
      await visitor.sees(new RegExp(`Submitted to node\\s+${node.replaceAll('.', '\\.')}`));
      await visitor.sees(`fee ${hbars(BigInt(fee))} (${dollarText(BigInt(fee), CENTS)})`);
    },
  ],
  [
    'a transaction by its hash of 48 bytes',
    async (visitor, find) => {
      const [id = '', hash = '', , , block = ''] = await find('transfer');
      await visitor.search(hash);
      await visitor.sees(
        `Transaction ${id.replace(/-(\d+)-(\d+)$/, '@$1.$2')}`,
        new RegExp(`Block\\s+${block}\\b`),
      );
    },
  ],
  [
    'the block of a time',
    async (visitor, find) => {
      const [number = '', time = ''] = await find('block');
      await visitor.search(time);
      await visitor.sees(new RegExp(`Block ${number}\\b`));
    },
  ],
  ...(['byAddress', 'byAlias', 'byKey'] as const).map(
    (name) =>
      [
        `an account ${name}`,
        async (visitor: Visitor, find: Find) => {
          const [id = '', written = ''] = await find(name);
          await visitor.search(name === 'byAlias' ? base32(written) : written);
          await visitor.sees(`Account ${id}`);
        },
      ] as const,
  ),
  [
    'an account by its id with checksum',
    async (visitor, find) => {
      const [id = ''] = await find('byKey');
      await visitor.search(`${id}-${checksumOf(id, LOCAL_LEDGER)}`);
      await visitor.sees(`Account ${id}`);
      await visitor.click('tab', 'Details');
      await visitor.sees(`${id}-${checksumOf(id, LOCAL_LEDGER)}`);
    },
  ],
  [
    'that an id has a wrong checksum, and which is the right one',
    async (visitor, find) => {
      const [id = ''] = await find('byKey');
      const right = checksumOf(id, LOCAL_LEDGER);
      const wrong = checksumOf(`${id}0`, LOCAL_LEDGER);
      await visitor.search(`${id}-${wrong}`);
      await visitor.sees(
        `The checksum ${wrong} does not belong to ${id} on this network, whose checksum is ${right}.`,
      );
      await visitor.click('link', id);
      await visitor.sees(`Account ${id}`);
    },
  ],
  [
    'pending airdrops of an account',
    async (visitor, find) => {
      const [receiver = '', sender = '', token = ''] = await find('airdrop');
      await visitor.search(receiver);
      await visitor.click('tab', 'Airdrops');
      await visitor.sees('Waiting for this account', sender, token);
    },
  ],
  [
    'the claim of an airdrop',
    async (visitor, find) => {
      const [claimer = ''] = await find('claim');
      await visitor.search(claimer);
      await visitor.click('tab', 'Airdrops');
      await visitor.sees(`${claimer} claimed an airdrop`);
    },
  ],
  [
    'who paid rewards',
    async (visitor, find) => {
      const [id = '', account = '', amount = ''] = await find('reward');
      await visitor.search(id);
      await visitor.click('tab', 'Transfers');
      await visitor.sees(
        new RegExp(
          `${account.replaceAll('.', '\\.')}\\s+0\\.0\\.800\\s+${hbars(BigInt(amount)).replaceAll('.', '\\.')}`,
        ),
      );
    },
  ],
  [
    'whether a transaction is proven, and by whom',
    async (visitor, find) => {
      const [id = ''] = await find('transfer');
      await visitor.search(id);
      await visitor.click('link', 'Verify this transaction in the browser');
      await visitor.sees('Every step holds.', /by a weight of \d+ of \d+/, /Signed by\s+\S/, id);
    },
  ],
  [
    'whether a block is proven, and by whom',
    async (visitor, find) => {
      const [number = '', time = ''] = await find('block');
      await visitor.search(time);
      await visitor.click('tab', 'Details');
      await visitor.click('link', 'Verify this block in the browser');
      await visitor.sees('Every step holds.', new RegExp(`Block\\s+${number}\\b`), /Signed by\s+\S/);
    },
  ],
  [
    'whether a message is proven, and by whom',
    async (visitor, find) => {
      const [topic = ''] = await find('topic');
      await visitor.search(topic);
      await visitor.click('link', 'Verify');
      await visitor.sees('Every step holds.', topic, /Message \d+/, /Signed by\s+\S/);
    },
  ],
];
