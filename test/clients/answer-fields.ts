/** Requests of a client and the fields that it reads. `{name}` is replaced by a value of the demo network. */
export type Requests = readonly (readonly [path: string, fields: readonly string[], status?: number])[];

export const within = (of: string, ...names: string[]) => names.map((name) => `${of}.${name}`);
export const BLOCK = [
  'number!',
  'hash!',
  'previous_hash!',
  'count!',
  'gas_used!',
  'hapi_version!',
  'logs_bloom!',
  'size!',
  'timestamp.from!',
  'timestamp.to!',
];
export const BLOCKS = [...within('blocks[+]', ...BLOCK), 'links.next'];
export const RESULT = [
  'hash!',
  'block_hash!',
  'block_number!',
  'transaction_index!',
  'from',
  'to',
  'address',
  'contract_id',
  'created_contract_ids!',
  'amount',
  'gas_limit!',
  'gas_used',
  'gas_price',
  'max_fee_per_gas',
  'max_priority_fee_per_gas',
  'access_list[].address!',
  'access_list[].storage_keys!',
  'chain_id!',
  'function_parameters!',
  'call_result!',
  'error_message',
  'bloom!',
  'nonce',
  'r',
  's',
  'v',
  'type!',
  'status!',
  'result!',
  'timestamp!',
];
export const RESULTS = [...within('results[+]', ...RESULT), 'links.next'];
export const DETAILS = [
  ...RESULT,
  ...within('logs[]', 'address!', 'data!', 'index!', 'topics!', 'bloom!', 'contract_id!'),
  'state_changes[]',
];
export const LOGS = [
  ...within(
    'logs[+]',
    'address!',
    'block_hash!',
    'block_number!',
    'contract_id!',
    'data!',
    'index!',
    'timestamp!',
    'topics!',
    'transaction_hash!',
    'transaction_index!',
  ),
  'links.next',
];
export const ACTIONS = [
  ...within(
    'actions[+]',
    'call_depth!',
    'call_operation_type!',
    'call_type!',
    'caller',
    'caller_type',
    'from!',
    'to',
    'gas!',
    'gas_used!',
    'index!',
    'input',
    'recipient',
    'recipient_type',
    'result_data',
    'result_data_type!',
    'timestamp!',
    'value!',
  ),
  'links.next',
];
export const ACCOUNT = [
  'account!',
  'balance.balance!',
  'ethereum_nonce',
  'evm_address!',
  'delegation_address',
  'created_timestamp',
  'receiver_sig_required',
  'links.next',
];
export const NESTED = within(
  'transactions[]',
  'transaction_id!',
  'consensus_timestamp!',
  'transfers[].account!',
  'transfers[].amount!',
  'transfers[].is_approval!',
);
export const SPAN = 'timestamp=gte:{from}&timestamp=lte:{to}';
