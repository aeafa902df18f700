import { TIME } from '../../access/domain.ts';
import { sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import { responseCodeName } from '../../kernel/response-code.ts';
import { getAccount } from '../accounts/get-account.ts';
import { getContract } from '../contracts/get-contract.ts';
import { listContractResults } from '../contracts/list-contract-results.ts';
import { hbars } from './amounts.ts';
import { type Asking, verifyAnswered } from './ask.ts';
import { grouped, html, type Part } from './html.ts';
import { integerAt, type Json, listAt, member, textAt } from './json.ts';
import { entityHtml, selectNames } from './names.ts';
import {
  codeHtml,
  factsHtml,
  keyHtml,
  resultHtml,
  type Shown,
  shortTimeHtml,
  tableHtml,
  textHtml,
  timeHtml,
} from './parts.ts';

/** A contract by its id or EVM address, with its newest results. Throws `Refused`, `Problem`. */
export async function contractPage(id: string, { ask, lookUp }: Asking): Promise<Shown> {
  const answer = verifyAnswered(await ask(getContract, { contractIdOrAddress: id }));
  const { value } = answer;
  const contract = textAt(value, 'contract_id') ?? '';
  // What was deleted has no balance: its account is none any more.
  const account = await ask(getAccount, { idOrAliasOrEvmAddress: contract }, 'transactions=false');
  const list = verifyAnswered(await ask(listContractResults, { contractIdOrAddress: contract }, 'limit=10'));
  const others = ['auto_renew_account', 'obtainer_id', 'proxy_account_id', 'file_id'].map((name) =>
    textAt(value, name),
  );
  const names = await selectNames(lookUp, [others]);
  const entity = (name: string): Part =>
    textAt(value, name) !== null && entityHtml(textAt(value, name), names);
  const results = listAt(list.value, 'results');
  const outcomes = await selectOutcomes(lookUp, results);
  const rows = results.map((one): Part[] => [
    html`<a href="/transaction/${encodeURIComponent(textAt(one, 'hash') ?? '')}">${shortTimeHtml(textAt(one, 'timestamp'))}</a>`,
    addressHtml(textAt(one, 'from')),
    codeHtml((textAt(one, 'function_parameters') ?? '0x').slice(0, 10)),
    grouped(textAt(one, 'gas_used') ?? '0'),
    outcomeHtml(outcomes.get(textAt(one, 'timestamp') ?? '')),
  ]);
  const balance = integerAt(member(account.value, 'balance'), 'balance');
  const all = `/api/v1/contracts/${contract}`;
  const main = html`${factsHtml([
    ['Contract', html`${contract} <a href="/account/${contract}">its page as an account</a>`],
    ['EVM address', codeHtml(textAt(value, 'evm_address'))],
    ['Balance', balance !== null && hbars(balance)],
    ['Memo', textHtml(textAt(value, 'memo'))],
    ['Code', sizeOf(textAt(value, 'runtime_bytecode'))],
    ['Creation code', sizeOf(textAt(value, 'bytecode'))],
    ['From the file', entity('file_id')],
    ['Admin key', keyHtml(member(value, 'admin_key'))],
    ['Nonce', textAt(value, 'nonce')],
    ['Created', timeHtml(textAt(value, 'created_timestamp'))],
    ['Expires', timeHtml(textAt(value, 'expiration_timestamp'))],
    ['Deleted', member(value, 'deleted') === true && 'yes'],
    ['Went to', entity('obtainer_id')],
    ['Renewed by', entity('auto_renew_account')],
  ])}
${tableHtml('Results', ['Time (UTC)', 'From', 'Function', 'Gas used', 'Result'], rows, html`<a href="${all}/results">More results</a>`)}
<p>More: <a href="${all}/results/logs">logs</a>, <a href="${all}/state">storage</a>.</p>`;
  return { title: `Contract ${contract}`, main, answers: [answer, list] };
}

/** An EVM address with a link to whoever has it. */
function addressHtml(address: string | null): Part {
  if (address === null) return '–';
  return html`<a href="/account/${address}"><code>${address.slice(0, 10)}…${address.slice(-4)}</code></a>`;
}

/**
 * Names of the outcomes of results, by their time: items of the list have no `result`, and no other field of theirs tells
 * each failure. Lacks those that no contract ran for. One statement, which finds each by its key. Throws `Problem` (503).
 */
async function selectOutcomes(select: Select, results: readonly Json[]): Promise<Map<string, string>> {
  const times = results.map((one) => (textAt(one, 'timestamp') ?? '0').replace('.', ''));
  const rows = await select(sql`
    select consensus_timestamp, transaction_result
    from contract_result
    where consensus_timestamp = any(${times}::bigint[])`);
  return new Map(rows.map(([time, result]) => [TIME.print(time ?? '0'), responseCodeName(Number(result))]));
}

function outcomeHtml(name: string | undefined): Part {
  return name === undefined ? '–' : resultHtml(name);
}

function sizeOf(hex: string | null): Part {
  return hex !== null && hex.length > 2 && `${grouped((hex.length - 2) / 2)} bytes`;
}
