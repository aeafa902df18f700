// Made from the routes by `npm run docs`: not to be edited.
// biome-ignore-all format: made
// biome-ignore-all lint: made

import type { Pages } from './pages.ts';
import type { StreamedPages } from './streams.ts';
import type { CallOptions, Compared, Several, Value } from './values.ts';

/** An address declared by an Ethereum transaction, with slots of its storage. */
export interface AccessListEntry {
  /** EVM address, 20 bytes. */
  readonly address?: string;
  /** Slots of its storage. */
  readonly storage_keys?: readonly string[];
}

/** An account in a list. */
export interface Account<I = number> {
  /** The account. */
  readonly account: string | null;
  /** Alias in base32 without padding. */
  readonly alias: string | null;
  /** Period in seconds. */
  readonly auto_renew_period: I | null;
  readonly balance: Balance<I> | null;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Whether the account declines staking rewards. */
  readonly decline_reward: boolean;
  /** Whether it is deleted. */
  readonly deleted: boolean | null;
  /** Nonce of the next Ethereum transaction of the account. */
  readonly ethereum_nonce: I | null;
  /** EVM address: the one with which the account was created, otherwise derived from its number. */
  readonly evm_address: string | null;
  /** Time at which it expires unless renewed. */
  readonly expiry_timestamp: string | null;
  readonly key: Key | null;
  /** Maximum number of automatic token associations; -1 for no limit. */
  readonly max_automatic_token_associations: number | null;
  /** Memo. */
  readonly memo: string | null;
  /** Staking reward earned and not yet paid, in tinybars; null if unknown, because the account is older than this history. */
  readonly pending_reward: I | null;
  /** Whether transfers to the account need its signature. */
  readonly receiver_sig_required: boolean | null;
  /** Account to which it is staked, or null. */
  readonly staked_account_id: string | null;
  /** Node to which it is staked, or null. */
  readonly staked_node_id: I | null;
  /** Start of the staking period since which rewards accrue; null if not staked to a node. */
  readonly stake_period_start: string | null;
  /** Contract whose code runs when the account is called; `0x` for none. Operators may hide the field. */
  readonly delegation_address?: string;
}

/** A page of the list, with a link to the next one. */
export interface AccountAirdropsOutstandingPage<I = number> {
  /** Airdrops of the page, in order. */
  readonly airdrops: readonly Airdrop<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountAllowancesCryptoPage<I = number> {
  /** Allowances of the page, in order. */
  readonly allowances: readonly CryptoAllowance<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountAllowancesNftsPage {
  /** Allowances of the page, in order. */
  readonly allowances: readonly NftAllowance[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountAllowancesTokensPage<I = number> {
  /** Allowances of the page, in order. */
  readonly allowances: readonly TokenAllowance<I>[];
  readonly links: Links;
}

/** Balance of an account. */
export interface AccountBalance<I = number> {
  /** Amount in tinybars. */
  readonly balance: I | null;
  /** Time of the balance. */
  readonly timestamp: string | null;
  /** Tokens that the account holds, with their balances. */
  readonly tokens: readonly TokenAmount<I>[];
}

/** An account, with its newest transactions. */
export interface AccountDetails<I = number> {
  /** The account. */
  readonly account: string | null;
  /** Alias in base32 without padding. */
  readonly alias: string | null;
  /** Period in seconds. */
  readonly auto_renew_period: I | null;
  readonly balance: AccountBalance<I>;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Whether the account declines staking rewards. */
  readonly decline_reward: boolean;
  /** Whether it is deleted. */
  readonly deleted: boolean | null;
  /** Nonce of the next Ethereum transaction of the account. */
  readonly ethereum_nonce: I | null;
  /** EVM address: the one with which the account was created, otherwise derived from its number. */
  readonly evm_address: string | null;
  /** Time at which it expires unless renewed. */
  readonly expiry_timestamp: string | null;
  readonly key: Key | null;
  /** Maximum number of automatic token associations; -1 for no limit. */
  readonly max_automatic_token_associations: number | null;
  /** Memo. */
  readonly memo: string | null;
  /** Staking reward earned and not yet paid, in tinybars; null if unknown, because the account is older than this history. */
  readonly pending_reward: I | null;
  /** Whether transfers to the account need its signature. */
  readonly receiver_sig_required: boolean | null;
  /** Account to which it is staked, or null. */
  readonly staked_account_id: string | null;
  /** Node to which it is staked, or null. */
  readonly staked_node_id: I | null;
  /** Start of the staking period since which rewards accrue; null if not staked to a node. */
  readonly stake_period_start: string | null;
  /** Contract whose code runs when the account is called; `0x` for none. Operators may hide the field. */
  readonly delegation_address?: string;
  /** Transactions that the account paid or that changed its balances. */
  readonly transactions: readonly Transaction<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountHookStoragePage<I = number> {
  /** Number of the hook. */
  readonly hook_id: I;
  /** Account or contract that has the hook. */
  readonly owner_id: string;
  /** Slots of the page, in order. */
  readonly storage: readonly HookStorageSlot[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountHooksPage<I = number> {
  /** Hooks of the page, in order. */
  readonly hooks: readonly Hook<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountNftsPage<I = number> {
  /** NFTs of the page, in order. */
  readonly nfts: readonly Nft<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountRewardsPage<I = number> {
  /** Rewards of the page, in order. */
  readonly rewards: readonly StakingReward<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountTokensPage<I = number> {
  /** Tokens of the page, in order. */
  readonly tokens: readonly TokenRelationship<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface AccountsPage<I = number> {
  /** Accounts of the page, in order. */
  readonly accounts: readonly Account<I>[];
  readonly links: Links;
}

/** Tokens that wait for their receiver to claim them. */
export interface Airdrop<I = number> {
  /** Amount of a fungible token; null for an NFT. */
  readonly amount: I | null;
  /** Account that may claim it. */
  readonly receiver_id: string;
  /** Account that sent it. */
  readonly sender_id: string;
  /** Serial number of an NFT; null for a fungible token. */
  readonly serial_number: I | null;
  /** Validity of the pending airdrop. */
  readonly timestamp: RegisteredNodeTimes;
  /** The token. */
  readonly token_id: string;
}

/** A fee charged by a token or topic for a transaction. */
export interface AssessedCustomFee<I = number> {
  /** Amount, in tinybars or the smallest unit of the token. */
  readonly amount: I;
  /** Account that receives the fee. */
  readonly collector_account_id: string;
  /** Accounts that paid the fee. */
  readonly effective_payer_account_ids: readonly string[];
  /** The token. */
  readonly token_id: string | null;
}

/** An account that lets the code of a contract act for it (EIP-7702). */
export interface AuthorizationListEntry<I = number> {
  /** Contract to whose code the account delegates. */
  readonly address?: string;
  /** Id of the chain (EIP-155). */
  readonly chain_id?: string;
  /** Nonce of the account that signed. */
  readonly nonce?: I;
  /** First half of the signature. */
  readonly r?: string;
  /** Second half of the signature. */
  readonly s?: string;
  /** Parity of the signature. */
  readonly y_parity?: string;
}

/** Balance of an account, with its time. */
export interface Balance<I = number> {
  /** Amount in tinybars. */
  readonly balance: I | null;
  /** Time of the balance. */
  readonly timestamp: string | null;
  /** Tokens that the account holds, with their balances. */
  readonly tokens: readonly TokenAmount<I>[];
}

/** Balance of an account in the list of balances. */
export interface BalanceBalance<I = number> {
  /** The account. */
  readonly account: string;
  /** Amount in tinybars. */
  readonly balance: I | null;
  /** Tokens that the account holds, with their balances. */
  readonly tokens: readonly TokenAmount<I>[];
}

/** Balance of one account in one token. */
export interface BalanceOfToken<I = number> {
  /** The account. */
  readonly account: string;
  /** Balance in the smallest unit of the token; for NFTs their number. */
  readonly balance: I;
  /** Decimal places of displayed amounts: with two, 1 is displayed as 0.01. */
  readonly decimals: I | null;
  /** The token. */
  readonly token_id?: string;
}

/** A page of the list, with a link to the next one. */
export interface BalancesPage<I = number> {
  /** Balances of the page, in order. */
  readonly balances: readonly BalanceBalance<I>[];
  /** Time of the balances; without `timestamp` the latest change on the page. */
  readonly timestamp: string | null;
  readonly links: Links;
}

/** A block of the network: a record file, or a block of the block stream. */
export interface Block<I = number> {
  /** Number of transactions in the block. */
  readonly count: I;
  /** Gas used by the contract transactions of the block; null if unknown. */
  readonly gas_used: I | null;
  /** Version of the protobuf API of the network at that time. */
  readonly hapi_version: string | null;
  /** Hash of the block, 48 bytes. */
  readonly hash: string;
  /** Bloom filter of the logs of the block, 256 bytes. */
  readonly logs_bloom: string | null;
  /** Name of the stream file that holds the block. */
  readonly name: string;
  /** Number of the block. */
  readonly number: I;
  /** Hash of the previous block. */
  readonly previous_hash: string;
  /** Size of the stream file in bytes. */
  readonly size: I | null;
  readonly timestamp: BlockTimes;
}

/** The service of a block node. */
export interface BlockNodeService {
  /** Interfaces of a block node that are available there. */
  readonly endpoint_apis: readonly ('OTHER' | 'STATUS' | 'PUBLISH' | 'SUBSCRIBE_STREAM' | 'STATE_PROOF' | 'UNRECOGNIZED')[];
}

/** Verification of a block before it is stored. */
export interface BlockProof {
  /** Proofs of the stored blocks: `record_file_signatures` (nodes signed the record file with their RSA keys), `hash_chain_alone` (some blocks have no known signature, which the operator accepts), `ledger_on_first_use` (the first ledger is trusted on first use). Empty if unknown, as in the database of another program. */
  readonly kinds: readonly string[];
}

/** First and last consensus time of a block. */
export interface BlockTimes {
  /** Consensus time of the first transaction. */
  readonly from: string;
  /** Consensus time of the last transaction. */
  readonly to: string | null;
}

/** A page of the list, with a link to the next one. */
export interface BlocksPage<I = number> {
  /** Blocks of the page, in order. */
  readonly blocks: readonly Block<I>[];
  readonly links: Links;
}

/** Capabilities of this server. */
export interface Capabilities<I = number> {
  /** Version of the format of this answer; it increases when fields change or are removed. */
  readonly version: 1;
  /** Version of the public mirror node whose interface is implemented. */
  readonly interface_version: string;
  /** Chain id of the network. */
  readonly chain_id: string;
  /** Roles of the responding process: `api`, `ingest`, `live`, `status`. */
  readonly roles: readonly string[];
  readonly features: Features;
  readonly blocks: KeptBlocks<I>;
  readonly kept: KeptHistory;
  readonly proof: BlockProof;
}

/** Position of this part, for a message in several parts. */
export interface ChunkInfo {
  readonly initial_transaction_id: InitialTransactionId;
  /** Number of the part, from 1. */
  readonly number: number;
  /** Number of parts. */
  readonly total: number;
}

/** A contract in a list. */
export interface Contract<I = number> {
  /** Key that may change the contract. */
  readonly admin_key: Key | null;
  /** Account that pays for the renewal. */
  readonly auto_renew_account: string | null;
  /** Seconds added by a renewal. */
  readonly auto_renew_period: I | null;
  /** The contract. */
  readonly contract_id: string;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Whether it is deleted. */
  readonly deleted: boolean | null;
  /** EVM address; derived from the number if the contract has no other. */
  readonly evm_address: string;
  /** Expiration of the contract: as set, or one renewal period after its creation. */
  readonly expiration_timestamp: string | null;
  /** File with the bytecode for the creation. */
  readonly file_id: string | null;
  /** Maximum number of automatic token associations; -1 for no limit. */
  readonly max_automatic_token_associations: I | null;
  /** Memo. */
  readonly memo: string;
  /** Nonce for contracts that it creates. */
  readonly nonce: I | null;
  /** Account or contract that received the remaining balance at the deletion. */
  readonly obtainer_id: string | null;
  /** Whether it was permanently removed by the network. */
  readonly permanent_removal: boolean | null;
  /** Account to which it was proxy-staked (obsolete). */
  readonly proxy_account_id: string | null;
  /** Validity of the shown version; `to` is null for the current one. */
  readonly timestamp: TimestampRange;
}

/** One call within the execution of a transaction. */
export interface ContractAction<I = number> {
  /** 0 for the outermost call. */
  readonly call_depth: I;
  /** Instruction by which the call was made. */
  readonly call_operation_type: 'UNKNOWN' | 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2';
  /** Kind of the action: a call, a creation, a precompile or a system contract. */
  readonly call_type: 'NO_ACTION' | 'CALL' | 'CREATE' | 'PRECOMPILE' | 'SYSTEM' | null;
  /** Caller. */
  readonly caller: string | null;
  /** Whether an account or a contract made the call. */
  readonly caller_type: 'ACCOUNT' | 'CONTRACT' | null;
  /** EVM address of the caller, derived from its number. */
  readonly from: string | null;
  /** Gas that the action could use. */
  readonly gas: I;
  /** Gas that was used. */
  readonly gas_used: I;
  /** Index among the actions of the transaction. */
  readonly index: I;
  /** Input of the call. */
  readonly input: string;
  /** Recipient of the call; null if no entity has the address. */
  readonly recipient: string | null;
  /** Whether an account or a contract was called. */
  readonly recipient_type: 'ACCOUNT' | 'CONTRACT' | null;
  /** Output of the call, or the reason of its failure. */
  readonly result_data: string;
  /** Whether `result_data` is output, the reason of a revert, or an error. */
  readonly result_data_type: 'OUTPUT' | 'REVERT_REASON' | 'ERROR';
  /** Consensus time. */
  readonly timestamp: string;
  /** EVM address of the recipient. */
  readonly to: string | null;
  /** Amount in tinybars. */
  readonly value: I;
}

/** Result of a call. */
export interface ContractCallAnswer {
  /** Output of the contract, or the gas needed. */
  readonly result: string;
}

/** A contract, with its code. */
export interface ContractDetails<I = number> {
  /** Key that may change the contract. */
  readonly admin_key: Key | null;
  /** Account that pays for the renewal. */
  readonly auto_renew_account: string | null;
  /** Seconds added by a renewal. */
  readonly auto_renew_period: I | null;
  /** The contract. */
  readonly contract_id: string;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Whether it is deleted. */
  readonly deleted: boolean | null;
  /** EVM address; derived from the number if the contract has no other. */
  readonly evm_address: string;
  /** Expiration of the contract: as set, or one renewal period after its creation. */
  readonly expiration_timestamp: string | null;
  /** File with the bytecode for the creation. */
  readonly file_id: string | null;
  /** Maximum number of automatic token associations; -1 for no limit. */
  readonly max_automatic_token_associations: I | null;
  /** Memo. */
  readonly memo: string;
  /** Nonce for contracts that it creates. */
  readonly nonce: I | null;
  /** Account or contract that received the remaining balance at the deletion. */
  readonly obtainer_id: string | null;
  /** Whether it was permanently removed by the network. */
  readonly permanent_removal: boolean | null;
  /** Account to which it was proxy-staked (obsolete). */
  readonly proxy_account_id: string | null;
  /** Validity of the shown version; `to` is null for the current one. */
  readonly timestamp: TimestampRange;
  /** Code that the creation ran, in hex. */
  readonly bytecode: string;
  /** Code that a call runs, in hex. */
  readonly runtime_bytecode: string;
}

/** A log that a contract emitted, with its block. */
export interface ContractLog<I = number> {
  /** EVM address of the contract that emitted the log. */
  readonly address: string;
  /** Bloom filter of the log. */
  readonly bloom: string;
  /** The contract. */
  readonly contract_id: string | null;
  /** Data of the log, padded to at least 32 bytes unless empty. */
  readonly data: string;
  /** Index in the block. */
  readonly index: I;
  /** Indexed values of the log: at most four words of 32 bytes. */
  readonly topics: readonly string[];
  /** Hash of the block, 48 bytes. */
  readonly block_hash: string;
  /** Number of the block. */
  readonly block_number: I | null;
  /** The contract whose execution emitted the log. */
  readonly root_contract_id: string | null;
  /** Consensus time of the execution. */
  readonly timestamp: string;
  /** Hash of the transaction. */
  readonly transaction_hash: string;
  /** Index of the transaction in the block. */
  readonly transaction_index: I | null;
}

/** The outcome of an execution of a contract. */
export interface ContractResult<I = number> {
  /** Price of one gas as a hex quantity: that of the Ethereum transaction, otherwise that of a contract call by the fee schedule. */
  readonly gas_price: string | null;
  /** EVM address of the contract. */
  readonly address: string | null;
  /** Amount sent to the contract, in tinybars; with `hbar=false` in weibars. */
  readonly amount: I | null;
  /** Bloom filter of the logs, 256 bytes. */
  readonly bloom: string;
  /** Output of the contract. */
  readonly call_result: string;
  /** Whether the transaction has a parent. */
  readonly child: boolean;
  /** The contract. */
  readonly contract_id: string | null;
  /** Contracts that the execution created. */
  readonly created_contract_ids: readonly string[];
  /** Reason of the failure, as hex or as the name of a result; null after success. */
  readonly error_message: string | null;
  /** EVM address of the sender. */
  readonly from: string | null;
  /** Input of the contract. */
  readonly function_parameters: string;
  /** Gas that the execution needed. */
  readonly gas_consumed: I | null;
  /** Gas limit. */
  readonly gas_limit: I;
  /** Gas that was charged. */
  readonly gas_used: I | null;
  /** Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one. */
  readonly hash: string;
  /** Consensus time of the execution. */
  readonly timestamp: string;
  /** EVM address of the receiver. */
  readonly to: string | null;
  /** Addresses and slots declared by the Ethereum transaction (EIP-2930). */
  readonly access_list: readonly AccessListEntry[];
  /** Authorizations of an Ethereum transaction of type 4 (EIP-7702). */
  readonly authorization_list?: readonly AuthorizationListEntry<I>[];
  /** Gas used by all executions of the block. */
  readonly block_gas_used: I | null;
  /** Hash of the block, 48 bytes. */
  readonly block_hash: string;
  /** Number of the block. */
  readonly block_number: I | null;
  /** Id of the chain (EIP-155). */
  readonly chain_id: string;
  /** Code of a creation that failed. */
  readonly failed_initcode: string | null;
  /** Value in the Ethereum transaction, as a hex quantity. */
  readonly max_fee_per_gas: string | null;
  /** Value in the Ethereum transaction, as a hex quantity. */
  readonly max_priority_fee_per_gas: string | null;
  /** Value in the Ethereum transaction. */
  readonly nonce: I | null;
  /** First half of the signature. */
  readonly r: string | null;
  /** Result of the transaction, as the network names it. */
  readonly result: string;
  /** Second half of the signature. */
  readonly s: string | null;
  /** `0x1` for success. */
  readonly status: '0x0' | '0x1';
  /** Index in the block. */
  readonly transaction_index: I | null;
  /** Value in the Ethereum transaction; 0 without one. */
  readonly type: I;
  /** Parity of the signature. */
  readonly v: number | null;
}

/** The outcome of an execution, with logs and changes of storage. */
export interface ContractResultDetails<I = number> {
  /** Price of one gas as a hex quantity: that of the Ethereum transaction, otherwise that of a contract call by the fee schedule. */
  readonly gas_price: string | null;
  /** EVM address of the contract. */
  readonly address: string | null;
  /** Amount sent to the contract, in tinybars; with `hbar=false` in weibars. */
  readonly amount: I | null;
  /** Bloom filter of the logs, 256 bytes. */
  readonly bloom: string;
  /** Output of the contract. */
  readonly call_result: string;
  /** Whether the transaction has a parent. */
  readonly child: boolean;
  /** The contract. */
  readonly contract_id: string | null;
  /** Contracts that the execution created. */
  readonly created_contract_ids: readonly string[];
  /** Reason of the failure, as hex or as the name of a result; null after success. */
  readonly error_message: string | null;
  /** EVM address of the sender. */
  readonly from: string | null;
  /** Input of the contract. */
  readonly function_parameters: string;
  /** Gas that the execution needed. */
  readonly gas_consumed: I | null;
  /** Gas limit. */
  readonly gas_limit: I;
  /** Gas that was charged. */
  readonly gas_used: I | null;
  /** Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one. */
  readonly hash: string;
  /** Consensus time of the execution. */
  readonly timestamp: string;
  /** EVM address of the receiver. */
  readonly to: string | null;
  /** Addresses and slots declared by the Ethereum transaction (EIP-2930). */
  readonly access_list: readonly AccessListEntry[];
  /** Authorizations of an Ethereum transaction of type 4 (EIP-7702). */
  readonly authorization_list?: readonly AuthorizationListEntry<I>[];
  /** Gas used by all executions of the block. */
  readonly block_gas_used: I | null;
  /** Hash of the block, 48 bytes. */
  readonly block_hash: string;
  /** Number of the block. */
  readonly block_number: I | null;
  /** Id of the chain (EIP-155). */
  readonly chain_id: string;
  /** Code of a creation that failed. */
  readonly failed_initcode: string | null;
  /** Value in the Ethereum transaction, as a hex quantity. */
  readonly max_fee_per_gas: string | null;
  /** Value in the Ethereum transaction, as a hex quantity. */
  readonly max_priority_fee_per_gas: string | null;
  /** Value in the Ethereum transaction. */
  readonly nonce: I | null;
  /** First half of the signature. */
  readonly r: string | null;
  /** Result of the transaction, as the network names it. */
  readonly result: string;
  /** Second half of the signature. */
  readonly s: string | null;
  /** `0x1` for success. */
  readonly status: '0x0' | '0x1';
  /** Index in the block. */
  readonly transaction_index: I | null;
  /** Value in the Ethereum transaction; 0 without one. */
  readonly type: I;
  /** Parity of the signature. */
  readonly v: number | null;
  /** Logs that the execution emitted, in order. */
  readonly logs: readonly ContractResultLog<I>[];
  /** Slots of storage that the execution read and wrote. */
  readonly state_changes: readonly ContractStateChange[];
}

/** A log within its execution. */
export interface ContractResultLog<I = number> {
  /** EVM address of the contract that emitted the log. */
  readonly address: string;
  /** Bloom filter of the log. */
  readonly bloom: string;
  /** The contract. */
  readonly contract_id: string | null;
  /** Data of the log, padded to at least 32 bytes unless empty. */
  readonly data: string;
  /** Index in the block. */
  readonly index: I;
  /** Indexed values of the log: at most four words of 32 bytes. */
  readonly topics: readonly string[];
}

/** The outcome of an execution, in the list of one contract. */
export interface ContractResultOfContract<I = number> {
  /** EVM address of the contract. */
  readonly address: string | null;
  /** Amount sent to the contract. */
  readonly amount: I | null;
  /** Bloom filter of the logs, 256 bytes. */
  readonly bloom: string;
  /** Output of the contract. */
  readonly call_result: string;
  /** Whether the transaction has a parent. */
  readonly child: boolean;
  /** The contract. */
  readonly contract_id: string | null;
  /** Contracts that the execution created. */
  readonly created_contract_ids: readonly string[];
  /** Reason of the failure, as hex or as the name of a result; null after success. */
  readonly error_message: string | null;
  /** EVM address of the sender. */
  readonly from: string | null;
  /** Input of the contract. */
  readonly function_parameters: string;
  /** Gas that the execution needed. */
  readonly gas_consumed: I | null;
  /** Gas limit. */
  readonly gas_limit: I;
  /** Gas that was charged. */
  readonly gas_used: I | null;
  /** Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one. */
  readonly hash: string;
  /** Consensus time of the execution. */
  readonly timestamp: string;
  /** EVM address of the called contract, derived from its number. */
  readonly to: string | null;
}

/** A page of the list, with a link to the next one. */
export interface ContractResultsPage<I = number> {
  /** Results of the page, in order. */
  readonly results: readonly ContractResultOfContract<I>[];
  readonly links: Links;
}

/** A slot of storage that an execution read or wrote. */
export interface ContractStateChange {
  /** EVM address, 20 bytes. */
  readonly address: string | null;
  /** The contract. */
  readonly contract_id: string | null;
  /** Key of the slot, 32 bytes. */
  readonly slot: string;
  /** Content before the execution, 32 bytes. */
  readonly value_read: string;
  /** Null if the slot was only read. */
  readonly value_written: string | null;
}

/** A page of the list, with a link to the next one. */
export interface ContractStatePage {
  /** Slots of the page, in order. */
  readonly state: readonly ContractStorageSlot[];
  readonly links: Links;
}

/** A slot of the storage of a contract. */
export interface ContractStorageSlot {
  /** EVM address, 20 bytes. */
  readonly address: string | null;
  /** The contract. */
  readonly contract_id: string;
  /** Key of the slot, 32 bytes. */
  readonly slot: string;
  /** Time of the last change of the slot. */
  readonly timestamp: string;
  /** Content of the slot, 32 bytes. */
  readonly value: string | null;
}

/** A page of the list, with a link to the next one. */
export interface ContractsPage<I = number> {
  /** Contracts of the page, in order. */
  readonly contracts: readonly Contract<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface ContractsResultActionsPage<I = number> {
  /** Calls of the page, in order. */
  readonly actions: readonly ContractAction<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface ContractsResultsLogsPage<I = number> {
  /** Logs of the page, in order. */
  readonly logs: readonly ContractLog<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface ContractsResultsPage<I = number> {
  /** Results of the page, in order. */
  readonly results: readonly ContractResult<I>[];
  readonly links: Links;
}

/** Hbars of one account that another one may spend. */
export interface CryptoAllowance<I = number> {
  /** Remaining amount in tinybars. */
  readonly amount: I;
  /** Granted amount in tinybars. */
  readonly amount_granted: I;
  /** Account whose assets may be spent. */
  readonly owner: string;
  /** Account that may spend it. */
  readonly spender: string;
  readonly timestamp: TimestampRange;
}

/** Value of a number of hbars in US cents. */
export interface ExchangeRate {
  /** Value of the hbars in US cents. */
  readonly cent_equivalent: number;
  /** Seconds since 1970 until which the rate holds. */
  readonly expiration_time: number;
  /** Number of hbars. */
  readonly hbar_equivalent: number;
}

/** The exchange rate in force and the one that follows it. */
export interface ExchangeRates {
  readonly current_rate: ExchangeRate;
  readonly next_rate: ExchangeRate;
  /** Consensus time of the transaction that set the rates. */
  readonly timestamp: string;
}

/** Fee paid by the receiver of an NFT if nothing of value is exchanged for it. */
export interface FallbackFee<I = number> {
  /** Amount, in tinybars or the smallest unit of the token. */
  readonly amount: I;
  /** Token in which the fee is paid; null for hbars. */
  readonly denominating_token_id: string | null;
}

/** Calls of contracts: `POST /contracts/call`. */
export interface Feature {
  /** False: its operations return 501, or do not exist. */
  readonly available: boolean;
}

/** Features of this server; more may be added. */
export interface Features {
  readonly contract_calls: Feature;
  /** Traces of a transaction: `/contracts/results/{transactionIdOrHash}/opcodes` and `…/prestate`. */
  readonly opcode_traces: Feature;
  /** Streams of blocks, transactions, results, logs, messages and transfers that a client follows: `…/stream`. */
  readonly event_streams: Feature;
  /** Proofs that clients check themselves: `…/proof`. */
  readonly proofs: Feature;
  /** The gRPC interface: topics and nodes. */
  readonly grpc: Feature;
}

/** Estimated fees of a transaction, in tinycents. */
export interface FeeEstimate<I = number> {
  /** Multiplier of all amounts for high volume. */
  readonly high_volume_multiplier: I;
  readonly network: FeeEstimateNetwork<I>;
  readonly node: FeeEstimatePart<I>;
  readonly service: FeeEstimatePart<I>;
  /** Total fee of the transaction. */
  readonly total: I;
}

/** Units that are charged one by one. */
export interface FeeEstimateExtra<I = number> {
  /** Units charged: those counted, less those included. */
  readonly charged: I;
  /** Units of the transaction. */
  readonly count: I;
  /** Price of one unit. */
  readonly fee_per_unit: I;
  /** Units that the base fee includes. */
  readonly included: I;
  /** Name of the unit. */
  readonly name: string;
  /** Price of the charged units. */
  readonly subtotal: I;
}

/** The network's fee: a multiple of the node's. */
export interface FeeEstimateNetwork<I = number> {
  /** Multiplier of the node's fee. */
  readonly multiplier: I;
  /** Amount of this part. */
  readonly subtotal: I;
}

/** A part of the fee: a base and additional charges. */
export interface FeeEstimatePart<I = number> {
  /** Base fee. */
  readonly base: I;
  /** Units that are charged one by one. */
  readonly extras: readonly FeeEstimateExtra<I>[];
}

/** A fee of a fixed amount for each message. */
export interface FixedFee<I = number> {
  /** Amount, in tinybars or the smallest unit of the token. */
  readonly amount: I;
  /** Account that receives the fee. */
  readonly collector_account_id: string | null;
  /** Token in which the fee is paid; null for hbars. */
  readonly denominating_token_id: string | null;
}

/** A share. */
export interface Fraction<I = number> {
  /** Denominator of the fraction. */
  readonly denominator: I;
  /** Numerator of the fraction. */
  readonly numerator: I;
}

/** A share of the transferred amount, taken as a fee. */
export interface FractionalFee<I = number> {
  /** Whether accounts that collect fees of the token are exempt from them. */
  readonly all_collectors_are_exempt: boolean;
  readonly amount: Fraction<I>;
  /** Account that receives the fee. */
  readonly collector_account_id: string | null;
  /** Token in which the fee is paid; null for hbars. */
  readonly denominating_token_id: string | null;
  /** Maximum charged for one transfer; null for no limit. */
  readonly maximum: I | null;
  /** Minimum charged for one transfer. */
  readonly minimum: I;
  /** Whether the sender pays the fee in addition to the transferred amount. */
  readonly net_of_transfers: boolean;
}

/** Price of one gas for a kind of transaction. */
export interface GasPrice<I = number> {
  /** Price of a unit of gas in tinybars. */
  readonly gas: I;
  /** Kind of transaction. */
  readonly transaction_type: string;
}

/** A service of another kind. */
export interface GeneralService {
  /** Description of the service. */
  readonly description: string | null;
}

/** Address of the node for web clients. */
export interface GrpcProxyEndpoint {
  /** Domain name, or empty if there is an address. */
  readonly domain_name: string;
  /** IPv4 address, or empty if there is a domain name. */
  readonly ip_address_v4: string;
  /** Port. */
  readonly port: number;
}

/** Code that the network runs for an account (HIP-1195). */
export interface Hook<I = number> {
  readonly admin_key: Key | null;
  /** Contract that the hook runs. */
  readonly contract_id: string | null;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Whether it is deleted. */
  readonly deleted: boolean;
  /** Point in the network at which the hook is called. */
  readonly extension_point: 'ACCOUNT_ALLOWANCE_HOOK';
  /** Number of the hook, given by its owner. */
  readonly hook_id: I;
  /** Account or contract that has the hook. */
  readonly owner_id: string;
  readonly timestamp_range: RegisteredNodeTimes;
  /** Kind. */
  readonly type: 'EVM';
}

/** A slot of the storage of a hook. */
export interface HookStorageSlot {
  /** The slot. */
  readonly key: string;
  /** Consensus time of the last change. */
  readonly timestamp: string;
  /** Value of the slot; null if it was only read. */
  readonly value: string | null;
}

/** Id of the transaction that submitted the first part. */
export interface InitialTransactionId {
  /** Account that paid for the first part. */
  readonly account_id: string | null;
  /** Number that distinguishes transactions with one id: 0 for the submitted one, greater for its children. */
  readonly nonce: number | null;
  /** Whether a schedule executed it. */
  readonly scheduled: boolean | null;
  /** Beginning of the validity, in seconds with nine decimals. */
  readonly transaction_valid_start: string | null;
}

/** The first retained block; this server has no data before it. */
export interface KeptBlock<I = number> {
  /** Number of the block. */
  readonly number: I;
  /** Consensus time of its first transaction. */
  readonly timestamp: string;
}

/** First and last block of the retained history; null before the first block. */
export interface KeptBlocks<I = number> {
  readonly first: KeptBlock<I> | null;
  /** The last block that is stored. */
  readonly last: KeptBlock<I> | null;
}

/** Retained part of the history. The current state (accounts, balances, tokens, contracts and their storage, schedules, files, address books) is always retained, except for state older than a start in the middle of the network's history. */
export interface KeptHistory {
  readonly blocks: KeptRows;
  /** Transactions with their transfers, fees, rewards and hashes. */
  readonly transactions: KeptRows;
  /** Results and logs of contracts, and changes of their storage. */
  readonly contracts: KeptRows;
  /** Actions of contracts. */
  readonly actions: KeptRows;
  /** Messages of topics. */
  readonly topics: KeptRows;
  /** Snapshots of balances. */
  readonly balances: KeptRows;
  /** Former versions of accounts, tokens, NFTs, allowances and other entities, and of storage of hooks. */
  readonly history: KeptRows;
}

/** Blocks. */
export interface KeptRows {
  /** Consensus time from which all rows are retained; null: from the network's first block, or from the first block that another program stored. */
  readonly from: string | null;
  /** False if settings of the operator exclude some rows, or if the first stored block is in the middle of the network's history: older state, including current values, is then known only as far as later blocks contain it. */
  readonly complete: boolean;
}

/** A key or a structure of keys. */
export interface Key {
  /** Kind of the key; a list, threshold or contract id is shown as a serialized message. */
  readonly _type: 'ECDSA_SECP256K1' | 'ED25519' | 'ProtobufEncoded';
  /** The key as hex. */
  readonly key: string;
}

/** Link to the rest of the list. */
export interface Links {
  /** Path and query of the next page; null at the end. */
  readonly next: string | null;
}

/** Maximum that an account agreed to pay for a fee. */
export interface MaxCustomFee<I = number> {
  /** Account that agreed to pay. */
  readonly account_id: string | null;
  /** Amount, in tinybars or the smallest unit of the token. */
  readonly amount: I;
  /** Token in which the fee is paid; null for hbars. */
  readonly denominating_token_id: string | null;
}

/** Prices of gas in tinybars. */
export interface NetworkFees<I = number> {
  /** Prices, one for each kind of transaction. */
  readonly fees: readonly GasPrice<I>[];
  /** Consensus time of the newest part of the fee schedule. */
  readonly timestamp: string;
}

/** A consensus node, from the address book, with its stake. */
export interface NetworkNode<I = number> {
  readonly admin_key: Key | null;
  /** Registered nodes that belong to this one. */
  readonly associated_registered_nodes: readonly I[];
  /** Whether the node declines rewards. */
  readonly decline_reward: boolean | null;
  /** Description given by its operator. */
  readonly description: string | null;
  /** File of the address book. */
  readonly file_id: string;
  readonly grpc_proxy_endpoint: GrpcProxyEndpoint | null;
  /** Maximum stake that counts, in tinybars. */
  readonly max_stake: I | null;
  /** Memo. */
  readonly memo: string | null;
  /** Minimum stake that counts, in tinybars. */
  readonly min_stake: I | null;
  /** Account of the node, by which transactions name it. */
  readonly node_account_id: string | null;
  /** Hash of the TLS certificate of the node, in hex. */
  readonly node_cert_hash: string;
  /** Number of the node. */
  readonly node_id: I;
  /** RSA key that the node signs its stream files with, in hex. */
  readonly public_key: string;
  /** Reward in tinybars for each staked hbar, at the beginning of the period. */
  readonly reward_rate_start: I | null;
  /** Addresses of services. */
  readonly service_endpoints: readonly ServiceEndpoint<I>[];
  /** Stake of the node in tinybars. */
  readonly stake: I | null;
  /** Stake of accounts that decline rewards. */
  readonly stake_not_rewarded: I | null;
  /** Stake of accounts that accept rewards. */
  readonly stake_rewarded: I | null;
  readonly staking_period: StakingPeriod | null;
  readonly timestamp: NodeTimes;
}

/** A page of the list, with a link to the next one. */
export interface NetworkNodesPage<I = number> {
  /** Nodes of the page, in order. */
  readonly nodes: readonly NetworkNode<I>[];
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface NetworkRegisteredNodesPage<I = number> {
  /** Registered nodes of the page, in order. */
  readonly registered_nodes: readonly RegisteredNode<I>[];
  readonly links: Links;
}

/** Stakes of the whole network. */
export interface NetworkStake<I = number> {
  /** Maximum tinybars staked for reward that still earn the full rate. */
  readonly max_stake_rewarded: I;
  /** Maximum tinybars that a staked hbar can earn in a day. */
  readonly max_staking_reward_rate_per_hbar: I;
  /** Tinybars paid as rewards in the period that ends. */
  readonly max_total_reward: I;
  /** Share of the network and service fees that goes to the node reward account. */
  readonly node_reward_fee_fraction: number;
  /** Tinybars of the reward account that are earned but not yet collected. */
  readonly reserved_staking_rewards: I;
  /** Minimum unreserved balance of the reward account, in tinybars, at which the full rate is paid. */
  readonly reward_balance_threshold: I;
  /** Tinybars staked at the beginning of the period. */
  readonly stake_total: I;
  readonly staking_period: StakingPeriod | null;
  /** Minutes of a period. */
  readonly staking_period_duration: I;
  /** Number of periods for which rewards are retained. */
  readonly staking_periods_stored: I;
  /** Share of the network and service fees that goes to the staking reward account. */
  readonly staking_reward_fee_fraction: number;
  /** Tinybars paid in a period. */
  readonly staking_reward_rate: I;
  /** Minimum balance of the reward account, in tinybars, at which rewards are paid. */
  readonly staking_start_threshold: I;
  /** Tinybars of the reward account that are not earned yet. */
  readonly unreserved_staking_reward_balance: I;
}

/** Supply of tinybars. */
export interface NetworkSupply {
  /** Tinybars in circulation. */
  readonly released_supply: string;
  /** Consensus time of the newest balance counted. */
  readonly timestamp: string;
  /** All tinybars. */
  readonly total_supply: string;
}

/** An NFT: one serial number of a token. */
export interface Nft<I = number> {
  /** The owner. */
  readonly account_id: string | null;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Account that delegated its own right to transfer to the spender. */
  readonly delegating_spender: string | null;
  /** Whether the NFT is burned or wiped, or its token deleted. */
  readonly deleted: boolean | null;
  /** Metadata, as base64. */
  readonly metadata: string | null;
  /** Consensus time of the last change. */
  readonly modified_timestamp: string;
  /** Serial number of the NFT. */
  readonly serial_number: I;
  /** Account that may transfer the NFT. */
  readonly spender: string | null;
  /** The token. */
  readonly token_id: string;
}

/** NFTs of one account that another one may spend. */
export interface NftAllowance {
  /** Whether the spender may transfer every NFT of the token that the owner has. */
  readonly approved_for_all: boolean;
  /** Account whose assets may be spent. */
  readonly owner: string;
  /** Account that may spend it. */
  readonly spender: string;
  /** Validity of the approval. */
  readonly timestamp: RegisteredNodeTimes;
  /** The token. */
  readonly token_id: string;
}

/** A transaction that changed an NFT. */
export interface NftTransaction<I = number> {
  /** Consensus time, in seconds with nine decimals. */
  readonly consensus_timestamp: string;
  /** Whether a spender made the transfer by an allowance of the owner. */
  readonly is_approval: boolean;
  /** Number that distinguishes transactions with one id: 0 for the submitted one, greater for its children. */
  readonly nonce: I;
  /** Account that receives; null if the NFT was burned or wiped. */
  readonly receiver_account_id: string | null;
  /** Account that sends; null if the NFT was minted. */
  readonly sender_account_id: string | null;
  /** Id of the transaction, made of its payer and the start of its validity: `0.0.5-1767398400-000000001`. */
  readonly transaction_id: string;
  /** Kind of transaction. */
  readonly type: string;
}

/** A transfer of an NFT. */
export interface NftTransfer<I = number> {
  /** Whether a spender made the transfer by an allowance of the owner. */
  readonly is_approval: boolean;
  /** Account that receives; null if the NFT was burned or wiped. */
  readonly receiver_account_id: string | null;
  /** Account that sends; null if the NFT was minted. */
  readonly sender_account_id: string | null;
  /** Serial number of the NFT. */
  readonly serial_number: I;
  /** The token. */
  readonly token_id: string;
}

/** Validity of the address book. */
export interface NodeTimes {
  /** Start of the validity of the address book. */
  readonly from: string;
  /** End of the validity; null for the current address book. */
  readonly to: string | null;
}

/** One step of an execution. */
export interface Opcode<I = number> {
  /** Depth of the call, beginning with 0. */
  readonly depth: number;
  /** Gas left after the operation. */
  readonly gas: I;
  /** Gas that the instruction took. */
  readonly gas_cost: I;
  /** Words of the memory after the operation, in hex, if requested. */
  readonly memory: readonly string[] | null;
  /** Name of the operation; empty for a precompile or system contract. */
  readonly op: string;
  /** Offset of the operation in the code. */
  readonly pc: number;
  /** Data with which the call reverts, in hex. */
  readonly reason?: string | null;
  /** Words of the stack after the operation, in hex, bottom first; null with `stack=false`. */
  readonly stack: readonly string[] | null;
  /** Slots of all contracts that were read or written so far, with their values, if requested. */
  readonly storage: Readonly<Record<string, string>> | null;
}

/** An execution, step by step. */
export interface OpcodeTrace<I = number> {
  /** EVM address of the receiver; zeros for a creation. */
  readonly address: string;
  /** The contract. */
  readonly contract_id: string | null;
  /** Whether the execution failed. */
  readonly failed: boolean;
  /** Gas used. */
  readonly gas: I;
  /** Steps of the execution, in order. */
  readonly opcodes: readonly Opcode<I>[];
  /** Output of the execution. */
  readonly return_value: string;
}

/** Accounts that an execution read or wrote. */
export interface Prestate<I = number> {
  /** Accounts before the transaction, by ascending address. An account that it created has only its address. */
  readonly pre: readonly PrestateAccount<I>[];
  /** Changed accounts after the transaction, by ascending address; empty without `diff=true`. */
  readonly post: readonly PrestateAccount<I>[];
}

/** An account before or after an execution. */
export interface PrestateAccount<I = number> {
  /** EVM address. */
  readonly address: string;
  /** Balance in weibars. */
  readonly balance?: string;
  /** Runtime code of a contract, or delegation designator of an account (EIP-7702), if requested. */
  readonly code?: string;
  /** Ethereum nonce; 0 if it is not known. */
  readonly nonce?: I;
  /** Values of slots that were read or written, if requested; with `diff=true` of changed slots. */
  readonly storage?: Readonly<Record<string, string>>;
}

/** A node that offers services other than consensus (HIP-1137). */
export interface RegisteredNode<I = number> {
  readonly admin_key: Key | null;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Description given by its operator. */
  readonly description: string | null;
  /** Number of the registered node. */
  readonly registered_node_id: I;
  /** Addresses of services. */
  readonly service_endpoints: readonly RegisteredServiceEndpoint[];
  readonly timestamp: RegisteredNodeTimes;
}

/** Validity of the shown version. */
export interface RegisteredNodeTimes {
  /** Beginning, inclusive. */
  readonly from: string;
  /** End, exclusive; null while in force. */
  readonly to: string | null;
}

/** Address of a service of a registered node. */
export interface RegisteredServiceEndpoint {
  readonly block_node: BlockNodeService | null;
  /** Domain name, or empty if there is an address. */
  readonly domain_name: string | null;
  readonly general_service: GeneralService | null;
  /** IP address, or null if there is a domain name. */
  readonly ip_address: string | null;
  /** Empty object if the service is that of a mirror node. */
  readonly mirror_node: object | null;
  /** Port. */
  readonly port: number | null;
  /** Whether connections need TLS. */
  readonly requires_tls: boolean;
  /** Empty object if the service is that of a JSON-RPC relay. */
  readonly rpc_relay: object | null;
  /** Kind of service. */
  readonly type: 'BLOCK_NODE' | 'GENERAL_SERVICE' | 'MIRROR_NODE' | 'RPC_RELAY';
}

/** A share of the payment for an NFT, taken as a fee. */
export interface RoyaltyFee<I = number> {
  /** Whether accounts that collect fees of the token are exempt from them. */
  readonly all_collectors_are_exempt: boolean;
  readonly amount: Fraction<I>;
  /** Account that receives the fee. */
  readonly collector_account_id: string | null;
  readonly fallback_fee: FallbackFee<I> | null;
}

/** A transaction that waits for signatures. */
export interface Schedule {
  readonly admin_key: Key | null;
  /** Time of the schedule's creation. */
  readonly consensus_timestamp: string;
  /** Account that created it. */
  readonly creator_account_id: string;
  /** Whether it is deleted. */
  readonly deleted: boolean | null;
  /** Time of the execution; null if not executed. */
  readonly executed_timestamp: string | null;
  /** Time until which it can be executed. */
  readonly expiration_time: string | null;
  /** Memo. */
  readonly memo: string | null;
  /** Account that pays. */
  readonly payer_account_id: string;
  /** The schedule. */
  readonly schedule_id: string;
  /** Signatures collected so far. */
  readonly signatures: readonly ScheduleSignature[];
  /** The scheduled transaction, serialized. */
  readonly transaction_body: string;
  /** Whether it is executed at its expiration, even if all signatures are collected earlier. */
  readonly wait_for_expiry: boolean;
}

/** A signature collected for a schedule. */
export interface ScheduleSignature {
  /** Consensus time, in seconds with nine decimals. */
  readonly consensus_timestamp: string;
  /** Shortest distinguishing prefix of the public key, as base64. */
  readonly public_key_prefix: string;
  /** The signature, as base64. */
  readonly signature: string;
  /** Kind of key. */
  readonly type: 'CONTRACT' | 'ED25519' | 'RSA_3072' | 'ECDSA_384' | 'ECDSA_SECP256K1' | 'UNKNOWN';
}

/** A page of the list, with a link to the next one. */
export interface SchedulesPage {
  /** Schedules of the page, in order. */
  readonly schedules: readonly Schedule[];
  readonly links: Links;
}

/** Address of a node. */
export interface ServiceEndpoint<I = number> {
  /** Domain name; empty if there is an address. */
  readonly domain_name: string;
  /** IPv4 address, or empty if there is a domain name. */
  readonly ip_address_v4: string;
  /** Port. */
  readonly port: I;
}

/** The day of the stakes. */
export interface StakingPeriod {
  /** Beginning, inclusive. */
  readonly from: string;
  /** End of the period. */
  readonly to: string;
}

/** A staking reward that was paid to an account. */
export interface StakingReward<I = number> {
  /** Rewarded account. */
  readonly account_id: string | null;
  /** Amount in tinybars. */
  readonly amount: I;
  /** Consensus time of the transaction with which it was paid. */
  readonly timestamp: string;
}

/** A staking reward that a transaction paid out. */
export interface StakingRewardTransfer<I = number> {
  /** The account. */
  readonly account: string;
  /** Amount in tinybars. */
  readonly amount: I;
}

/** Validity of the shown version. */
export interface TimestampRange {
  /** Beginning, inclusive. */
  readonly from: string;
  /** End, exclusive; null while in force. */
  readonly to: string | null;
}

/** A token in a list. */
export interface Token<I = number> {
  readonly admin_key: Key | null;
  /** Decimal places of displayed amounts: with two, 1 is displayed as 0.01. */
  readonly decimals: I;
  /** Metadata of the token, defined by its issuer. */
  readonly metadata: string;
  /** Name of the token. */
  readonly name: string;
  /** Symbol. */
  readonly symbol: string;
  /** The token. */
  readonly token_id: string;
  /** Whether the units are fungible or NFTs. */
  readonly type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE';
}

/** Fungible tokens of one account that another one may spend. */
export interface TokenAllowance<I = number> {
  /** Remaining amount in the smallest unit of the token. */
  readonly amount: I;
  /** Granted amount. */
  readonly amount_granted: I;
  /** Account whose assets may be spent. */
  readonly owner: string;
  /** Account that may spend it. */
  readonly spender: string;
  readonly timestamp: TimestampRange;
  /** The token. */
  readonly token_id: string;
}

/** A token with an amount of it. */
export interface TokenAmount<I = number> {
  /** The token. */
  readonly token_id: string;
  /** Balance in the smallest unit of the token; for NFTs their number. */
  readonly balance: I;
}

/** Balance of one account in the token. */
export interface TokenBalance<I = number> {
  /** The account. */
  readonly account: string;
  /** Balance in the smallest unit of the token; for NFTs their number. */
  readonly balance: I;
  /** Decimal places of displayed amounts: with two, 1 is displayed as 0.01. */
  readonly decimals: I | null;
}

/** A page of the list, with a link to the next one. */
export interface TokenBalancesPage<I = number> {
  /** Balances of the page, in order. */
  readonly balances: readonly TokenBalance<I>[];
  /** The moment of the balances; without `timestamp` the latest change on the page. */
  readonly timestamp: string | null;
  readonly links: Links;
}

/** Fees for transfers of the token. */
export interface TokenCustomFees<I = number> {
  /** Time from which these fees apply. */
  readonly created_timestamp: string;
  /** Fees of a fixed amount. */
  readonly fixed_fees: readonly TokenFixedFee<I>[];
  /** Fees that are a share of the transferred amount. */
  readonly fractional_fees?: readonly FractionalFee<I>[];
  /** Fees taken when an NFT is exchanged for something of value. */
  readonly royalty_fees?: readonly RoyaltyFee<I>[];
}

/** A token, with its keys and fees. */
export interface TokenDetails<I = number> {
  readonly admin_key: Key | null;
  /** Account that pays for the renewal, or null. */
  readonly auto_renew_account: string | null;
  /** Period in seconds. */
  readonly auto_renew_period: I | null;
  /** Consensus time of the creation. */
  readonly created_timestamp: string;
  readonly custom_fees: TokenCustomFees<I>;
  /** Decimal places of displayed amounts: with two, 1 is displayed as 0.01. */
  readonly decimals: string;
  /** Whether it is deleted. */
  readonly deleted: boolean | null;
  /** Nanoseconds since 1970. */
  readonly expiry_timestamp: I | null;
  readonly fee_schedule_key: Key | null;
  /** Whether accounts are frozen for the token when they are associated. */
  readonly freeze_default: boolean;
  readonly freeze_key: Key | null;
  /** Supply at creation, in the smallest unit. */
  readonly initial_supply: string;
  readonly kyc_key: Key | null;
  /** Maximum supply, in the smallest unit; 0 for no limit. */
  readonly max_supply: string;
  /** Memo. */
  readonly memo: string | null;
  /** Metadata of the token, defined by its issuer. */
  readonly metadata: string;
  /** The key that may change the metadata of the token and of its NFTs. */
  readonly metadata_key: Key | null;
  /** Consensus time of the last change. */
  readonly modified_timestamp: string | null;
  /** Name of the token. */
  readonly name: string;
  readonly pause_key: Key | null;
  /** Whether the token is paused. */
  readonly pause_status: 'NOT_APPLICABLE' | 'PAUSED' | 'UNPAUSED';
  readonly supply_key: Key | null;
  /** Whether the supply is limited. */
  readonly supply_type: 'FINITE' | 'INFINITE';
  /** Symbol. */
  readonly symbol: string;
  /** The token. */
  readonly token_id: string;
  /** Supply, in the smallest unit. */
  readonly total_supply: string;
  /** Account that receives new supply. */
  readonly treasury_account_id: string;
  /** Whether the units are fungible or NFTs. */
  readonly type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE';
  readonly wipe_key: Key | null;
}

/** A fee of a fixed amount for each transfer. */
export interface TokenFixedFee<I = number> {
  /** Amount, in tinybars or the smallest unit of the token. */
  readonly amount: I;
  /** Account that receives the fee. */
  readonly collector_account_id: string | null;
  /** Token in which the fee is paid; null for hbars. */
  readonly denominating_token_id: string | null;
  /** Whether accounts that collect fees of the token are exempt from them. */
  readonly all_collectors_are_exempt: boolean;
}

/** A page of the list, with a link to the next one. */
export interface TokenNftTransactionsPage<I = number> {
  /** Transactions of the page, in order. */
  readonly transactions: readonly NftTransaction<I>[];
  readonly links: Links;
}

/** Association of an account with a token, with its balance. */
export interface TokenRelationship<I = number> {
  /** Whether a transfer made the association automatically. */
  readonly automatic_association: boolean | null;
  /** Balance in the smallest unit of the token; for NFTs their number. */
  readonly balance: I;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Decimal places of displayed amounts: with two, 1 is displayed as 0.01. */
  readonly decimals: I | null;
  /** Whether the account is frozen for the token. */
  readonly freeze_status: 'NOT_APPLICABLE' | 'FROZEN' | 'UNFROZEN' | null;
  /** Whether the account passed the know-your-customer check of the token. */
  readonly kyc_status: 'NOT_APPLICABLE' | 'GRANTED' | 'REVOKED' | null;
  /** The token. */
  readonly token_id: string;
}

/** A change of the balance of a fungible token. */
export interface TokenTransfer<I = number> {
  /** The token. */
  readonly token_id: string;
  /** The account. */
  readonly account: string;
  /** Amount in the smallest unit of the token; negative for the sender. */
  readonly amount: I;
  /** Whether a spender made the transfer by an allowance of the owner. */
  readonly is_approval: boolean;
}

/** A page of the list, with a link to the next one. */
export interface TokensBalancesPage<I = number> {
  /** Balances of the page, in order. */
  readonly balances: readonly BalanceOfToken<I>[];
  /** The moment of the balances; without `timestamp` the latest change on the page. */
  readonly timestamp: string | null;
  readonly links: Links;
}

/** A page of the list, with a link to the next one. */
export interface TokensPage<I = number> {
  /** Tokens of the page, in order. */
  readonly tokens: readonly Token<I>[];
  readonly links: Links;
}

/** A topic of the consensus service. */
export interface Topic<I = number> {
  readonly admin_key: Key | null;
  /** Account that pays for renewal. */
  readonly auto_renew_account: string | null;
  /** Seconds by which the network extends the life of the topic at its renewal. */
  readonly auto_renew_period: I | null;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  readonly custom_fees: TopicCustomFees<I>;
  /** Whether the topic is deleted; null if unknown. */
  readonly deleted: boolean | null;
  /** Keys whose holders submit messages without paying the custom fees. */
  readonly fee_exempt_key_list: readonly (Key | null)[];
  readonly fee_schedule_key: Key | null;
  /** Memo. */
  readonly memo: string;
  readonly submit_key: Key | null;
  readonly timestamp: RegisteredNodeTimes;
  /** The topic. */
  readonly topic_id: string;
}

/** Fees for messages to the topic. */
export interface TopicCustomFees<I = number> {
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  /** Fees of a fixed amount. */
  readonly fixed_fees: readonly FixedFee<I>[];
}

/** A message to a topic, or a part of one. */
export interface TopicMessage<I = number> {
  readonly chunk_info: ChunkInfo | null;
  /** Consensus time, in seconds with nine decimals. */
  readonly consensus_timestamp: string;
  /** The message, in base64 or, with `encoding=utf-8`, as text. */
  readonly message: string;
  /** Account that paid for the message. */
  readonly payer_account_id: string | null;
  /** Hash of this and all earlier messages of the topic. */
  readonly running_hash: string;
  /** Version of the computation of the running hash. */
  readonly running_hash_version: I;
  /** Number of the message in its topic, from 1. */
  readonly sequence_number: I;
  /** The topic. */
  readonly topic_id: string;
}

/** A page of the list, with a link to the next one. */
export interface TopicMessagesPage<I = number> {
  /** Messages of the page, in order. */
  readonly messages: readonly TopicMessage<I>[];
  readonly links: Links;
}

/** A transaction, successful or not. */
export interface Transaction<I = number> {
  readonly batch_key: Key | null;
  /** The signed transaction as submitted, if the operator stores it. */
  readonly bytes: string | null;
  /** Amount in tinybars. */
  readonly charged_tx_fee: I | null;
  /** Consensus time, in seconds with nine decimals. */
  readonly consensus_timestamp: string;
  /** The entity that the transaction acted on. */
  readonly entity_id: string | null;
  /** Whether it was submitted as high volume, which has its own fees and throttles (HIP-1313). */
  readonly high_volume: boolean;
  /** Multiplier of the fee for high volume, in thousandths; 0 if not applied, null if the network did not report it. */
  readonly high_volume_pricing_multiplier: I | null;
  /** Maximum that the payer agreed to pay for fees of a topic. */
  readonly max_custom_fees: readonly MaxCustomFee<I>[];
  /** Amount in tinybars. */
  readonly max_fee: string | null;
  /** Memo of the transaction, as base64. */
  readonly memo_base64: string | null;
  /** Kind of transaction. */
  readonly name: string;
  /** Transfers of NFTs. */
  readonly nft_transfers: readonly NftTransfer<I>[];
  /** The node that the transaction was submitted to. */
  readonly node: string | null;
  /** Number that distinguishes transactions with one id: 0 for the submitted one, greater for its children. */
  readonly nonce: I;
  /** Consensus time of the parent transaction; null for a submitted transaction. */
  readonly parent_consensus_timestamp: string | null;
  /** Result of the transaction, as the network names it. */
  readonly result: string;
  /** Whether a schedule executed it. */
  readonly scheduled: boolean;
  /** Staking rewards that the transaction paid out. */
  readonly staking_reward_transfers: readonly StakingRewardTransfer<I>[];
  /** Changes of balances of fungible tokens. */
  readonly token_transfers: readonly TokenTransfer<I>[];
  /** Hash of the transaction. */
  readonly transaction_hash: string | null;
  /** Id of the transaction, made of its payer and the start of its validity: `0.0.5-1767398400-000000001`. */
  readonly transaction_id: string;
  /** Changes of balances of hbars, which sum to zero. */
  readonly transfers: readonly Transfer<I>[];
  /** Seconds for which the transaction was valid. */
  readonly valid_duration_seconds: string | null;
  /** Time at which the validity began. */
  readonly valid_start_timestamp: string;
}

/** A transaction, with the fees charged by tokens and topics. */
export interface TransactionDetails<I = number> {
  readonly batch_key: Key | null;
  /** The signed transaction as submitted, if the operator stores it. */
  readonly bytes: string | null;
  /** Amount in tinybars. */
  readonly charged_tx_fee: I | null;
  /** Consensus time, in seconds with nine decimals. */
  readonly consensus_timestamp: string;
  /** The entity that the transaction acted on. */
  readonly entity_id: string | null;
  /** Whether it was submitted as high volume, which has its own fees and throttles (HIP-1313). */
  readonly high_volume: boolean;
  /** Multiplier of the fee for high volume, in thousandths; 0 if not applied, null if the network did not report it. */
  readonly high_volume_pricing_multiplier: I | null;
  /** Maximum that the payer agreed to pay for fees of a topic. */
  readonly max_custom_fees: readonly MaxCustomFee<I>[];
  /** Amount in tinybars. */
  readonly max_fee: string | null;
  /** Memo of the transaction, as base64. */
  readonly memo_base64: string | null;
  /** Kind of transaction. */
  readonly name: string;
  /** Transfers of NFTs. */
  readonly nft_transfers: readonly NftTransfer<I>[];
  /** The node that the transaction was submitted to. */
  readonly node: string | null;
  /** Number that distinguishes transactions with one id: 0 for the submitted one, greater for its children. */
  readonly nonce: I;
  /** Consensus time of the parent transaction; null for a submitted transaction. */
  readonly parent_consensus_timestamp: string | null;
  /** Result of the transaction, as the network names it. */
  readonly result: string;
  /** Whether a schedule executed it. */
  readonly scheduled: boolean;
  /** Staking rewards that the transaction paid out. */
  readonly staking_reward_transfers: readonly StakingRewardTransfer<I>[];
  /** Changes of balances of fungible tokens. */
  readonly token_transfers: readonly TokenTransfer<I>[];
  /** Hash of the transaction. */
  readonly transaction_hash: string | null;
  /** Id of the transaction, made of its payer and the start of its validity: `0.0.5-1767398400-000000001`. */
  readonly transaction_id: string;
  /** Changes of balances of hbars, which sum to zero. */
  readonly transfers: readonly Transfer<I>[];
  /** Seconds for which the transaction was valid. */
  readonly valid_duration_seconds: string | null;
  /** Time at which the validity began. */
  readonly valid_start_timestamp: string;
  /** Fees charged by tokens and topics, with their payers; absent if there are none. */
  readonly assessed_custom_fees?: readonly AssessedCustomFee<I>[];
}

/** The submitted transaction of an id, and its children. */
export interface TransactionsOfId<I = number> {
  /** The submitted transaction, then its children. */
  readonly transactions: readonly TransactionDetails<I>[];
}

/** A page of the list, with a link to the next one. */
export interface TransactionsPage<I = number> {
  /** Transactions of the page, in order. */
  readonly transactions: readonly Transaction<I>[];
  readonly links: Links;
}

/** A change of a balance of hbars. */
export interface Transfer<I = number> {
  /** The account. */
  readonly account: string;
  /** Amount in tinybars; negative for the sender. */
  readonly amount: I;
  /** Whether a spender made the transfer by an allowance of the owner. */
  readonly is_approval: boolean;
}

export interface AccountsQuery {
  /** Balance in tinybars; repeated: all must match. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; repeated with `eq`: any of them. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Public key of the account in hex, raw or in DER form. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Whether balances are shown; without them the answer is faster. */
  readonly balance?: boolean | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AccountQuery {
  /** Balances exactly at `timestamp` (`eq`, `lt` or `lte`) instead of those of a snapshot. */
  readonly exact?: boolean | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Time of the account and its balance: at or before it, or within bounds. Transactions are limited to the same times. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Whether transactions are shown; without them the answer is faster. */
  readonly transactions?: boolean | undefined;
  /** Type of the transactions; repeated: any of them. */
  readonly transactiontype?: Several<'ATOMICBATCH' | 'CLPRENDPOINTPUBLICATION' | 'CONSENSUSCREATETOPIC' | 'CONSENSUSDELETETOPIC' | 'CONSENSUSSUBMITMESSAGE' | 'CONSENSUSUPDATETOPIC' | 'CONTRACTCALL' | 'CONTRACTCREATEINSTANCE' | 'CONTRACTDELETEINSTANCE' | 'CONTRACTUPDATEINSTANCE' | 'CRSPUBLICATION' | 'CRYPTOADDLIVEHASH' | 'CRYPTOAPPROVEALLOWANCE' | 'CRYPTOCREATEACCOUNT' | 'CRYPTODELETE' | 'CRYPTODELETEALLOWANCE' | 'CRYPTODELETELIVEHASH' | 'CRYPTOTRANSFER' | 'CRYPTOUPDATEACCOUNT' | 'ETHEREUMTRANSACTION' | 'FILEAPPEND' | 'FILECREATE' | 'FILEDELETE' | 'FILEUPDATE' | 'FREEZE' | 'HINTSKEYPUBLICATION' | 'HINTSPARTIALSIGNATURE' | 'HINTSPREPROCESSINGVOTE' | 'HISTORYPROOFKEYPUBLICATION' | 'HISTORYPROOFSIGNATURE' | 'HISTORYPROOFVOTE' | 'HOOKSTORE' | 'LEDGERIDPUBLICATION' | 'MIGRATIONROOTHASHVOTE' | 'NODECREATE' | 'NODEDELETE' | 'NODESTAKEUPDATE' | 'NODEUPDATE' | 'REGISTEREDNODECREATE' | 'REGISTEREDNODEDELETE' | 'REGISTEREDNODEUPDATE' | 'SCHEDULECREATE' | 'SCHEDULEDELETE' | 'SCHEDULESIGN' | 'STATESIGNATURETRANSACTION' | 'SYSTEMDELETE' | 'SYSTEMUNDELETE' | 'TOKENAIRDROP' | 'TOKENASSOCIATE' | 'TOKENBURN' | 'TOKENCANCELAIRDROP' | 'TOKENCLAIMAIRDROP' | 'TOKENCREATION' | 'TOKENDELETION' | 'TOKENDISSOCIATE' | 'TOKENFEESCHEDULEUPDATE' | 'TOKENFREEZE' | 'TOKENGRANTKYC' | 'TOKENMINT' | 'TOKENPAUSE' | 'TOKENREJECT' | 'TOKENREVOKEKYC' | 'TOKENUNFREEZE' | 'TOKENUNPAUSE' | 'TOKENUPDATE' | 'TOKENUPDATENFTS' | 'TOKENWIPE' | 'UNCHECKEDSUBMIT' | 'UTILPRNG'> | undefined;
}

export interface BalancesQuery {
  /** Balance in tinybars; repeated: all must match. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; repeated with `eq`: any of them. One of them may be an EVM address or an alias. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Present public key of the account in hex, raw or in DER form. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Balances at the very instant of `timestamp` (`eq`, `lt` or `lte`) instead of those of a snapshot. */
  readonly exact?: boolean | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Time of the balances: at or before it; bounds may be combined. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAllowancesCryptoQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Account that may spend; repeated with `eq`: any of them. */
  readonly 'spender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAllowancesTokensQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Account that may spend: one `eq`, or one bound on each side. */
  readonly 'spender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq`, or one bound on each side; only with `spender.id`. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountRewardsQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time of the payment; repeated with `eq`: any of them. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountNftsQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Serial number: one `eq`, or one bound on each side; only with `token.id`. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account that may transfer the NFT; repeated with `eq`: any of them. */
  readonly 'spender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq`, or one bound on each side. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountTokensQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Token; repeated with `eq`: any of them. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface BlocksQuery {
  /** Number of the block, decimal or `0x` hexadecimal. */
  readonly 'block.number'?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time of the last transaction of the block. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface ContractsQuery {
  /** Contract by id or, with `eq`, EVM address without `0x`; repeated: any of them. */
  readonly 'contract.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface ContractQuery {
  /** Time of the version: the newest one in force then. A value without an operator means up to that time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface ContractsResultsQuery {
  /** Hash of the block, or the first 32 bytes of it. */
  readonly 'block.hash'?: Several<Value> | undefined;
  /** Number of the block, decimal or `0x` hexadecimal. */
  readonly 'block.number'?: Several<Value> | undefined;
  /** Sender by id or EVM address; repeated: any of them. */
  readonly from?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Whether amounts and gas prices are in tinybars; otherwise in weibars. */
  readonly hbar?: boolean | undefined;
  /** Whether results of child transactions are included. */
  readonly internal?: boolean | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Index of the transaction in the block; requires a block. */
  readonly 'transaction.index'?: Several<Value> | undefined;
}

export interface ContractResultsQuery {
  /** Hash of the block, or the first 32 bytes of it. */
  readonly 'block.hash'?: Several<Value> | undefined;
  /** Number of the block, decimal or `0x` hexadecimal. */
  readonly 'block.number'?: Several<Value> | undefined;
  /** Sender by id or EVM address; repeated: any of them. */
  readonly from?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Whether amounts and gas prices are in tinybars; otherwise in weibars. */
  readonly hbar?: boolean | undefined;
  /** Whether results of child transactions are included. */
  readonly internal?: boolean | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Index of the transaction in the block; requires a block. */
  readonly 'transaction.index'?: Several<Value> | undefined;
}

export interface ContractsResultQuery {
  /** Whether amounts and gas prices are in tinybars; otherwise in weibars. */
  readonly hbar?: boolean | undefined;
  /** Nonce, for a transaction id: 0 for the submitted transaction, greater for its children. */
  readonly nonce?: Value | undefined;
}

export interface ContractResultQuery {
  /** Whether amounts and gas prices are in tinybars; otherwise in weibars. */
  readonly hbar?: boolean | undefined;
}

export interface ContractsResultActionsQuery {
  /** Index of the action in the execution. */
  readonly index?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface ContractsResultsLogsQuery {
  /** Index of the log in its block; requires a time. */
  readonly index?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time; with topics one instant or a range of at most seven days. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Topic 0 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic0?: Several<Value> | undefined;
  /** Topic 1 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic1?: Several<Value> | undefined;
  /** Topic 2 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic2?: Several<Value> | undefined;
  /** Topic 3 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic3?: Several<Value> | undefined;
  /** Hash of the transaction, 48 bytes or the first 32 of them. */
  readonly 'transaction.hash'?: Several<Value> | undefined;
}

export interface ContractResultsLogsQuery {
  /** Index of the log in its block; requires a time. */
  readonly index?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time; with topics one instant or a range of at most seven days. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Topic 0 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic0?: Several<Value> | undefined;
  /** Topic 1 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic1?: Several<Value> | undefined;
  /** Topic 2 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic2?: Several<Value> | undefined;
  /** Topic 3 of the log, with or without leading zeros; repeated: any of them. */
  readonly topic3?: Several<Value> | undefined;
}

export interface ContractStateQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Slot, with or without leading zeros; repeated with `eq`: any of them. */
  readonly slot?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Consensus time of the changes that the state includes: up to it (`eq`, `lt`, `lte`), or since it (`gt`, `gte`). */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface ContractsResultOpcodesQuery {
  /** Whether entries show the memory. */
  readonly memory?: boolean | undefined;
  /** Whether entries show the stack. */
  readonly stack?: boolean | undefined;
  /** Whether entries show storage. */
  readonly storage?: boolean | undefined;
}

export interface ContractsResultPrestateQuery {
  /** Whether contracts show their code, and accounts their delegation. */
  readonly code?: boolean | undefined;
  /** Whether only accounts that changed are shown: in `pre` as they were before the transaction, in `post` as after it. */
  readonly diff?: boolean | undefined;
  /** Whether contracts show storage. */
  readonly storage?: boolean | undefined;
}

export interface TransactionsQuery {
  /** Payer of the transaction, or account of one of its transfers; with `ne`, transactions in which it is neither. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Outcome of the transaction. */
  readonly result?: 'success' | 'fail' | undefined;
  /** Consensus time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Type of the transaction; repeated: any of them. */
  readonly transactiontype?: Several<'ATOMICBATCH' | 'CLPRENDPOINTPUBLICATION' | 'CONSENSUSCREATETOPIC' | 'CONSENSUSDELETETOPIC' | 'CONSENSUSSUBMITMESSAGE' | 'CONSENSUSUPDATETOPIC' | 'CONTRACTCALL' | 'CONTRACTCREATEINSTANCE' | 'CONTRACTDELETEINSTANCE' | 'CONTRACTUPDATEINSTANCE' | 'CRSPUBLICATION' | 'CRYPTOADDLIVEHASH' | 'CRYPTOAPPROVEALLOWANCE' | 'CRYPTOCREATEACCOUNT' | 'CRYPTODELETE' | 'CRYPTODELETEALLOWANCE' | 'CRYPTODELETELIVEHASH' | 'CRYPTOTRANSFER' | 'CRYPTOUPDATEACCOUNT' | 'ETHEREUMTRANSACTION' | 'FILEAPPEND' | 'FILECREATE' | 'FILEDELETE' | 'FILEUPDATE' | 'FREEZE' | 'HINTSKEYPUBLICATION' | 'HINTSPARTIALSIGNATURE' | 'HINTSPREPROCESSINGVOTE' | 'HISTORYPROOFKEYPUBLICATION' | 'HISTORYPROOFSIGNATURE' | 'HISTORYPROOFVOTE' | 'HOOKSTORE' | 'LEDGERIDPUBLICATION' | 'MIGRATIONROOTHASHVOTE' | 'NODECREATE' | 'NODEDELETE' | 'NODESTAKEUPDATE' | 'NODEUPDATE' | 'REGISTEREDNODECREATE' | 'REGISTEREDNODEDELETE' | 'REGISTEREDNODEUPDATE' | 'SCHEDULECREATE' | 'SCHEDULEDELETE' | 'SCHEDULESIGN' | 'STATESIGNATURETRANSACTION' | 'SYSTEMDELETE' | 'SYSTEMUNDELETE' | 'TOKENAIRDROP' | 'TOKENASSOCIATE' | 'TOKENBURN' | 'TOKENCANCELAIRDROP' | 'TOKENCLAIMAIRDROP' | 'TOKENCREATION' | 'TOKENDELETION' | 'TOKENDISSOCIATE' | 'TOKENFEESCHEDULEUPDATE' | 'TOKENFREEZE' | 'TOKENGRANTKYC' | 'TOKENMINT' | 'TOKENPAUSE' | 'TOKENREJECT' | 'TOKENREVOKEKYC' | 'TOKENUNFREEZE' | 'TOKENUNPAUSE' | 'TOKENUPDATE' | 'TOKENUPDATENFTS' | 'TOKENWIPE' | 'UNCHECKEDSUBMIT' | 'UTILPRNG'> | undefined;
  /** Direction of the transfers: to the account, or from it. */
  readonly type?: Several<'credit' | 'debit'> | undefined;
}

export interface TransactionQuery {
  /** Nonce: 0 for the submitted transaction, greater for its children. */
  readonly nonce?: Value | undefined;
  /** Whether the transaction was executed by a schedule. */
  readonly scheduled?: boolean | undefined;
}


export interface NetworkExchangerateQuery {
  /** Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds. */
  readonly timestamp?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface NetworkFeesQuery {
  /** Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds. */
  readonly timestamp?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface NetworkFeesPostQuery {
  /** Whether the state of the ledger is considered. */
  readonly mode?: 'INTRINSIC' | 'STATE' | undefined;
  /** Utilization of the high-volume throttle in basis points. */
  readonly high_volume_throttle?: Value | undefined;
}

export interface NetworkNodesQuery {
  /** File of the address book: `0.0.102` (default) or `0.0.101`. */
  readonly 'file.id'?: Value | undefined;
  /** Number of the node. */
  readonly 'node.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer; larger values are reduced to 25. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface NetworkRegisteredNodesQuery {
  /** Maximum number of items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Number of the registered node. */
  readonly 'registerednode.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Service of the node. */
  readonly type?: 'BLOCK_NODE' | 'GENERAL_SERVICE' | 'MIRROR_NODE' | 'RPC_RELAY' | 'UNKNOWN' | undefined;
}


export interface NetworkSupplyQuery {
  /** Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds. */
  readonly timestamp?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface TopicMessagesQuery {
  /** Encoding of the messages. */
  readonly encoding?: 'base64' | 'utf-8' | 'utf8' | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Number of the message within the topic. */
  readonly sequencenumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Consensus time of the message. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}



export interface TokensQuery {
  /** Account associated with the token: one value without an operator. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Part of the token’s name, case-insensitive; not together with `token.id` or `account.id`. */
  readonly name?: Several<Value> | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Admin key of the token in hex, raw or in DER form. */
  readonly publickey?: Several<Value> | undefined;
  /** Token; repeated with `eq`: any of them. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Type of the token; repeated: any of them. */
  readonly type?: Several<'ALL' | 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE'> | undefined;
}

export interface TokenQuery {
  /** Time of the state: at or before it; repeated: the last value is used. */
  readonly timestamp?: Compared<Value, 'eq' | 'lt' | 'lte'> | undefined;
}

export interface TokenBalancesQuery {
  /** Balance in the smallest unit of the token; repeated: all must match. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; repeated with `eq`: any of them. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Present public key of the account in hex, raw or in DER form; repeated: the last value is used. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Moment of the balances: at or before it; bounds may be combined. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface TokenNftsQuery {
  /** The owner; repeated: all must match. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Serial number; repeated: all must match. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface TokenNftTransactionsQuery {
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time; repeated: all must match. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface TokensBalancesQuery {
  /** Balance in the smallest unit of the token; repeated: all must match. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; repeated with `eq`: any of them. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Present public key of the account in hex, raw or in DER form; repeated: the last value is used. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Moment of the balances: at or before it; bounds may be combined. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq` names the token of the list; one bound on each side is a range of tokens. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface TokensNftsQuery {
  /** The owner; repeated: all must match. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Serial number; repeated: all must match. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq` names the token of the list; one bound on each side is a range of tokens. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface SchedulesQuery {
  /** Account that created the schedule; repeated: all must match. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer. Larger values are reduced to the maximum of the server. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Id of the schedule; repeated: all must match. */
  readonly 'schedule.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface AccountAllowancesNftsQuery {
  /** The other account: the spender, or the owner with `owner=false`. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Whether the account of the path is the owner, or the spender. */
  readonly owner?: boolean | undefined;
  /** Token, within the bounds of `account.id`. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAirdropsOutstandingQuery {
  /** Maximum number of items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Account that may claim the airdrop. */
  readonly 'receiver.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Serial number of the NFT. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAirdropsPendingQuery {
  /** Maximum number of items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Account that sent the airdrop. */
  readonly 'sender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Serial number of the NFT. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountHooksQuery {
  /** Number of the hook. */
  readonly 'hook.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AccountHookStorageQuery {
  /** Slot, in hex; leading zeros may be omitted. */
  readonly key?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds. */
  readonly timestamp?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Maximum number of items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AccountsOperations<I = number> {
  /** List accounts. Accounts and contracts by id, including deleted ones. */
  list(query?: AccountsQuery, options?: CallOptions): Pages<Account<I>, AccountsPage<I>>;
  /** Get an account. An account or contract with its balances and its transactions. With `timestamp`: its state at that time, with the balances of the newest snapshot within the range, or, with `exact=true`, those exactly at that time. */
  get(idOrAliasOrEvmAddress: Value, query?: AccountQuery, options?: CallOptions): Promise<AccountDetails<I>>;
  /** List the hbar allowances of an account. Allowances granted by the account whose remaining amount is not zero. */
  cryptoAllowances(idOrAliasOrEvmAddress: Value, query?: AccountAllowancesCryptoQuery, options?: CallOptions): Pages<CryptoAllowance<I>, AccountAllowancesCryptoPage<I>>;
  /** List the fungible token allowances of an account. Ordered by spender and then token. Bounds of `token.id` belong to the bound of `spender.id` on the same side: `spender.id=gte:5&token.id=gt:7` begins after token 7 of spender 5. */
  tokenAllowances(idOrAliasOrEvmAddress: Value, query?: AccountAllowancesTokensQuery, options?: CallOptions): Pages<TokenAllowance<I>, AccountAllowancesTokensPage<I>>;
  /** List the staking rewards paid to an account. Rewards with the time of their payment, newest first. */
  rewards(idOrAliasOrEvmAddress: Value, query?: AccountRewardsQuery, options?: CallOptions): Pages<StakingReward<I>, AccountRewardsPage<I>>;
  /** List the NFTs of an account. Ordered by token and then serial number. Bounds of `serialnumber` belong to the bound of `token.id` on the same side: `token.id=gte:5&serialnumber=gt:7` begins after serial number 7 of token 5. */
  nfts(idOrAliasOrEvmAddress: Value, query?: AccountNftsQuery, options?: CallOptions): Pages<Nft<I>, AccountNftsPage<I>>;
  /** List the tokens of an account. Present associations of the account, with balances, by token. */
  tokens(idOrAliasOrEvmAddress: Value, query?: AccountTokensQuery, options?: CallOptions): Pages<TokenRelationship<I>, AccountTokensPage<I>>;
  /** List NFT allowances of an account. Allowances for all NFTs of a token that the account granted; with `owner=false` those granted to it. */
  nftAllowances(idOrAliasOrEvmAddress: Value, query?: AccountAllowancesNftsQuery, options?: CallOptions): Pages<NftAllowance, AccountAllowancesNftsPage>;
  /** List airdrops that an account sent. Airdrops that were neither claimed nor cancelled yet, by receiver, token and serial number. */
  outstandingAirdrops(idOrAliasOrEvmAddress: Value, query?: AccountAirdropsOutstandingQuery, options?: CallOptions): Pages<Airdrop<I>, AccountAirdropsOutstandingPage<I>>;
  /** List airdrops that an account may claim. Airdrops that were neither claimed nor cancelled yet, by sender, token and serial number. */
  pendingAirdrops(idOrAliasOrEvmAddress: Value, query?: AccountAirdropsPendingQuery, options?: CallOptions): Pages<Airdrop<I>, AccountAirdropsOutstandingPage<I>>;
  /** List hooks of an account. Hooks by number, the newest first (HIP-1195). */
  hooks(idOrAliasOrEvmAddress: Value, query?: AccountHooksQuery, options?: CallOptions): Pages<Hook<I>, AccountHooksPage<I>>;
  /** List slots of a hook's storage. Slots by key with their content, now or at `timestamp`. */
  hookStorage(idOrAliasOrEvmAddress: Value, hookId: Value, query?: AccountHookStorageQuery, options?: CallOptions): Pages<HookStorageSlot, AccountHookStoragePage<I>>;
}

export interface BalancesOperations<I = number> {
  /** List balances. Present balances; with `timestamp`, those of the newest snapshot within the range, or, with `exact=true`, those exactly at that time. */
  list(query?: BalancesQuery, options?: CallOptions): Pages<BalanceBalance<I>, BalancesPage<I>>;
}

export interface BlocksOperations<I = number> {
  /** List blocks. Blocks by number, the newest first. `timestamp` compares the last consensus time of a block. */
  list(query?: BlocksQuery, options?: CallOptions): StreamedPages<Block<I>, BlocksPage<I>>;
  /** Get a block. One block by its number, or by the whole hash (48 bytes) or its first 32 bytes, with or without `0x`. */
  get(hashOrNumber: Value, query?: undefined, options?: CallOptions): Promise<Block<I>>;
}

export interface ContractsOperations<I = number> {
  /** List contracts. Contracts by number, the newest first, without their code. Deleted ones are included. */
  list(query?: ContractsQuery, options?: CallOptions): Pages<Contract<I>, ContractsPage<I>>;
  /** Get a contract. A contract by id, number or EVM address. With `timestamp`: its version at that time. */
  get(contractIdOrAddress: Value, query?: ContractQuery, options?: CallOptions): Promise<ContractDetails<I>>;
  /** List results of all contracts. Outcomes of contract executions by consensus time. A token transfer that ran no contract is listed as a synthetic result with its first log, unless `from` is given. */
  allResults(query?: ContractsResultsQuery, options?: CallOptions): StreamedPages<ContractResult<I>, ContractsResultsPage<I>>;
  /** List results of a contract. Outcomes of the executions of one contract by consensus time. For a token, transfers that ran no contract are included, unless `from` is given. Id 0 lists the results of all contracts. */
  results(contractIdOrAddress: Value, query?: ContractResultsQuery, options?: CallOptions): StreamedPages<ContractResultOfContract<I>, ContractResultsPage<I>>;
  /** Get a result by transaction id, hash or consensus time. The result with logs and state changes. Status 206 if the network reported no outcome, or tokens moved without a contract. */
  resultOf(transactionIdOrHash: Value, query?: ContractsResultQuery, options?: CallOptions): Promise<ContractResultDetails<I>>;
  /** Get the result of a contract at a consensus time. The result with logs and state changes. Status 206 if the network reported no outcome, or tokens moved without a contract. */
  result(contractIdOrAddress: Value, timestamp: Value, query?: ContractResultQuery, options?: CallOptions): Promise<ContractResultDetails<I>>;
  /** List actions of a transaction. Calls and creations of one contract execution, in the order of their execution. */
  actions(transactionIdOrHash: Value, query?: ContractsResultActionsQuery, options?: CallOptions): Pages<ContractAction<I>, ContractsResultActionsPage<I>>;
  /** List logs of all contracts. Logs by consensus time and index. Topics can be searched within seven days; `index` needs a bound of `timestamp` that names its time. */
  allLogs(query?: ContractsResultsLogsQuery, options?: CallOptions): StreamedPages<ContractLog<I>, ContractsResultsLogsPage<I>>;
  /** List logs of a contract. Logs by consensus time and index. Topics can be searched within seven days; `index` needs a bound of `timestamp` that names its time. */
  logs(contractIdOrAddress: Value, query?: ContractResultsLogsQuery, options?: CallOptions): StreamedPages<ContractLog<I>, ContractsResultsLogsPage<I>>;
  /** List the storage of a contract. Slots and their values in the order of slots. */
  state(contractIdOrAddress: Value, query?: ContractStateQuery, options?: CallOptions): Pages<ContractStorageSlot, ContractStatePage>;
  /** Call a contract. Executes a call without changing anything, or estimates its gas. */
  call(body: {
    /** Block on whose state the call runs: its number in decimal or hex, its hash (32 or 48 bytes), `earliest`, or `latest` (the default; also `pending`, `safe`, `finalized`). */
    readonly block?: string | null;
    /** Selector and encoded parameters, or init code. */
    readonly data?: string | null;
    /** Whether to return the gas needed instead of the output. */
    readonly estimate?: boolean | null;
    /** EVM address of the sender. */
    readonly from?: string | null;
    /** Maximum gas to use; 15,000,000 if absent. */
    readonly gas?: I | null;
    /** Price of the gas; checked, but not used. */
    readonly gasPrice?: I | null;
    /** EVM address of the contract. Without it one is created. */
    readonly to?: string | null;
    /** Tinybars to send. */
    readonly value?: I | null;
    /** Authorizations that the call carries (EIP-7702). */
    readonly authorizationList?: readonly ({
      /** Address of the delegate. */
      readonly address: string;
      /** Chain for which it is valid; 0: all. */
      readonly chainId: string;
      /** Nonce of the account that signed it. */
      readonly nonce: string;
      /** Parity of the signature. */
      readonly yParity?: string | null;
      /** First half of the signature. */
      readonly r?: string | null;
      /** Second half of the signature. */
      readonly s?: string | null;
    })[] | null;
    /** State that replaces that of the ledger during the call, if the server allows it. */
    readonly state_overrides?: readonly {
      readonly address: string;
      /** Tinybars, in at most 16 hex digits. */
      readonly balance?: string;
      /** Up to 16 hex digits. */
      readonly nonce?: string;
      readonly code?: string;
      /** The complete storage: all other slots are zero. */
      readonly state?: readonly {
        readonly key: string;
        readonly value: string;
      }[];
      /** Slots that replace those of the ledger. */
      readonly state_diff?: readonly {
        readonly key: string;
        readonly value: string;
      }[];
    }[] | null;
  }, query?: undefined, options?: CallOptions): Promise<ContractCallAnswer>;
  /** Trace the opcodes of a transaction. Executes a transaction again on the state of the ledger directly before it, and returns the effects of each operation. The request must accept gzip (406 otherwise). */
  opcodes(transactionIdOrHash: Value, query?: ContractsResultOpcodesQuery, options?: CallOptions): Promise<OpcodeTrace<I>>;
  /** Trace the accounts of a transaction. Executes a transaction again on the state of the ledger directly before it, and returns the accounts that it read or wrote. The request must accept gzip (406 otherwise). */
  prestate(transactionIdOrHash: Value, query?: ContractsResultPrestateQuery, options?: CallOptions): Promise<Prestate<I>>;
}

export interface NetworkOperations<I = number> {
  /** Get the capabilities of this server. Clients can disable the features that this server lacks. An extension: the public mirror node has no such operation (404). */
  capabilities(query?: undefined, options?: CallOptions): Promise<Capabilities<I>>;
  /** Get the exchange rate. The rate between hbar and US cents that fees are computed with. */
  exchangeRate(query?: NetworkExchangerateQuery, options?: CallOptions): Promise<ExchangeRates>;
  /** Get gas prices. Price of one gas in tinybars for each kind of transaction that runs contracts, by the fee schedule and the exchange rate in force, or those of `timestamp`. */
  gasPrices(query?: NetworkFeesQuery, options?: CallOptions): Promise<NetworkFees<I>>;
  /** Estimate the fees of a transaction. The body is a serialized HAPI `Transaction`, as `application/protobuf`. Amounts in tinycents. `INTRINSIC` considers only the transaction, `STATE` also the tokens and topics that it names. */
  estimateFees(body: Uint8Array, query?: NetworkFeesPostQuery, options?: CallOptions): Promise<FeeEstimate<I>>;
  /** List the nodes of the network. Consensus nodes by number, from the address book in force, with their stakes. At most 25 a page. */
  nodes(query?: NetworkNodesQuery, options?: CallOptions): Pages<NetworkNode<I>, NetworkNodesPage<I>>;
  /** List registered nodes. Nodes that offer services other than consensus (HIP-1137): block nodes, mirror nodes, relays and others, by number. */
  registeredNodes(query?: NetworkRegisteredNodesQuery, options?: CallOptions): Pages<RegisteredNode<I>, NetworkRegisteredNodesPage<I>>;
  /** Get the stakes of the network. Totals of the last staking period that ended, and the rules by which rewards are paid. */
  stake(query?: undefined, options?: CallOptions): Promise<NetworkStake<I>>;
  /** Get the supply of hbars. Amounts in tinybars, as text. With `q` the answer is one amount in hbars as plain text: the circulating or the total supply. */
  supply(query?: NetworkSupplyQuery, options?: CallOptions): Promise<NetworkSupply>;
}

export interface SchedulesOperations {
  /** List schedules. Schedules by number, with the signatures collected so far. Executed and deleted ones are included. */
  list(query?: SchedulesQuery, options?: CallOptions): Pages<Schedule, SchedulesPage>;
  /** Get a schedule. A schedule with its transaction, as base64, and the signatures collected so far. */
  get(scheduleId: Value, query?: undefined, options?: CallOptions): Promise<Schedule>;
}

export interface TokensOperations<I = number> {
  /** List tokens. Tokens of the network by id, including deleted ones. A search by name has one page. */
  list(query?: TokensQuery, options?: CallOptions): Pages<Token<I>, TokensPage<I>>;
  /** Get a token. A token; with `timestamp` its version at that time, with the custom fees and the supply at that time. */
  get(tokenId: Value, query?: TokenQuery, options?: CallOptions): Promise<TokenDetails<I>>;
  /** List the balances of a token. Balances of all accounts associated with the token; with `timestamp` those of the newest snapshot within the range. */
  balances(tokenId: Value, query?: TokenBalancesQuery, options?: CallOptions): Pages<TokenBalance<I>, TokenBalancesPage<I>>;
  /** List the NFTs of a token. NFTs of the token, including burned and wiped ones. */
  nfts(tokenId: Value, query?: TokenNftsQuery, options?: CallOptions): Pages<Nft<I>, AccountNftsPage<I>>;
  /** Get an NFT of a token. An NFT with its owner, spender and metadata. Burned NFTs are shown as deleted. */
  nft(tokenId: Value, serialNumber: Value, query?: undefined, options?: CallOptions): Promise<Nft<I>>;
  /** List the transactions of an NFT of a token. Mint, transfers, approvals, burn or wipe, and the deletion of its token. */
  nftTransactions(tokenId: Value, serialNumber: Value, query?: TokenNftTransactionsQuery, options?: CallOptions): Pages<NftTransaction<I>, TokenNftTransactionsPage<I>>;
  /** List token balances. Balances of the token that `token.id` names, as /tokens/{tokenId}/balances; or of all tokens, ordered by token and then account. Then bounds of `account.id` belong to the bound of `token.id` on the same side: `token.id=gte:5&account.id=gt:7` begins after account 7 of token 5. */
  allBalances(query?: TokensBalancesQuery, options?: CallOptions): Pages<BalanceOfToken<I>, TokensBalancesPage<I>>;
  /** List NFTs. NFTs of the token that `token.id` names, as /tokens/{tokenId}/nfts; or of all tokens, ordered by token and then serial number. Then bounds of `serialnumber` belong to the bound of `token.id` on the same side: `token.id=gte:5&serialnumber=gt:7` begins after serial number 7 of token 5. */
  allNfts(query?: TokensNftsQuery, options?: CallOptions): Pages<Nft<I>, AccountNftsPage<I>>;
}

export interface TopicsOperations<I = number> {
  /** Get a topic. A topic with its keys, fees, memo and expiry, even if it is deleted. */
  get(topicId: Value, query?: undefined, options?: CallOptions): Promise<Topic<I>>;
  /** List messages of a topic. Messages by sequence number, the oldest first. A long message is listed in parts, numbered in `chunk_info`. */
  messages(topicId: Value, query?: TopicMessagesQuery, options?: CallOptions): StreamedPages<TopicMessage<I>, TopicMessagesPage<I>>;
  /** Get a message by its number. Numbers begin with 1 in each topic. */
  message(topicId: Value, sequenceNumber: Value, query?: undefined, options?: CallOptions): Promise<TopicMessage<I>>;
  /** Get a message by its consensus time. The time is exact, in seconds with up to nine decimals; no two messages have the same. */
  messageAt(timestamp: Value, query?: undefined, options?: CallOptions): Promise<TopicMessage<I>>;
}

export interface TransactionsOperations<I = number> {
  /** List transactions. Successful and failed transactions by consensus time. */
  list(query?: TransactionsQuery, options?: CallOptions): StreamedPages<Transaction<I>, TransactionsPage<I>>;
  /** Get transactions by id or hash. Several transactions can have one id: duplicates, children with other nonces, executions of a schedule, and inner transactions of a batch. */
  get(transactionIdOrHash: Value, query?: TransactionQuery, options?: CallOptions): Promise<TransactionsOfId<I>>;
}

/** Every operation, by subject. */
export interface Operations<I = number> {
  readonly accounts: AccountsOperations<I>;
  readonly balances: BalancesOperations<I>;
  readonly blocks: BlocksOperations<I>;
  readonly contracts: ContractsOperations<I>;
  readonly network: NetworkOperations<I>;
  readonly schedules: SchedulesOperations;
  readonly tokens: TokensOperations<I>;
  readonly topics: TopicsOperations<I>;
  readonly transactions: TransactionsOperations<I>;
}
