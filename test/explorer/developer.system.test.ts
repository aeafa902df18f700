import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, HAS_BROWSER, launchBrowser, type Page } from '../browser.ts';
import { type LocalNetwork, startLocalNetwork } from '../clients/local-network.ts';
import { addAxe, clipped, settled, violations } from './page-checks.ts';

// What the explorer offers to a developer of contracts, on a local network with contracts of a compiler's output.

const HAS_EXPLORER = existsSync(new URL('../../dist/explorer/', import.meta.url));
const BUILD_INFO = readFileSync(
  new URL('../../packages/explorer/test/contracts/build-info.json', import.meta.url),
);

interface Compiled {
  readonly evm: { readonly bytecode: { readonly object: string } };
}
const CONTRACTS = (
  JSON.parse(BUILD_INFO.toString()) as { output: { contracts: Record<string, Record<string, Compiled>> } }
).output.contracts['src/Vault.sol'];
const codeOf = (name: string): string => CONTRACTS?.[name]?.evm.bytecode.object ?? '';

const SOURCIFY = 'https://sourcify.example.org/server';

const word = (value: number | string): string => BigInt(value).toString(16).padStart(64, '0');
/** Selectors of the vault's methods. */
const DEPOSIT = '0xb6b55f25';
const GUARDED = '0xd5cc5fcc';

describe.skipIf(!HAS_BROWSER || !HAS_EXPLORER)('for a developer, the explorer', () => {
  let network: LocalNetwork;
  let browser: Browser;
  let page: Page;
  let vault: string;
  let guard: string;
  let owner: string;
  /** Hashes of transactions: a deposit, one that is refused, and one that a second contract refuses. */
  let deposited: string;
  let refused: string;
  let guarded: string;

  async function rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(network.rpc ?? '', { method: 'POST', body });
    const { result, error } = (await response.json()) as { result?: T; error?: { message: string } };
    if (error !== undefined || result === undefined) throw new Error(`${method}: ${error?.message}`);
    return result;
  }

  interface Receipt {
    readonly transactionHash: string;
    readonly contractAddress: string;
  }
  async function sent(transaction: Readonly<Record<string, string>>): Promise<Receipt> {
    const hash = await rpc<string>('eth_sendTransaction', { from: owner, gas: '0x2dc6c0', ...transaction });
    for (;;) {
      const receipt = await rpc<Receipt>('eth_getTransactionReceipt', hash).catch(() => null);
      if (receipt !== null) return receipt;
      await sleep(50);
    }
  }

  /** Id of the contract with an address. */
  async function idOf(address: string): Promise<string> {
    const response = await fetch(`${network.mirror}/api/v1/contracts/${address}`);
    return ((await response.json()) as { contract_id: string }).contract_id;
  }

  const text = (): Promise<string> => page.locator('main').innerText();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

  /** Checks the state of the page that is shown. */
  async function hasNoFault(): Promise<void> {
    await settled(page);
    await addAxe(page);
    expect([await clipped(page), await violations(page, 'html')]).toEqual([[], []]);
  }

  beforeAll(async () => {
    [network, browser] = await Promise.all([
      startLocalNetwork({ TAIN_DEMO_QUIET: 'on', TAIN_SOURCIFY_URL: SOURCIFY }),
      launchBrowser(),
    ]);
    [owner = ''] = await rpc<string[]>('eth_accounts');
    const fees = (await sent({ data: `0x${codeOf('Fees')}` })).contractAddress;
    guard = (await sent({ data: `0x${codeOf('Guard')}` })).contractAddress;
    const linked = codeOf('Vault').replaceAll(/__.{36}__/g, fees.slice(2));
    vault = (await sent({ data: `0x${linked}${word(100)}` })).contractAddress;
    deposited = (await sent({ to: vault, data: `${DEPOSIT}${word(250)}` })).transactionHash;
    refused = (await sent({ to: vault, data: `${DEPOSIT}${word(0)}` })).transactionHash;
    guarded = (await sent({ to: vault, data: `${GUARDED}${word(guard)}${word(2000)}` })).transactionHash;
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await network?.stop();
  });

  test('refuses a file without the contract’s code', async () => {
    await page.goto(`${network.mirror}/contract/${vault}?tab=Events`);
    await page.getByText('Unknown event').first().waitFor();
    await tab('Source');
    await page.locator('input[type=file]').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"contracts": 5}'),
    });
    await page.getByText('No contract in these files has the code of this contract.').waitFor();
    await page.getByText('It is shown to everybody who uses this local network.').waitFor();
    await hasNoFault();
  });

  test('finds the source of a contract in a file that is dropped on its page', async () => {
    await tab('Calls');
    const bytes = JSON.stringify(BUILD_INFO.toString());
    await page.evaluate(`
      const dropped = new DataTransfer();
      dropped.items.add(new File([${bytes}], 'build-info.json', { type: 'application/json' }));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
    `);
    await page.getByText('exact: the code on the ledger').waitFor();
    await expect.poll(text).toMatch(/Contract\s+Vault\s+File\s+src\/Vault\.sol/);
    await expect.poll(text).toContain('require(amount >= limit.smallest, "too little");');
    await hasNoFault();
    await tab('Calls');
    await expect.poll(text).toMatch(/deposit\(250\)/);
    await tab('Events');
    await expect.poll(text).toMatch(/Deposited\s+from 0x[0-9a-f]{40}\s+amount 250\s+fee 2/);
  });

  test('names the storage of a contract', async () => {
    await tab('State');
    await expect.poll(text).toMatch(/total\s+uint256\s+0x0{63}1\s+350\s/);
    await expect.poll(text).toMatch(/paused\s+bool\s+calls\s+uint64/);
    await hasNoFault();
    await page.goto(`${network.mirror}/transaction/${deposited}?tab=Contract`);
    await expect.poll(text).toMatch(/total\s+uint256\s+0x0{63}1\s+100\s+0x\w+\s+350\s/);
  });

  test('shows the line at which a call reverted', async () => {
    await page.goto(`${network.mirror}/transaction/${refused}?tab=Contract`);
    await page.getByRole('button', { name: 'Show the line that failed' }).click();
    await expect
      .poll(text)
      .toMatch(/Vault, src\/Vault\.sol:\d+ require\(amount >= limit\.smallest, "too little"\);/);
    await hasNoFault();
  });

  test('shows the lines of a call in a call, of contracts whose sources it has', async () => {
    await page.goto(`${network.mirror}/contract/${guard}?tab=Source`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'build-info.json',
      mimeType: 'application/json',
      buffer: BUILD_INFO,
    });
    await page.getByText('exact: the code on the ledger').waitFor();
    await page.goto(`${network.mirror}/transaction/${guarded}?tab=Contract`);
    await expect.poll(text).toContain('but it failed: TooMuch(amount 2000)');
    await page.getByRole('button', { name: 'Show the line that failed' }).click();
    await expect
      .poll(text)
      .toMatch(
        /Vault, src\/Vault\.sol:\d+ guard\.check\(amount\);\s+Guard, src\/Vault\.sol:\d+ if \(amount > 1000\)/,
      );
  });

  test('forgets a source', async () => {
    await page.goto(`${network.mirror}/contract/${await idOf(guard)}?tab=Source`);
    await page.getByRole('button', { name: 'Forget this source' }).click();
    await page.locator('input[type=file]').waitFor();
    expect(
      await page.evaluate(
        `Object.keys(localStorage).filter((key) => key.endsWith(${JSON.stringify(await idOf(guard))}))`,
      ),
    ).toEqual([]);
  });

  test('shows everybody the sources of a local network', async () => {
    const other = await browser.newPage();
    try {
      await other.goto(`${network.mirror}/contract/${vault}?tab=Source`);
      await other.getByText('exact: the code on the ledger').waitFor();
      await other.goto(`${network.mirror}/transaction/${deposited}?tab=Contract`);
      await other.getByText('deposit(250)').first().waitFor();
    } finally {
      await other.close();
    }
  });

  test('shows a source that a test sent', async () => {
    await rpc('tain_setSource', guard, JSON.parse(BUILD_INFO.toString()));
    await page.goto(`${network.mirror}/contract/${guard}?tab=Source`);
    await page.getByText('exact: the code on the ledger').waitFor();
    await expect.poll(text).toMatch(/Contract\s+Guard\s/);
  });

  test('looks in Sourcify on a click, and not before', async () => {
    const requested: string[] = [];
    await page.route(`${SOURCIFY}/**`, async (route) => {
      requested.push(route.request().url());
      const { input, output } = JSON.parse(BUILD_INFO.toString()) as Record<string, unknown>;
      await route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ match: 'exact_match', stdJsonInput: input, stdJsonOutput: output }),
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.getByRole('button', { name: 'Forget this source' }).click();
    await page.getByRole('button', { name: 'Look in Sourcify' }).waitFor();
    await hasNoFault();
    expect(requested).toEqual([]);
    await page.getByRole('button', { name: 'Look in Sourcify' }).click();
    await page.getByText('exact: the code on the ledger').waitFor();
    expect(requested).toEqual([`${SOURCIFY}/v2/contract/298/${guard}?fields=stdJsonInput,stdJsonOutput`]);
  });

  describe('sends transactions', () => {
    const method = (signature: string) => page.locator(`form:has(code:text-is("${signature}"))`);
    const deposit = () => method('deposit(uint256)');
    const button = (name: string) => deposit().locator(`button:text-is("${name}")`);

    test('signed for an unlocked account of the local network, after an estimate', async () => {
      await page.goto(`${network.mirror}/contract/${vault}?tab=Write`);
      await expect.poll(text).toContain(`${owner} (unlocked)`);
      expect(await method('share(uint256)').count()).toBe(0);
      await deposit().locator('input').nth(0).fill('30');
      await deposit().locator('input').nth(1).fill('1.5');
      await button('Estimate').click();
      await expect.poll(() => deposit().innerText()).toMatch(/It may use [\d,]+ gas, for at most [\d.]+ ℏ\./);
      await hasNoFault();
      await button('Send').click();
      await expect.poll(() => deposit().innerText()).toMatch(/It succeeded\. 0x[0-9a-f]{64}/);
      await deposit().locator('a').click();
      await tab('Contract');
      await expect.poll(text).toContain('deposit(30)');
      await expect.poll(text).toMatch(/Sent\s+1\.5 ℏ/);
    });

    test('after a new estimate when a value was changed, and says why a call would fail', async () => {
      await page.goto(`${network.mirror}/contract/${vault}?tab=Write`);
      await deposit().locator('input').nth(0).fill('30');
      await button('Estimate').click();
      await button('Send').waitFor();
      await deposit().locator('input').nth(0).fill('0');
      await button('Estimate').click();
      await expect.poll(() => deposit().innerText()).toContain('It would fail: "too little"');
      await deposit().locator('input').nth(0).fill('many');
      await button('Estimate').click();
      await expect.poll(() => deposit().innerText()).toContain('no integer: many');
      await hasNoFault();
    });

    test('by a wallet that announces itself, on the network of the explorer', async () => {
      const other = await browser.newPage();
      try {
        // The wallet begins on another network, and signs by the local network's unlocked account.
        await other.addInitScript({
          content: `
            let chain = '0x1';
            const asked = (globalThis.asked = []);
            const request = async ({ method, params }) => {
              asked.push(method);
              if (method === 'eth_requestAccounts') return ['${owner}'];
              if (method === 'eth_chainId') return chain;
              if (method === 'wallet_switchEthereumChain') { chain = params[0].chainId; return null; }
              const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
              const { result, error } = await (await fetch('${network.rpc}', { method: 'POST', body })).json();
              if (error !== undefined) throw error;
              return result;
            };
            const detail = { info: { uuid: 'a', name: 'Wallet of a test', rdns: 'test' }, provider: { request } };
            addEventListener('eip6963:requestProvider', () =>
              dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));`,
        });
        await other.goto(`${network.mirror}/contract/${vault}?tab=Write`);
        const form = other.locator('form:has(code:text-is("close()"))');
        await form.waitFor();
        expect(await other.locator('select option').first().textContent()).toBe('Wallet of a test');
        await form.locator('button').click();
        await form.locator('button:text-is("Send")').click();
        await expect.poll(() => form.innerText()).toMatch(/It succeeded\. 0x[0-9a-f]{64}/);
        expect(await other.evaluate('globalThis.asked.join()')).toBe(
          'eth_requestAccounts,eth_chainId,wallet_switchEthereumChain,eth_chainId,eth_estimateGas,eth_gasPrice,eth_sendTransaction',
        );
      } finally {
        await other.close();
      }
    });
  });

  test('shows the gas of a transaction by contract and function', async () => {
    await page.goto(`${network.mirror}/transaction/${guarded}?tab=Gas`);
    await expect.poll(text).toMatch(/guarded\s+1\s+[\d,]+\s+[\d.]+ %\s+[\d,]+/);
    await expect.poll(text).toMatch(/check\s+1\s+[\d,]+\s+[\d.]+ %\s+[\d,]+/);
    await hasNoFault();
  });

  test('shows private labels wherever an account or contract is linked', async () => {
    await page.goto(`${network.mirror}/contract/${vault}`);
    await page.locator('input[name=label]').fill('My vault');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${network.mirror}/account/${owner}`);
    await page.locator('input[name=label]').fill('Developer <b>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const id = await idOf(vault);
    await page.goto(`${network.mirror}/transaction/${deposited}`);
    await expect
      .poll(text)
      .toMatch(/0\.0\.\d+\s*Developer <b> sent an Ethereum transaction to 0\.0\.\d+\s*My vault/);
    await hasNoFault();
    await tab('Contract');
    await expect.poll(text).toContain(`${id}My vault`);
    // An empty label is none.
    await page.goto(`${network.mirror}/contract/${id}`);
    await page.locator('input[name=label]').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${network.mirror}/transaction/${deposited}?tab=Contract`);
    await expect.poll(text).toContain(id);
    expect(await text()).not.toContain('My vault');
    const other = await browser.newPage();
    try {
      await other.goto(`${network.mirror}/transaction/${deposited}`);
      await other.getByText('sent an Ethereum transaction').first().waitFor();
      expect(await other.locator('main').innerText()).not.toContain('Developer');
    } finally {
      await other.close();
    }
  });
});
