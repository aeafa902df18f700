/** Structures of the services' Solidity interfaces, as types of the ABI. */

export const KEY_VALUE = '(bool,address,bytes,bytes,address)';
export const TOKEN_KEYS = `(uint256,${KEY_VALUE})[]`;

/** Returns `Expiry`, by the type of its seconds. */
export const expiry = (seconds: 'int64' | 'uint32') => `(${seconds},address,${seconds})`;

/** Returns `HederaToken`, by the types of its supply and its expiry; the newest one has metadata. */
export const hederaToken = (supply: 'int64' | 'uint32', seconds: 'int64' | 'uint32', withMetadata = false) =>
  `(string,string,address,string,bool,${supply},bool,${TOKEN_KEYS},${expiry(seconds)}${withMetadata ? ',bytes' : ''})`;

export const fixedFees = (amount: 'int64' | 'uint32') => `(${amount},address,bool,bool,address)[]`;
export const fractionalFees = (n: 'int64' | 'uint32') => `(${n},${n},${n},${n},bool,address)[]`;
export const royaltyFees = (n: 'int64' | 'uint32') => `(${n},${n},${n},address,bool,address)[]`;

/** Returned form of custom fees. */
export const FEES = `${fixedFees('uint32')},${fractionalFees('uint32')},${royaltyFees('uint32')}`;

const info = (token: string) => `(${token},int64,bool,bool,bool,${FEES},string)`;

export const TOKEN_INFO = info(hederaToken('int64', 'uint32'));
/** Structure of the newer address, with metadata. */
export const TOKEN_INFO_V2 = info(hederaToken('int64', 'int64', true));

export const fungibleInfo = (tokenInfo: string) => `(${tokenInfo},int32)`;
export const nftInfo = (tokenInfo: string) => `(${tokenInfo},int64,address,int64,bytes,address)`;
