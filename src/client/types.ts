// Made from the routes by `npm run docs`: not to be edited.
// biome-ignore-all format: made
// biome-ignore-all lint: made

import type { Pages } from './pages.ts';
import type { CallOptions, Compared, Several, Value } from './values.ts';

export interface AccessListEntry {
  readonly address?: string;
  readonly storage_keys?: readonly string[];
}

export interface Account<I = number> {
  readonly account: string | null;
  /** In base32 without padding. */
  readonly alias: string | null;
  /** In seconds. */
  readonly auto_renew_period: I | null;
  readonly balance: Balance<I> | null;
  readonly created_timestamp: string | null;
  /** Whether the account wants no staking rewards. */
  readonly decline_reward: boolean;
  readonly deleted: boolean | null;
  readonly ethereum_nonce: I | null;
  readonly evm_address: string | null;
  readonly expiry_timestamp: string | null;
  readonly key: Key | null;
  readonly max_automatic_token_associations: number | null;
  readonly memo: string | null;
  /** Staking reward earned and not yet paid, in tinybars. */
  readonly pending_reward: I;
  readonly receiver_sig_required: boolean | null;
  readonly staked_account_id: string | null;
  readonly staked_node_id: I | null;
  /** Begin of the staking period since which rewards accrue; null if not staked to a node. */
  readonly stake_period_start: string | null;
  /** Contract whose code runs when the account is called; `0x` for none. Operators may hide the field. */
  readonly delegation_address?: string;
}

export interface AccountAirdropsOutstandingPage<I = number> {
  readonly airdrops: readonly Airdrop<I>[];
  readonly links: Links;
}

export interface AccountAllowancesCryptoPage<I = number> {
  readonly allowances: readonly CryptoAllowance<I>[];
  readonly links: Links;
}

export interface AccountAllowancesNftsPage {
  readonly allowances: readonly NftAllowance[];
  readonly links: Links;
}

export interface AccountAllowancesTokensPage<I = number> {
  readonly allowances: readonly TokenAllowance<I>[];
  readonly links: Links;
}

export interface AccountBalance<I = number> {
  /** In tinybars. */
  readonly balance: I | null;
  /** The time at which the balance was so. */
  readonly timestamp: string | null;
  readonly tokens: readonly TokenAmount<I>[];
}

export interface AccountDetails<I = number> {
  readonly account: string | null;
  /** In base32 without padding. */
  readonly alias: string | null;
  /** In seconds. */
  readonly auto_renew_period: I | null;
  readonly balance: AccountBalance<I>;
  readonly created_timestamp: string | null;
  /** Whether the account wants no staking rewards. */
  readonly decline_reward: boolean;
  readonly deleted: boolean | null;
  readonly ethereum_nonce: I | null;
  readonly evm_address: string | null;
  readonly expiry_timestamp: string | null;
  readonly key: Key | null;
  readonly max_automatic_token_associations: number | null;
  readonly memo: string | null;
  /** Staking reward earned and not yet paid, in tinybars. */
  readonly pending_reward: I;
  readonly receiver_sig_required: boolean | null;
  readonly staked_account_id: string | null;
  readonly staked_node_id: I | null;
  /** Begin of the staking period since which rewards accrue; null if not staked to a node. */
  readonly stake_period_start: string | null;
  /** Contract whose code runs when the account is called; `0x` for none. Operators may hide the field. */
  readonly delegation_address?: string;
  readonly transactions: readonly Transaction<I>[];
  readonly links: Links;
}

export interface AccountHookStoragePage<I = number> {
  readonly hook_id: I;
  readonly owner_id: string;
  readonly storage: readonly HookStorageSlot[];
  readonly links: Links;
}

export interface AccountHooksPage<I = number> {
  readonly hooks: readonly Hook<I>[];
  readonly links: Links;
}

export interface AccountNftsPage<I = number> {
  readonly nfts: readonly Nft<I>[];
  readonly links: Links;
}

export interface AccountRewardsPage<I = number> {
  readonly rewards: readonly StakingReward<I>[];
  readonly links: Links;
}

export interface AccountTokensPage<I = number> {
  readonly tokens: readonly TokenRelationship<I>[];
  readonly links: Links;
}

export interface AccountsPage<I = number> {
  readonly accounts: readonly Account<I>[];
  readonly links: Links;
}

export interface Airdrop<I = number> {
  /** Amount of a fungible token; null for an NFT. */
  readonly amount: I | null;
  readonly receiver_id: string;
  readonly sender_id: string;
  /** Serial number of an NFT; null for a fungible token. */
  readonly serial_number: I | null;
  /** Since when the airdrop waits. */
  readonly timestamp: RegisteredNodeTimes;
  readonly token_id: string;
}

export interface AssessedCustomFee<I = number> {
  readonly amount: I;
  readonly collector_account_id: string;
  readonly effective_payer_account_ids: readonly string[];
  readonly token_id: string | null;
}

export interface AuthorizationListEntry<I = number> {
  readonly address?: string;
  readonly chain_id?: string;
  readonly nonce?: I;
  readonly r?: string;
  readonly s?: string;
  readonly y_parity?: string;
}

export interface Balance<I = number> {
  /** In tinybars. */
  readonly balance: I | null;
  /** The time at which the balance was so. */
  readonly timestamp: string | null;
  readonly tokens: readonly TokenAmount<I>[];
}

export interface BalanceBalance<I = number> {
  readonly account: string;
  /** In tinybars. */
  readonly balance: I | null;
  readonly tokens: readonly TokenAmount<I>[];
}

export interface BalanceOfToken<I = number> {
  readonly account: string;
  /** In the smallest unit of the token; for NFTs how many. */
  readonly balance: I;
  readonly decimals: I | null;
  readonly token_id: string;
}

export interface BalancesPage<I = number> {
  readonly balances: readonly BalanceBalance<I>[];
  /** The moment of the balances; without `timestamp` the latest change on the page. */
  readonly timestamp: string | null;
  readonly links: Links;
}

export interface Block<I = number> {
  /** Number of transactions in the block. */
  readonly count: I;
  /** Gas used by the contract transactions of the block; null where it is not known. */
  readonly gas_used: I | null;
  /** Version of the protobuf API that the network spoke. */
  readonly hapi_version: string | null;
  /** Hash of the block, 48 bytes. */
  readonly hash: string;
  /** Bloom filter of the logs of the block, 256 bytes. */
  readonly logs_bloom: string | null;
  /** Name of the stream file that holds the block. */
  readonly name: string;
  /** Number of the block. */
  readonly number: I;
  /** Hash of the block before. */
  readonly previous_hash: string;
  /** Size of the stream file in bytes. */
  readonly size: I | null;
  readonly timestamp: BlockTimes;
}

export interface BlockNodeService {
  readonly endpoint_apis: readonly ('OTHER' | 'STATUS' | 'PUBLISH' | 'SUBSCRIBE_STREAM' | 'STATE_PROOF' | 'UNRECOGNIZED')[];
}

export interface BlockTimes {
  /** Consensus time of the first transaction. */
  readonly from: string;
  /** Consensus time of the last transaction. */
  readonly to: string | null;
}

export interface BlocksPage<I = number> {
  readonly blocks: readonly Block<I>[];
  readonly links: Links;
}

/** Of a message that came in several parts: which part this is. */
export interface ChunkInfo {
  readonly initial_transaction_id: InitialTransactionId;
  readonly number: number;
  readonly total: number;
}

export interface Contract<I = number> {
  /** Key that may change the contract. */
  readonly admin_key: Key | null;
  /** Account that pays for the renewal. */
  readonly auto_renew_account: string | null;
  /** Seconds added by a renewal. */
  readonly auto_renew_period: I | null;
  readonly contract_id: string;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  readonly deleted: boolean | null;
  /** EVM address; made of the number where the contract has no other. */
  readonly evm_address: string;
  /** When the contract expires: as set, or one renewal period after its creation. */
  readonly expiration_timestamp: string | null;
  /** File that held the bytecode for the creation. */
  readonly file_id: string | null;
  readonly max_automatic_token_associations: I | null;
  readonly memo: string;
  /** Nonce for contracts that it creates. */
  readonly nonce: I | null;
  /** Account or contract that received what was left at the deletion. */
  readonly obtainer_id: string | null;
  readonly permanent_removal: boolean | null;
  readonly proxy_account_id: string | null;
  /** From when to when the contract was as shown; `to` is null while it is. */
  readonly timestamp: TimestampRange;
}

export interface ContractAction<I = number> {
  /** 0 for the outermost call. */
  readonly call_depth: I;
  readonly call_operation_type: 'UNKNOWN' | 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2';
  readonly call_type: 'NO_ACTION' | 'CALL' | 'CREATE' | 'PRECOMPILE' | 'SYSTEM' | null;
  readonly caller: string | null;
  readonly caller_type: 'ACCOUNT' | 'CONTRACT' | null;
  /** EVM address of the caller, made of its number. */
  readonly from: string | null;
  /** Gas that the action could use. */
  readonly gas: I;
  readonly gas_used: I;
  readonly index: I;
  readonly input: string;
  readonly recipient: string | null;
  readonly recipient_type: 'ACCOUNT' | 'CONTRACT' | null;
  readonly result_data: string;
  readonly result_data_type: 'OUTPUT' | 'REVERT_REASON' | 'ERROR';
  readonly timestamp: string;
  /** EVM address of the recipient. */
  readonly to: string | null;
  /** In tinybars. */
  readonly value: I;
}

export interface ContractCallAnswer {
  /** What the contract returned, or the gas needed. */
  readonly result: string;
}

export interface ContractDetails<I = number> {
  /** Key that may change the contract. */
  readonly admin_key: Key | null;
  /** Account that pays for the renewal. */
  readonly auto_renew_account: string | null;
  /** Seconds added by a renewal. */
  readonly auto_renew_period: I | null;
  readonly contract_id: string;
  /** Consensus time of the creation. */
  readonly created_timestamp: string | null;
  readonly deleted: boolean | null;
  /** EVM address; made of the number where the contract has no other. */
  readonly evm_address: string;
  /** When the contract expires: as set, or one renewal period after its creation. */
  readonly expiration_timestamp: string | null;
  /** File that held the bytecode for the creation. */
  readonly file_id: string | null;
  readonly max_automatic_token_associations: I | null;
  readonly memo: string;
  /** Nonce for contracts that it creates. */
  readonly nonce: I | null;
  /** Account or contract that received what was left at the deletion. */
  readonly obtainer_id: string | null;
  readonly permanent_removal: boolean | null;
  readonly proxy_account_id: string | null;
  /** From when to when the contract was as shown; `to` is null while it is. */
  readonly timestamp: TimestampRange;
  /** Code that the creation ran, in hex. */
  readonly bytecode: string;
  /** Code that a call runs, in hex. */
  readonly runtime_bytecode: string;
}

export interface ContractLog<I = number> {
  /** EVM address of the contract that emitted the log. */
  readonly address: string;
  readonly bloom: string;
  readonly contract_id: string | null;
  /** At least 32 bytes, unless there is none. */
  readonly data: string;
  /** Place in the block. */
  readonly index: I;
  readonly topics: readonly string[];
  readonly block_hash: string;
  readonly block_number: I | null;
  /** The contract whose execution emitted the log. */
  readonly root_contract_id: string | null;
  readonly timestamp: string;
  readonly transaction_hash: string;
  /** Place of the transaction in the block. */
  readonly transaction_index: I | null;
}

export interface ContractResult<I = number> {
  /** Price of one gas as a hex quantity: of the Ethereum transaction; otherwise in tinybars, of a contract call by the fee schedule. */
  readonly gas_price: string | null;
  /** EVM address of the contract. */
  readonly address: string | null;
  /** What was sent to the contract, in tinybars; with `hbar=false` in weibars. */
  readonly amount: I | null;
  /** Bloom filter of the logs, 256 bytes. */
  readonly bloom: string;
  /** What the contract returned. */
  readonly call_result: string;
  readonly contract_id: string | null;
  /** Contracts that the execution created. */
  readonly created_contract_ids: readonly string[];
  readonly error_message: string | null;
  /** EVM address of the sender. */
  readonly from: string | null;
  /** What was passed to the contract. */
  readonly function_parameters: string;
  /** Gas that the execution needed. */
  readonly gas_consumed: I | null;
  /** Most gas allowed. */
  readonly gas_limit: I;
  /** Gas that was charged. */
  readonly gas_used: I | null;
  /** Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one. */
  readonly hash: string;
  readonly timestamp: string;
  /** EVM address of the receiver. */
  readonly to: string | null;
  readonly access_list: readonly AccessListEntry[];
  /** Authorizations of an Ethereum transaction of type 4 (EIP-7702). */
  readonly authorization_list?: readonly AuthorizationListEntry<I>[];
  readonly block_gas_used: I | null;
  readonly block_hash: string;
  readonly block_number: I | null;
  readonly chain_id: string;
  /** Code of a creation that failed. */
  readonly failed_initcode: string | null;
  /** Of the Ethereum transaction, as a hex quantity. */
  readonly max_fee_per_gas: string | null;
  /** Of the Ethereum transaction, as a hex quantity. */
  readonly max_priority_fee_per_gas: string | null;
  /** Of the Ethereum transaction. */
  readonly nonce: I | null;
  readonly r: string | null;
  readonly result: string;
  readonly s: string | null;
  /** `0x1` for success. */
  readonly status: '0x0' | '0x1';
  /** Place in the block. */
  readonly transaction_index: I | null;
  /** Of the Ethereum transaction; 0 without one. */
  readonly type: I;
  readonly v: number | null;
}

export interface ContractResultDetails<I = number> {
  /** Price of one gas as a hex quantity: of the Ethereum transaction; otherwise in tinybars, of a contract call by the fee schedule. */
  readonly gas_price: string | null;
  /** EVM address of the contract. */
  readonly address: string | null;
  /** What was sent to the contract, in tinybars; with `hbar=false` in weibars. */
  readonly amount: I | null;
  /** Bloom filter of the logs, 256 bytes. */
  readonly bloom: string;
  /** What the contract returned. */
  readonly call_result: string;
  readonly contract_id: string | null;
  /** Contracts that the execution created. */
  readonly created_contract_ids: readonly string[];
  readonly error_message: string | null;
  /** EVM address of the sender. */
  readonly from: string | null;
  /** What was passed to the contract. */
  readonly function_parameters: string;
  /** Gas that the execution needed. */
  readonly gas_consumed: I | null;
  /** Most gas allowed. */
  readonly gas_limit: I;
  /** Gas that was charged. */
  readonly gas_used: I | null;
  /** Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one. */
  readonly hash: string;
  readonly timestamp: string;
  /** EVM address of the receiver. */
  readonly to: string | null;
  readonly access_list: readonly AccessListEntry[];
  /** Authorizations of an Ethereum transaction of type 4 (EIP-7702). */
  readonly authorization_list?: readonly AuthorizationListEntry<I>[];
  readonly block_gas_used: I | null;
  readonly block_hash: string;
  readonly block_number: I | null;
  readonly chain_id: string;
  /** Code of a creation that failed. */
  readonly failed_initcode: string | null;
  /** Of the Ethereum transaction, as a hex quantity. */
  readonly max_fee_per_gas: string | null;
  /** Of the Ethereum transaction, as a hex quantity. */
  readonly max_priority_fee_per_gas: string | null;
  /** Of the Ethereum transaction. */
  readonly nonce: I | null;
  readonly r: string | null;
  readonly result: string;
  readonly s: string | null;
  /** `0x1` for success. */
  readonly status: '0x0' | '0x1';
  /** Place in the block. */
  readonly transaction_index: I | null;
  /** Of the Ethereum transaction; 0 without one. */
  readonly type: I;
  readonly v: number | null;
  readonly logs: readonly ContractResultLog<I>[];
  readonly state_changes: readonly ContractStateChange[];
}

export interface ContractResultLog<I = number> {
  /** EVM address of the contract that emitted the log. */
  readonly address: string;
  readonly bloom: string;
  readonly contract_id: string | null;
  /** At least 32 bytes, unless there is none. */
  readonly data: string;
  /** Place in the block. */
  readonly index: I;
  readonly topics: readonly string[];
}

export interface ContractResultOfContract<I = number> {
  /** EVM address of the contract. */
  readonly address: string | null;
  /** What was sent to the contract. */
  readonly amount: I | null;
  /** Bloom filter of the logs, 256 bytes. */
  readonly bloom: string;
  /** What the contract returned. */
  readonly call_result: string;
  readonly contract_id: string | null;
  /** Contracts that the execution created. */
  readonly created_contract_ids: readonly string[];
  readonly error_message: string | null;
  /** EVM address of the sender. */
  readonly from: string | null;
  /** What was passed to the contract. */
  readonly function_parameters: string;
  /** Gas that the execution needed. */
  readonly gas_consumed: I | null;
  /** Most gas allowed. */
  readonly gas_limit: I;
  /** Gas that was charged. */
  readonly gas_used: I | null;
  /** Hash of the transaction, 32 bytes; that of the Ethereum transaction if it was one. */
  readonly hash: string;
  readonly timestamp: string;
  /** EVM address of the contract that was called, made of its number. */
  readonly to: string | null;
}

export interface ContractResultsPage<I = number> {
  readonly results: readonly ContractResultOfContract<I>[];
  readonly links: Links;
}

export interface ContractStateChange {
  readonly address: string | null;
  readonly contract_id: string | null;
  readonly slot: string;
  readonly value_read: string;
  /** Null where the slot was only read. */
  readonly value_written: string | null;
}

export interface ContractStatePage {
  readonly state: readonly ContractStorageSlot[];
  readonly links: Links;
}

export interface ContractStorageSlot {
  readonly address: string | null;
  readonly contract_id: string;
  readonly slot: string;
  /** When the slot was last changed. */
  readonly timestamp: string;
  readonly value: string | null;
}

export interface ContractsPage<I = number> {
  readonly contracts: readonly Contract<I>[];
  readonly links: Links;
}

export interface ContractsResultActionsPage<I = number> {
  readonly actions: readonly ContractAction<I>[];
  readonly links: Links;
}

export interface ContractsResultsLogsPage<I = number> {
  readonly logs: readonly ContractLog<I>[];
  readonly links: Links;
}

export interface ContractsResultsPage<I = number> {
  readonly results: readonly ContractResult<I>[];
  readonly links: Links;
}

export interface CryptoAllowance<I = number> {
  /** What is left of it, in tinybars. */
  readonly amount: I;
  /** What was granted, in tinybars. */
  readonly amount_granted: I;
  readonly owner: string;
  readonly spender: string;
  readonly timestamp: TimestampRange;
}

export interface ExchangeRate {
  /** What the hbars are worth, in US cents. */
  readonly cent_equivalent: number;
  /** Seconds since 1970 until which the rate holds. */
  readonly expiration_time: number;
  /** Number of hbars. */
  readonly hbar_equivalent: number;
}

export interface ExchangeRates {
  readonly current_rate: ExchangeRate;
  readonly next_rate: ExchangeRate;
  /** Consensus time of the transaction that set the rates. */
  readonly timestamp: string;
}

export interface FallbackFee<I = number> {
  readonly amount: I;
  readonly denominating_token_id: string | null;
}

export interface FeeEstimate<I = number> {
  /** What high volume multiplies all amounts by. */
  readonly high_volume_multiplier: I;
  readonly network: FeeEstimateNetwork<I>;
  readonly node: FeeEstimatePart<I>;
  readonly service: FeeEstimatePart<I>;
  readonly total: I;
}

export interface FeeEstimateExtra<I = number> {
  /** Units charged: those counted, less those included. */
  readonly charged: I;
  /** Units of the transaction. */
  readonly count: I;
  readonly fee_per_unit: I;
  /** Units that the base fee includes. */
  readonly included: I;
  /** What is counted. */
  readonly name: string;
  /** Price of the charged units. */
  readonly subtotal: I;
}

/** The network's fee: a multiple of the node's. */
export interface FeeEstimateNetwork<I = number> {
  readonly multiplier: I;
  readonly subtotal: I;
}

export interface FeeEstimatePart<I = number> {
  /** Base fee. */
  readonly base: I;
  readonly extras: readonly FeeEstimateExtra<I>[];
}

export interface FixedFee<I = number> {
  readonly amount: I;
  readonly collector_account_id: string | null;
  readonly denominating_token_id: string | null;
}

export interface Fraction<I = number> {
  readonly denominator: I;
  readonly numerator: I;
}

export interface FractionalFee<I = number> {
  /** Whether accounts that collect fees of the token pay none. */
  readonly all_collectors_are_exempt: boolean;
  readonly amount: Fraction<I>;
  readonly collector_account_id: string | null;
  readonly denominating_token_id: string | null;
  readonly maximum: I | null;
  readonly minimum: I;
  /** Whether the sender pays the fee in addition to what is transferred. */
  readonly net_of_transfers: boolean;
}

export interface GasPrice<I = number> {
  /** Price of a unit of gas in tinybars. */
  readonly gas: I;
  readonly transaction_type: string;
}

export interface GeneralService {
  readonly description: string | null;
}

/** Where web clients reach the node. */
export interface GrpcProxyEndpoint {
  readonly domain_name: string;
  readonly ip_address_v4: string;
  readonly port: number;
}

export interface Hook<I = number> {
  readonly admin_key: Key | null;
  /** Contract that the hook runs. */
  readonly contract_id: string | null;
  readonly created_timestamp: string | null;
  readonly deleted: boolean;
  readonly extension_point: 'ACCOUNT_ALLOWANCE_HOOK';
  readonly hook_id: I;
  readonly owner_id: string;
  readonly timestamp_range: RegisteredNodeTimes;
  readonly type: 'EVM';
}

export interface HookStorageSlot {
  /** The slot. */
  readonly key: string;
  /** Consensus time of the last change. */
  readonly timestamp: string;
  /** What the slot holds. */
  readonly value: string;
}

export interface InitialTransactionId {
  readonly account_id: string | null;
  readonly nonce: number | null;
  readonly scheduled: boolean | null;
  readonly transaction_valid_start: string | null;
}

export interface Key {
  readonly _type: 'ECDSA_SECP256K1' | 'ED25519' | 'ProtobufEncoded';
  readonly key: string;
}

export interface Links {
  readonly next: string | null;
}

export interface MaxCustomFee<I = number> {
  readonly account_id: string | null;
  readonly amount: I;
  readonly denominating_token_id: string | null;
}

export interface NetworkFees<I = number> {
  readonly fees: readonly GasPrice<I>[];
  /** Consensus time of the newest part of the fee schedule. */
  readonly timestamp: string;
}

export interface NetworkNode<I = number> {
  readonly admin_key: Key | null;
  /** Registered nodes that belong to this one. */
  readonly associated_registered_nodes: readonly I[];
  /** Whether the node takes no rewards. */
  readonly decline_reward: boolean | null;
  readonly description: string | null;
  /** File of the address book. */
  readonly file_id: string;
  readonly grpc_proxy_endpoint: GrpcProxyEndpoint | null;
  /** Most stake that counts, in tinybars. */
  readonly max_stake: I | null;
  readonly memo: string | null;
  /** Least stake that counts, in tinybars. */
  readonly min_stake: I | null;
  readonly node_account_id: string | null;
  /** Hash of the TLS certificate of the node, in hex. */
  readonly node_cert_hash: string;
  readonly node_id: I;
  /** RSA key that the node signs its stream files with, in hex. */
  readonly public_key: string;
  /** Tinybars rewarded for a staked hbar at the beginning of the period. */
  readonly reward_rate_start: I | null;
  readonly service_endpoints: readonly ServiceEndpoint<I>[];
  /** Stake of the node in tinybars. */
  readonly stake: I | null;
  /** Stake of accounts that take no rewards. */
  readonly stake_not_rewarded: I | null;
  /** Stake of accounts that take rewards. */
  readonly stake_rewarded: I | null;
  readonly staking_period: StakingPeriod | null;
  readonly timestamp: NodeTimes;
}

export interface NetworkNodesPage<I = number> {
  readonly nodes: readonly NetworkNode<I>[];
  readonly links: Links;
}

export interface NetworkRegisteredNodesPage<I = number> {
  readonly registered_nodes: readonly RegisteredNode<I>[];
  readonly links: Links;
}

export interface NetworkStake<I = number> {
  /** Most tinybars staked for reward that still earn the full rate. */
  readonly max_stake_rewarded: I;
  /** Most tinybars that a staked hbar can earn in a day. */
  readonly max_staking_reward_rate_per_hbar: I;
  /** Tinybars paid as rewards in the period that ends. */
  readonly max_total_reward: I;
  /** Share of the network and service fees that goes to the node reward account. */
  readonly node_reward_fee_fraction: number;
  /** Tinybars of the reward account that are earned but not yet collected. */
  readonly reserved_staking_rewards: I;
  /** Unreserved tinybars of the reward account from which the full rate is paid. */
  readonly reward_balance_threshold: I;
  /** Tinybars staked at the beginning of the period. */
  readonly stake_total: I;
  readonly staking_period: StakingPeriod | null;
  /** Minutes of a period. */
  readonly staking_period_duration: I;
  /** Number of periods for which rewards are remembered. */
  readonly staking_periods_stored: I;
  /** Share of the network and service fees that goes to the staking reward account. */
  readonly staking_reward_fee_fraction: number;
  /** Tinybars paid in a period. */
  readonly staking_reward_rate: I;
  /** Tinybars of the reward account from which rewards are paid at all. */
  readonly staking_start_threshold: I;
  /** Tinybars of the reward account that nobody has earned yet. */
  readonly unreserved_staking_reward_balance: I;
}

export interface NetworkSupply {
  /** Tinybars in circulation. */
  readonly released_supply: string;
  /** Consensus time of the newest balance counted. */
  readonly timestamp: string;
  /** All tinybars. */
  readonly total_supply: string;
}

export interface Nft<I = number> {
  /** The owner. */
  readonly account_id: string | null;
  readonly created_timestamp: string | null;
  /** The account that passed its own right to transfer on to the spender. */
  readonly delegating_spender: string | null;
  /** Whether the NFT is burned or wiped, or its token deleted. */
  readonly deleted: boolean | null;
  readonly metadata: string | null;
  readonly modified_timestamp: string;
  readonly serial_number: I;
  /** The account that may transfer it. */
  readonly spender: string | null;
  readonly token_id: string;
}

export interface NftAllowance {
  /** Whether the spender may transfer every NFT of the token that the owner has. */
  readonly approved_for_all: boolean;
  readonly owner: string;
  readonly spender: string;
  /** Since when the approval holds. */
  readonly timestamp: RegisteredNodeTimes;
  readonly token_id: string;
}

export interface NftTransaction<I = number> {
  readonly consensus_timestamp: string;
  readonly is_approval: boolean;
  readonly nonce: I;
  readonly receiver_account_id: string | null;
  readonly sender_account_id: string | null;
  readonly transaction_id: string;
  readonly type: string;
}

export interface NftTransfer<I = number> {
  readonly is_approval: boolean;
  readonly receiver_account_id: string | null;
  readonly sender_account_id: string | null;
  readonly serial_number: I;
  readonly token_id: string;
}

export interface NodeTimes {
  /** Since when the book holds. */
  readonly from: string;
  /** Until when; null while it holds. */
  readonly to: string | null;
}

export interface Opcode<I = number> {
  /** Depth of the call, beginning with 1. */
  readonly depth: number;
  /** Gas that is left. */
  readonly gas: I;
  readonly gas_cost: I;
  /** Words of the memory in hex, if asked for. */
  readonly memory: readonly string[] | null;
  /** Name of the instruction. */
  readonly op: string;
  /** Place of the instruction in the code. */
  readonly pc: number;
  /** Why the execution was reverted, in hex. */
  readonly reason?: string | null;
  /** Words of the stack in hex, if asked for. */
  readonly stack: readonly string[] | null;
  /** Slots that were read or written and what they hold, if asked for. */
  readonly storage: Readonly<Record<string, string>> | null;
}

export interface OpcodeTrace<I = number> {
  /** EVM address of the receiver; zeros for a creation. */
  readonly address: string;
  readonly contract_id: string | null;
  /** Whether the execution did not come to its end. */
  readonly failed: boolean;
  /** Gas used. */
  readonly gas: I;
  readonly opcodes: readonly Opcode<I>[];
  /** What the execution returned. */
  readonly return_value: string;
}

export interface RegisteredNode<I = number> {
  readonly admin_key: Key | null;
  readonly created_timestamp: string | null;
  readonly description: string | null;
  readonly registered_node_id: I;
  readonly service_endpoints: readonly RegisteredServiceEndpoint[];
  readonly timestamp: RegisteredNodeTimes;
}

export interface RegisteredNodeTimes {
  readonly from: string;
  readonly to: string | null;
}

export interface RegisteredServiceEndpoint {
  readonly block_node: BlockNodeService | null;
  readonly domain_name: string | null;
  readonly general_service: GeneralService | null;
  readonly ip_address: string | null;
  readonly mirror_node: object | null;
  readonly port: number | null;
  readonly requires_tls: boolean;
  readonly rpc_relay: object | null;
  readonly type: 'BLOCK_NODE' | 'GENERAL_SERVICE' | 'MIRROR_NODE' | 'RPC_RELAY';
}

export interface RoyaltyFee<I = number> {
  /** Whether accounts that collect fees of the token pay none. */
  readonly all_collectors_are_exempt: boolean;
  readonly amount: Fraction<I>;
  readonly collector_account_id: string | null;
  readonly fallback_fee: FallbackFee<I> | null;
}

export interface Schedule {
  readonly admin_key: Key | null;
  /** When it was scheduled. */
  readonly consensus_timestamp: string;
  readonly creator_account_id: string;
  readonly deleted: boolean | null;
  /** When it was executed, if it was. */
  readonly executed_timestamp: string | null;
  /** Until when it can be executed. */
  readonly expiration_time: string | null;
  readonly memo: string | null;
  readonly payer_account_id: string;
  readonly schedule_id: string;
  readonly signatures: readonly ScheduleSignature[];
  /** The scheduled transaction, serialized. */
  readonly transaction_body: string;
  /** Whether it waits for its expiration even if all signatures are there. */
  readonly wait_for_expiry: boolean;
}

export interface ScheduleSignature {
  readonly consensus_timestamp: string;
  readonly public_key_prefix: string;
  readonly signature: string;
  readonly type: 'CONTRACT' | 'ED25519' | 'RSA_3072' | 'ECDSA_384' | 'ECDSA_SECP256K1' | 'UNKNOWN';
}

export interface SchedulesPage {
  readonly schedules: readonly Schedule[];
  readonly links: Links;
}

export interface ServiceEndpoint<I = number> {
  readonly domain_name: string;
  readonly ip_address_v4: string;
  readonly port: I;
}

/** The day that the stakes hold for. */
export interface StakingPeriod {
  readonly from: string;
  readonly to: string;
}

export interface StakingReward<I = number> {
  readonly account_id: string | null;
  /** In tinybars. */
  readonly amount: I;
  /** Consensus time of the transaction with which it was paid. */
  readonly timestamp: string;
}

export interface StakingRewardTransfer<I = number> {
  readonly account: string;
  /** In tinybars. */
  readonly amount: I;
}

export interface TimestampRange {
  readonly from: string;
  readonly to: string | null;
}

export interface Token<I = number> {
  readonly admin_key: Key | null;
  readonly decimals: I;
  /** Data of the token, whose meaning is the issuer’s. */
  readonly metadata: string;
  readonly name: string;
  readonly symbol: string;
  readonly token_id: string;
  readonly type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE';
}

export interface TokenAllowance<I = number> {
  /** What is left of it, in the smallest unit of the token. */
  readonly amount: I;
  /** What was granted. */
  readonly amount_granted: I;
  readonly owner: string;
  readonly spender: string;
  readonly timestamp: TimestampRange;
  readonly token_id: string;
}

export interface TokenAmount<I = number> {
  readonly token_id: string;
  /** In the smallest unit of the token; for NFTs how many. */
  readonly balance: I;
}

export interface TokenBalance<I = number> {
  readonly account: string;
  /** In the smallest unit of the token; for NFTs how many. */
  readonly balance: I;
  readonly decimals: I | null;
}

export interface TokenBalancesPage<I = number> {
  readonly balances: readonly TokenBalance<I>[];
  /** The moment of the balances; without `timestamp` the latest change on the page. */
  readonly timestamp: string | null;
  readonly links: Links;
}

export interface TokenCustomFees<I = number> {
  /** Since when the fees are these. */
  readonly created_timestamp: string;
  readonly fixed_fees: readonly TokenFixedFee<I>[];
  readonly fractional_fees?: readonly FractionalFee<I>[];
  readonly royalty_fees?: readonly RoyaltyFee<I>[];
}

export interface TokenDetails<I = number> {
  readonly admin_key: Key | null;
  readonly auto_renew_account: string | null;
  /** In seconds. */
  readonly auto_renew_period: I | null;
  readonly created_timestamp: string;
  readonly custom_fees: TokenCustomFees<I>;
  readonly decimals: string;
  readonly deleted: boolean | null;
  /** In nanoseconds since 1970. */
  readonly expiry_timestamp: I | null;
  readonly fee_schedule_key: Key | null;
  readonly freeze_default: boolean;
  readonly freeze_key: Key | null;
  readonly initial_supply: string;
  readonly kyc_key: Key | null;
  readonly max_supply: string;
  readonly memo: string | null;
  /** Data of the token, whose meaning is the issuer’s. */
  readonly metadata: string;
  /** The key that may change the metadata of the token and of its NFTs. */
  readonly metadata_key: Key | null;
  readonly modified_timestamp: string | null;
  readonly name: string;
  readonly pause_key: Key | null;
  readonly pause_status: 'NOT_APPLICABLE' | 'PAUSED' | 'UNPAUSED';
  readonly supply_key: Key | null;
  readonly supply_type: 'FINITE' | 'INFINITE';
  readonly symbol: string;
  readonly token_id: string;
  readonly total_supply: string;
  readonly treasury_account_id: string;
  readonly type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE';
  readonly wipe_key: Key | null;
}

export interface TokenFixedFee<I = number> {
  readonly amount: I;
  readonly collector_account_id: string | null;
  readonly denominating_token_id: string | null;
  /** Whether accounts that collect fees of the token pay none. */
  readonly all_collectors_are_exempt: boolean;
}

export interface TokenNftTransactionsPage<I = number> {
  readonly transactions: readonly NftTransaction<I>[];
  readonly links: Links;
}

export interface TokenRelationship<I = number> {
  /** Whether it came about by a transfer and not by a transaction of its own. */
  readonly automatic_association: boolean | null;
  /** In the smallest unit of the token; for NFTs how many. */
  readonly balance: I;
  readonly created_timestamp: string | null;
  readonly decimals: I | null;
  readonly freeze_status: 'NOT_APPLICABLE' | 'FROZEN' | 'UNFROZEN' | null;
  readonly kyc_status: 'NOT_APPLICABLE' | 'GRANTED' | 'REVOKED' | null;
  readonly token_id: string;
}

export interface TokenTransfer<I = number> {
  readonly token_id: string;
  readonly account: string;
  /** In the smallest unit of the token; negative for the sender. */
  readonly amount: I;
  readonly is_approval: boolean;
}

export interface TokensBalancesPage<I = number> {
  readonly balances: readonly BalanceOfToken<I>[];
  /** The moment of the balances; without `timestamp` the latest change on the page. */
  readonly timestamp: string | null;
  readonly links: Links;
}

export interface TokensPage<I = number> {
  readonly tokens: readonly Token<I>[];
  readonly links: Links;
}

export interface Topic<I = number> {
  readonly admin_key: Key | null;
  /** Account that pays for renewal. */
  readonly auto_renew_account: string | null;
  /** Seconds by which the network tries to extend the life of the topic. */
  readonly auto_renew_period: I | null;
  readonly created_timestamp: string | null;
  readonly custom_fees: TopicCustomFees<I>;
  readonly deleted: boolean | null;
  /** Keys whose holders submit messages without paying the custom fees. */
  readonly fee_exempt_key_list: readonly (Key | null)[];
  readonly fee_schedule_key: Key | null;
  readonly memo: string;
  readonly submit_key: Key | null;
  readonly timestamp: RegisteredNodeTimes;
  readonly topic_id: string;
}

export interface TopicCustomFees<I = number> {
  readonly created_timestamp: string | null;
  readonly fixed_fees: readonly FixedFee<I>[];
}

export interface TopicMessage<I = number> {
  readonly chunk_info: ChunkInfo | null;
  readonly consensus_timestamp: string;
  /** The message, in base64 or, with `encoding=utf-8`, as text. */
  readonly message: string;
  readonly payer_account_id: string | null;
  /** Hash of this and all earlier messages of the topic. */
  readonly running_hash: string;
  readonly running_hash_version: I;
  readonly sequence_number: I;
  readonly topic_id: string;
}

export interface TopicMessagesPage<I = number> {
  readonly messages: readonly TopicMessage<I>[];
  readonly links: Links;
}

export interface Transaction<I = number> {
  readonly batch_key: Key | null;
  /** The signed transaction as submitted, where the operator keeps it. */
  readonly bytes: string | null;
  /** In tinybars. */
  readonly charged_tx_fee: I | null;
  readonly consensus_timestamp: string;
  /** The entity that the transaction acted on. */
  readonly entity_id: string | null;
  readonly high_volume: boolean;
  readonly high_volume_pricing_multiplier: I | null;
  readonly max_custom_fees: readonly MaxCustomFee<I>[];
  /** In tinybars. */
  readonly max_fee: string | null;
  readonly memo_base64: string | null;
  readonly name: string;
  readonly nft_transfers: readonly NftTransfer<I>[];
  /** The node that the transaction was submitted to. */
  readonly node: string | null;
  readonly nonce: I;
  readonly parent_consensus_timestamp: string | null;
  readonly result: string;
  readonly scheduled: boolean;
  readonly staking_reward_transfers: readonly StakingRewardTransfer<I>[];
  readonly token_transfers: readonly TokenTransfer<I>[];
  readonly transaction_hash: string | null;
  readonly transaction_id: string;
  readonly transfers: readonly Transfer<I>[];
  readonly valid_duration_seconds: string | null;
  readonly valid_start_timestamp: string;
}

export interface TransactionDetails<I = number> {
  readonly batch_key: Key | null;
  /** The signed transaction as submitted, where the operator keeps it. */
  readonly bytes: string | null;
  /** In tinybars. */
  readonly charged_tx_fee: I | null;
  readonly consensus_timestamp: string;
  /** The entity that the transaction acted on. */
  readonly entity_id: string | null;
  readonly high_volume: boolean;
  readonly high_volume_pricing_multiplier: I | null;
  readonly max_custom_fees: readonly MaxCustomFee<I>[];
  /** In tinybars. */
  readonly max_fee: string | null;
  readonly memo_base64: string | null;
  readonly name: string;
  readonly nft_transfers: readonly NftTransfer<I>[];
  /** The node that the transaction was submitted to. */
  readonly node: string | null;
  readonly nonce: I;
  readonly parent_consensus_timestamp: string | null;
  readonly result: string;
  readonly scheduled: boolean;
  readonly staking_reward_transfers: readonly StakingRewardTransfer<I>[];
  readonly token_transfers: readonly TokenTransfer<I>[];
  readonly transaction_hash: string | null;
  readonly transaction_id: string;
  readonly transfers: readonly Transfer<I>[];
  readonly valid_duration_seconds: string | null;
  readonly valid_start_timestamp: string;
  readonly assessed_custom_fees?: readonly AssessedCustomFee<I>[];
}

export interface TransactionsOfId<I = number> {
  readonly transactions: readonly TransactionDetails<I>[];
}

export interface TransactionsPage<I = number> {
  readonly transactions: readonly Transaction<I>[];
  readonly links: Links;
}

export interface Transfer<I = number> {
  readonly account: string;
  /** In tinybars; negative for the sender. */
  readonly amount: I;
  readonly is_approval: boolean;
}

export interface AccountsQuery {
  /** Balance in tinybars; several values hold all at once. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; several with `eq`: any of them. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Public key of the account in hex, raw or in DER form. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Whether balances are shown; without them the answer is faster. */
  readonly balance?: boolean | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AccountQuery {
  /** Balances at the very instant of `timestamp` (`eq`, `lt` or `lte`) instead of those of a snapshot. */
  readonly exact?: boolean | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Moment of the account and its balance: at or before it, or within bounds. Transactions are those at these times. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Whether transactions are shown; without them the answer is faster. */
  readonly transactions?: boolean | undefined;
  /** Type of the transactions; repeated: any of them. */
  readonly transactiontype?: Several<'ATOMICBATCH' | 'CONSENSUSCREATETOPIC' | 'CONSENSUSDELETETOPIC' | 'CONSENSUSSUBMITMESSAGE' | 'CONSENSUSUPDATETOPIC' | 'CONTRACTCALL' | 'CONTRACTCREATEINSTANCE' | 'CONTRACTDELETEINSTANCE' | 'CONTRACTUPDATEINSTANCE' | 'CRSPUBLICATION' | 'CRYPTOADDLIVEHASH' | 'CRYPTOAPPROVEALLOWANCE' | 'CRYPTOCREATEACCOUNT' | 'CRYPTODELETE' | 'CRYPTODELETEALLOWANCE' | 'CRYPTODELETELIVEHASH' | 'CRYPTOTRANSFER' | 'CRYPTOUPDATEACCOUNT' | 'ETHEREUMTRANSACTION' | 'FILEAPPEND' | 'FILECREATE' | 'FILEDELETE' | 'FILEUPDATE' | 'FREEZE' | 'HINTSKEYPUBLICATION' | 'HINTSPARTIALSIGNATURE' | 'HINTSPREPROCESSINGVOTE' | 'HISTORYPROOFKEYPUBLICATION' | 'HISTORYPROOFSIGNATURE' | 'HISTORYPROOFVOTE' | 'HOOKSTORE' | 'LEDGERIDPUBLICATION' | 'MIGRATIONROOTHASHVOTE' | 'NODECREATE' | 'NODEDELETE' | 'NODESTAKEUPDATE' | 'NODEUPDATE' | 'REGISTEREDNODECREATE' | 'REGISTEREDNODEDELETE' | 'REGISTEREDNODEUPDATE' | 'SCHEDULECREATE' | 'SCHEDULEDELETE' | 'SCHEDULESIGN' | 'STATESIGNATURETRANSACTION' | 'SYSTEMDELETE' | 'SYSTEMUNDELETE' | 'TOKENAIRDROP' | 'TOKENASSOCIATE' | 'TOKENBURN' | 'TOKENCANCELAIRDROP' | 'TOKENCLAIMAIRDROP' | 'TOKENCREATION' | 'TOKENDELETION' | 'TOKENDISSOCIATE' | 'TOKENFEESCHEDULEUPDATE' | 'TOKENFREEZE' | 'TOKENGRANTKYC' | 'TOKENMINT' | 'TOKENPAUSE' | 'TOKENREJECT' | 'TOKENREVOKEKYC' | 'TOKENUNFREEZE' | 'TOKENUNPAUSE' | 'TOKENUPDATE' | 'TOKENUPDATENFTS' | 'TOKENWIPE' | 'UNCHECKEDSUBMIT' | 'UTILPRNG'> | undefined;
}

export interface BalancesQuery {
  /** Balance in tinybars; several values hold all at once. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; several with `eq`: any of them. One of them may be an EVM address or an alias. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Public key that the account has now, in hex, raw or in DER form. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Balances at the very instant of `timestamp` (`eq`, `lt` or `lte`) instead of those of a snapshot. */
  readonly exact?: boolean | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Moment of the balances: at or before it; bounds may be combined. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAllowancesCryptoQuery {
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Account that may spend; several with `eq`: any of them. */
  readonly 'spender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAllowancesTokensQuery {
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Account that may spend: one `eq`, or one bound on each side. */
  readonly 'spender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq`, or one bound on each side; only with `spender.id`. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountRewardsQuery {
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** When it was paid; several with `eq`: at any of them. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountNftsQuery {
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Serial number: one `eq`, or one bound on each side; only with `token.id`. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account that may transfer the NFT; several with `eq`: any of them. */
  readonly 'spender.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq`, or one bound on each side. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountTokensQuery {
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Token; several with `eq`: any of them. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface BlocksQuery {
  /** Number of the block, decimal or `0x` hexadecimal. */
  readonly 'block.number'?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time of the last transaction of the block. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface ContractsQuery {
  /** Contract by id or EVM address (addresses by `eq` alone); repeated: any of them. */
  readonly 'contract.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface ContractQuery {
  /** Show the newest version in force then; a plain time means up to that time. */
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
  /** Whether results of child transactions are shown, too. */
  readonly internal?: boolean | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Place of the transaction in the block; needs a block. */
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
  /** Whether results of child transactions are shown, too. */
  readonly internal?: boolean | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Place of the transaction in the block; needs a block. */
  readonly 'transaction.index'?: Several<Value> | undefined;
}

export interface ContractsResultQuery {
  /** Whether amounts and gas prices are in tinybars; otherwise in weibars. */
  readonly hbar?: boolean | undefined;
  /** With a transaction id: 0 for what was submitted, above for its children. */
  readonly nonce?: Value | undefined;
}

export interface ContractResultQuery {
  /** Whether amounts and gas prices are in tinybars; otherwise in weibars. */
  readonly hbar?: boolean | undefined;
}

export interface ContractsResultActionsQuery {
  /** Place of the action in the execution. */
  readonly index?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface ContractsResultsLogsQuery {
  /** Place of the log in its block; needs a time. */
  readonly index?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time; with topics an instant or at most seven days. */
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
  /** Place of the log in its block; needs a time. */
  readonly index?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time; with topics an instant or at most seven days. */
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
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Slot, with or without leading zeros; repeated with `eq`: any of them. */
  readonly slot?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Show the storage as it was then. */
  readonly timestamp?: Several<Value> | undefined;
}


export interface ContractsResultOpcodesQuery {
  /** Whether the memory at each step is shown. */
  readonly memory?: boolean | undefined;
  /** Whether the stack at each step is shown. */
  readonly stack?: boolean | undefined;
  /** Whether the storage at each step is shown. */
  readonly storage?: boolean | undefined;
}

export interface TransactionsQuery {
  /** Account that pays for the transaction or takes part in a transfer; with `ne`, that does neither. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** How it ended. */
  readonly result?: 'success' | 'fail' | undefined;
  /** Consensus time. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Type of the transaction; repeated: any of them. */
  readonly transactiontype?: Several<'ATOMICBATCH' | 'CONSENSUSCREATETOPIC' | 'CONSENSUSDELETETOPIC' | 'CONSENSUSSUBMITMESSAGE' | 'CONSENSUSUPDATETOPIC' | 'CONTRACTCALL' | 'CONTRACTCREATEINSTANCE' | 'CONTRACTDELETEINSTANCE' | 'CONTRACTUPDATEINSTANCE' | 'CRSPUBLICATION' | 'CRYPTOADDLIVEHASH' | 'CRYPTOAPPROVEALLOWANCE' | 'CRYPTOCREATEACCOUNT' | 'CRYPTODELETE' | 'CRYPTODELETEALLOWANCE' | 'CRYPTODELETELIVEHASH' | 'CRYPTOTRANSFER' | 'CRYPTOUPDATEACCOUNT' | 'ETHEREUMTRANSACTION' | 'FILEAPPEND' | 'FILECREATE' | 'FILEDELETE' | 'FILEUPDATE' | 'FREEZE' | 'HINTSKEYPUBLICATION' | 'HINTSPARTIALSIGNATURE' | 'HINTSPREPROCESSINGVOTE' | 'HISTORYPROOFKEYPUBLICATION' | 'HISTORYPROOFSIGNATURE' | 'HISTORYPROOFVOTE' | 'HOOKSTORE' | 'LEDGERIDPUBLICATION' | 'MIGRATIONROOTHASHVOTE' | 'NODECREATE' | 'NODEDELETE' | 'NODESTAKEUPDATE' | 'NODEUPDATE' | 'REGISTEREDNODECREATE' | 'REGISTEREDNODEDELETE' | 'REGISTEREDNODEUPDATE' | 'SCHEDULECREATE' | 'SCHEDULEDELETE' | 'SCHEDULESIGN' | 'STATESIGNATURETRANSACTION' | 'SYSTEMDELETE' | 'SYSTEMUNDELETE' | 'TOKENAIRDROP' | 'TOKENASSOCIATE' | 'TOKENBURN' | 'TOKENCANCELAIRDROP' | 'TOKENCLAIMAIRDROP' | 'TOKENCREATION' | 'TOKENDELETION' | 'TOKENDISSOCIATE' | 'TOKENFEESCHEDULEUPDATE' | 'TOKENFREEZE' | 'TOKENGRANTKYC' | 'TOKENMINT' | 'TOKENPAUSE' | 'TOKENREJECT' | 'TOKENREVOKEKYC' | 'TOKENUNFREEZE' | 'TOKENUNPAUSE' | 'TOKENUPDATE' | 'TOKENUPDATENFTS' | 'TOKENWIPE' | 'UNCHECKEDSUBMIT' | 'UTILPRNG'> | undefined;
  /** Direction of the transfers that count: to the account, or from it. */
  readonly type?: Several<'credit' | 'debit'> | undefined;
}

export interface TransactionQuery {
  /** Nonce: 0 for what was submitted, above for its children. */
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
  /** Whether the state of the ledger is looked at. */
  readonly mode?: 'INTRINSIC' | 'STATE' | undefined;
  /** How much of the high-volume throttle is in use, in basis points. */
  readonly high_volume_throttle?: Value | undefined;
}

export interface NetworkNodesQuery {
  /** File of the address book: `0.0.102` (default) or `0.0.101`. */
  readonly 'file.id'?: Value | undefined;
  /** Number of the node. */
  readonly 'node.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer; more than 25 counts as 25. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface NetworkRegisteredNodesQuery {
  /** Most items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Number of the registered node. */
  readonly 'registerednode.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** What the node serves. */
  readonly type?: 'BLOCK_NODE' | 'GENERAL_SERVICE' | 'MIRROR_NODE' | 'RPC_RELAY' | 'UNKNOWN' | undefined;
}


export interface NetworkSupplyQuery {
  /** Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds. */
  readonly timestamp?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface TopicMessagesQuery {
  /** How messages are written. */
  readonly encoding?: 'base64' | 'utf-8' | 'utf8' | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Number of the message within the topic. */
  readonly sequencenumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Consensus time of the message. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}



export interface TokensQuery {
  /** Account that is associated with the token: one, without operator. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Part of the token’s name, in any case; not together with `token.id` or `account.id`. */
  readonly name?: Several<Value> | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Admin key of the token in hex, raw or in DER form. */
  readonly publickey?: Several<Value> | undefined;
  /** Token; several with `eq`: any of them. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Type of the token; several: any of them. */
  readonly type?: Several<'ALL' | 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE'> | undefined;
}

export interface TokenQuery {
  /** Moment of the state: at or before it; of several values the last counts. */
  readonly timestamp?: Compared<Value, 'eq' | 'lt' | 'lte'> | undefined;
}

export interface TokenBalancesQuery {
  /** Balance in the smallest unit of the token; several values hold all at once. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; several with `eq`: any of them. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Public key that the account has now, in hex, raw or in DER form; of several values the last counts. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Moment of the balances: at or before it; bounds may be combined. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface TokenNftsQuery {
  /** The owner; several values hold all at once. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Serial number; several values hold all at once. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface TokenNftTransactionsQuery {
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Consensus time; several values hold all at once. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface TokensBalancesQuery {
  /** Balance in the smallest unit of the token; several values hold all at once. */
  readonly 'account.balance'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Account; several with `eq`: any of them. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Public key that the account has now, in hex, raw or in DER form; of several values the last counts. */
  readonly 'account.publickey'?: Several<Value> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Moment of the balances: at or before it; bounds may be combined. */
  readonly timestamp?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq` names the token of the list; one bound on each side is a range of tokens. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface TokensNftsQuery {
  /** The owner; several values hold all at once. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Serial number; several values hold all at once. */
  readonly serialnumber?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Token: one `eq` names the token of the list; one bound on each side is a range of tokens. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface SchedulesQuery {
  /** Account that created the schedule; several values hold all at once. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer. More than the maximum counts as the maximum. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Id of the schedule; several values hold all at once. */
  readonly 'schedule.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}


export interface AccountAllowancesNftsQuery {
  /** The other account: the spender, or the owner with `owner=false`. */
  readonly 'account.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Whether the account of the path is the owner, or the spender. */
  readonly owner?: boolean | undefined;
  /** Token, within the bounds of `account.id`. */
  readonly 'token.id'?: Compared<Value, 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
}

export interface AccountAirdropsOutstandingQuery {
  /** Most items in the answer, from 1 to 100. */
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
  /** Most items in the answer, from 1 to 100. */
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
  /** Most items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AccountHookStorageQuery {
  /** Slot, in hex; leading zeros may be left out. */
  readonly key?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds. */
  readonly timestamp?: Compared<Value, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> | undefined;
  /** Most items in the answer, from 1 to 100. */
  readonly limit?: Value | undefined;
  /** Whether items come in ascending or descending order. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AccountsOperations<I = number> {
  /** List accounts. Accounts and contracts by id, deleted ones too. */
  list(query?: AccountsQuery, options?: CallOptions): Pages<Account<I>, AccountsPage<I>>;
  /** Get an account. The account or contract with its balances, and its transactions. With `timestamp`: as it was then, with the balances of the newest snapshot within the times, or, with `exact=true`, those at that very instant. */
  get(idOrAliasOrEvmAddress: Value, query?: AccountQuery, options?: CallOptions): Promise<AccountDetails<I>>;
  /** List the hbar allowances of an account. Allowances that the account granted and of which something is left. */
  cryptoAllowances(idOrAliasOrEvmAddress: Value, query?: AccountAllowancesCryptoQuery, options?: CallOptions): Pages<CryptoAllowance<I>, AccountAllowancesCryptoPage<I>>;
  /** List the fungible token allowances of an account. Ordered by spender and then token. Bounds of `token.id` belong to the bound of `spender.id` on the same side: `spender.id=gte:5&token.id=gt:7` begins after token 7 of spender 5. */
  tokenAllowances(idOrAliasOrEvmAddress: Value, query?: AccountAllowancesTokensQuery, options?: CallOptions): Pages<TokenAllowance<I>, AccountAllowancesTokensPage<I>>;
  /** List the staking rewards paid to an account */
  rewards(idOrAliasOrEvmAddress: Value, query?: AccountRewardsQuery, options?: CallOptions): Pages<StakingReward<I>, AccountRewardsPage<I>>;
  /** List the NFTs of an account. Ordered by token and then serial number. Bounds of `serialnumber` belong to the bound of `token.id` on the same side: `token.id=gte:5&serialnumber=gt:7` begins after serial number 7 of token 5. */
  nfts(idOrAliasOrEvmAddress: Value, query?: AccountNftsQuery, options?: CallOptions): Pages<Nft<I>, AccountNftsPage<I>>;
  /** List the tokens of an account. Present associations of the account, with balances, by token. */
  tokens(idOrAliasOrEvmAddress: Value, query?: AccountTokensQuery, options?: CallOptions): Pages<TokenRelationship<I>, AccountTokensPage<I>>;
  /** List NFT allowances of an account */
  nftAllowances(idOrAliasOrEvmAddress: Value, query?: AccountAllowancesNftsQuery, options?: CallOptions): Pages<NftAllowance, AccountAllowancesNftsPage>;
  /** List airdrops that an account sent */
  outstandingAirdrops(idOrAliasOrEvmAddress: Value, query?: AccountAirdropsOutstandingQuery, options?: CallOptions): Pages<Airdrop<I>, AccountAirdropsOutstandingPage<I>>;
  /** List airdrops that an account may claim */
  pendingAirdrops(idOrAliasOrEvmAddress: Value, query?: AccountAirdropsPendingQuery, options?: CallOptions): Pages<Airdrop<I>, AccountAirdropsOutstandingPage<I>>;
  /** List hooks of an account */
  hooks(idOrAliasOrEvmAddress: Value, query?: AccountHooksQuery, options?: CallOptions): Pages<Hook<I>, AccountHooksPage<I>>;
  /** List slots of a hook's storage */
  hookStorage(idOrAliasOrEvmAddress: Value, hookId: Value, query?: AccountHookStorageQuery, options?: CallOptions): Pages<HookStorageSlot, AccountHookStoragePage<I>>;
}

export interface BalancesOperations<I = number> {
  /** List balances. Present balances; with `timestamp`, those of the newest snapshot within the times, or, with `exact=true`, those at that very instant. */
  list(query?: BalancesQuery, options?: CallOptions): Pages<BalanceBalance<I>, BalancesPage<I>>;
}

export interface BlocksOperations<I = number> {
  /** List blocks */
  list(query?: BlocksQuery, options?: CallOptions): Pages<Block<I>, BlocksPage<I>>;
  /** Get a block */
  get(hashOrNumber: Value, query?: undefined, options?: CallOptions): Promise<Block<I>>;
}

export interface ContractsOperations<I = number> {
  /** List contracts */
  list(query?: ContractsQuery, options?: CallOptions): Pages<Contract<I>, ContractsPage<I>>;
  /** Get a contract */
  get(contractIdOrAddress: Value, query?: ContractQuery, options?: CallOptions): Promise<ContractDetails<I>>;
  /** List results of all contracts. Outcomes of contract executions by consensus time. A transfer of tokens that ran no contract is shown as the result that its first log stands for, unless `from` is given. */
  allResults(query?: ContractsResultsQuery, options?: CallOptions): Pages<ContractResult<I>, ContractsResultsPage<I>>;
  /** List results of a contract. Outcomes of the executions of one contract by consensus time. */
  results(contractIdOrAddress: Value, query?: ContractResultsQuery, options?: CallOptions): Pages<ContractResultOfContract<I>, ContractResultsPage<I>>;
  /** Get a result by transaction id, hash or consensus time. With logs and state changes. Status 206 where the network told no outcome. */
  resultOf(transactionIdOrHash: Value, query?: ContractsResultQuery, options?: CallOptions): Promise<ContractResultDetails<I>>;
  /** Get the result of a contract at a consensus time. With logs and state changes. Status 206 where the network told no outcome. */
  result(contractIdOrAddress: Value, timestamp: Value, query?: ContractResultQuery, options?: CallOptions): Promise<ContractResultDetails<I>>;
  /** List actions of a transaction. What one contract execution called and created, in the order in which it happened. */
  actions(transactionIdOrHash: Value, query?: ContractsResultActionsQuery, options?: CallOptions): Pages<ContractAction<I>, ContractsResultActionsPage<I>>;
  /** List logs of all contracts. Logs by consensus time and index. Topics can be searched within seven days; `index` needs a bound of `timestamp` that names its time. */
  allLogs(query?: ContractsResultsLogsQuery, options?: CallOptions): Pages<ContractLog<I>, ContractsResultsLogsPage<I>>;
  /** List logs of a contract. Logs by consensus time and index. Topics can be searched within seven days; `index` needs a bound of `timestamp` that names its time. */
  logs(contractIdOrAddress: Value, query?: ContractResultsLogsQuery, options?: CallOptions): Pages<ContractLog<I>, ContractsResultsLogsPage<I>>;
  /** List the storage of a contract. Slots and their values in the order of slots. */
  state(contractIdOrAddress: Value, query?: ContractStateQuery, options?: CallOptions): Pages<ContractStorageSlot, ContractStatePage>;
  /** Call a contract. Executes a call without changing anything. */
  call(body: {
    /** Number or hash of the block whose state is called, or a word; `latest` if absent. */
    readonly block?: string | null;
    /** Selector and encoded parameters. */
    readonly data?: string | null;
    /** Whether to answer the gas needed instead. */
    readonly estimate?: boolean | null;
    /** EVM address of the sender. */
    readonly from?: string | null;
    /** Most gas to use. */
    readonly gas?: I | null;
    /** Price of the gas. */
    readonly gasPrice?: I | null;
    /** EVM address of the contract. */
    readonly to?: string | null;
    /** Tinybars to send. */
    readonly value?: I | null;
  }, query?: undefined, options?: CallOptions): Promise<ContractCallAnswer>;
  /** Trace the opcodes of a transaction. Executes a transaction again and answers what each of its steps did. */
  opcodes(transactionIdOrHash: Value, query?: ContractsResultOpcodesQuery, options?: CallOptions): Promise<OpcodeTrace<I>>;
}

export interface NetworkOperations<I = number> {
  /** Get the exchange rate. The rate between hbar and US cents that fees are computed with. */
  exchangeRate(query?: NetworkExchangerateQuery, options?: CallOptions): Promise<ExchangeRates>;
  /** Get gas prices */
  gasPrices(query?: NetworkFeesQuery, options?: CallOptions): Promise<NetworkFees<I>>;
  /** Estimate the fees of a transaction. The body is a serialized HAPI `Transaction`, as `application/protobuf`. Amounts in tinycents. `INTRINSIC` looks at the transaction alone, `STATE` also at the tokens and topics it names. */
  estimateFees(body: Uint8Array, query?: NetworkFeesPostQuery, options?: CallOptions): Promise<FeeEstimate<I>>;
  /** List the nodes of the network */
  nodes(query?: NetworkNodesQuery, options?: CallOptions): Pages<NetworkNode<I>, NetworkNodesPage<I>>;
  /** List registered nodes */
  registeredNodes(query?: NetworkRegisteredNodesQuery, options?: CallOptions): Pages<RegisteredNode<I>, NetworkRegisteredNodesPage<I>>;
  /** Get the stakes of the network */
  stake(query?: undefined, options?: CallOptions): Promise<NetworkStake<I>>;
  /** Get the supply of hbars. Amounts in tinybars, as text. With `q` the answer is one amount in hbars as plain text: what circulates, or all there is. */
  supply(query?: NetworkSupplyQuery, options?: CallOptions): Promise<NetworkSupply>;
}

export interface SchedulesOperations {
  /** List schedules */
  list(query?: SchedulesQuery, options?: CallOptions): Pages<Schedule, SchedulesPage>;
  /** Get a schedule */
  get(scheduleId: Value, query?: undefined, options?: CallOptions): Promise<Schedule>;
}

export interface TokensOperations<I = number> {
  /** List tokens. Tokens of the network by id, deleted ones too. A search by name has one page. */
  list(query?: TokensQuery, options?: CallOptions): Pages<Token<I>, TokensPage<I>>;
  /** Get a token. With `timestamp` as it was at that moment, with the custom fees of that moment. */
  get(tokenId: Value, query?: TokenQuery, options?: CallOptions): Promise<TokenDetails<I>>;
  /** List the balances of a token. Of all accounts associated with the token; with `timestamp` those of the newest snapshot within the times. */
  balances(tokenId: Value, query?: TokenBalancesQuery, options?: CallOptions): Pages<TokenBalance<I>, TokenBalancesPage<I>>;
  /** List the NFTs of a token. Burned and wiped ones too. */
  nfts(tokenId: Value, query?: TokenNftsQuery, options?: CallOptions): Pages<Nft<I>, AccountNftsPage<I>>;
  /** Get an NFT of a token */
  nft(tokenId: Value, serialNumber: Value, query?: undefined, options?: CallOptions): Promise<Nft<I>>;
  /** List the transactions of an NFT of a token. Mint, transfers, approvals, burn or wipe, and the deletion of its token. */
  nftTransactions(tokenId: Value, serialNumber: Value, query?: TokenNftTransactionsQuery, options?: CallOptions): Pages<NftTransaction<I>, TokenNftTransactionsPage<I>>;
  /** List token balances. Of the token that `token.id` names, as /tokens/{tokenId}/balances; or of all tokens, ordered by token and then account. Then bounds of `account.id` belong to the bound of `token.id` on the same side: `token.id=gte:5&account.id=gt:7` begins after account 7 of token 5. */
  allBalances(query?: TokensBalancesQuery, options?: CallOptions): Pages<BalanceOfToken<I>, TokensBalancesPage<I>>;
  /** List NFTs. Of the token that `token.id` names, as /tokens/{tokenId}/nfts; or of all tokens, ordered by token and then serial number. Then bounds of `serialnumber` belong to the bound of `token.id` on the same side: `token.id=gte:5&serialnumber=gt:7` begins after serial number 7 of token 5. */
  allNfts(query?: TokensNftsQuery, options?: CallOptions): Pages<Nft<I>, AccountNftsPage<I>>;
}

export interface TopicsOperations<I = number> {
  /** Get a topic */
  get(topicId: Value, query?: undefined, options?: CallOptions): Promise<Topic<I>>;
  /** List messages of a topic */
  messages(topicId: Value, query?: TopicMessagesQuery, options?: CallOptions): Pages<TopicMessage<I>, TopicMessagesPage<I>>;
  /** Get a message by its number */
  message(topicId: Value, sequenceNumber: Value, query?: undefined, options?: CallOptions): Promise<TopicMessage<I>>;
  /** Get a message by its consensus time */
  messageAt(timestamp: Value, query?: undefined, options?: CallOptions): Promise<TopicMessage<I>>;
}

export interface TransactionsOperations<I = number> {
  /** List transactions. Successful and failed transactions by consensus time. */
  list(query?: TransactionsQuery, options?: CallOptions): Pages<Transaction<I>, TransactionsPage<I>>;
  /** Get transactions by id or hash. Several transactions can have one id: duplicates, children with a nonce of their own, what a schedule executes, and what a batch holds. */
  get(transactionIdOrHash: Value, query?: TransactionQuery, options?: CallOptions): Promise<TransactionsOfId<I>>;
}

/** Every operation, by what it is about. */
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
