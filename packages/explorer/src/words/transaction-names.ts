/** Name of each transaction type in a list, and the action of its payer as a verb phrase. */
const NAMES: Readonly<Record<string, readonly [name: string, did: string]>> = {
  ATOMICBATCH: ['Batch', 'sent a batch'],
  CLPRENDPOINTPUBLICATION: ['CLPR endpoints', 'published endpoints of the network'],
  CONSENSUSCREATETOPIC: ['Create topic', 'created topic'],
  CONSENSUSDELETETOPIC: ['Delete topic', 'deleted topic'],
  CONSENSUSSUBMITMESSAGE: ['Submit message', 'sent a message to topic'],
  CONSENSUSUPDATETOPIC: ['Update topic', 'changed topic'],
  CONTRACTCALL: ['Contract call', 'called contract'],
  CONTRACTCREATEINSTANCE: ['Create contract', 'created contract'],
  CONTRACTDELETEINSTANCE: ['Delete contract', 'deleted contract'],
  CONTRACTUPDATEINSTANCE: ['Update contract', 'changed contract'],
  CRSPUBLICATION: ['Reference string', 'published a reference string'],
  CRYPTOADDLIVEHASH: ['Add live hash', 'added a live hash to'],
  CRYPTOAPPROVEALLOWANCE: ['Approve allowance', 'approved an allowance'],
  CRYPTOCREATEACCOUNT: ['Create account', 'created account'],
  CRYPTODELETE: ['Delete account', 'deleted account'],
  CRYPTODELETEALLOWANCE: ['Delete allowance', 'deleted an allowance'],
  CRYPTODELETELIVEHASH: ['Delete live hash', 'deleted a live hash of'],
  CRYPTOTRANSFER: ['Transfer', 'made a transfer'],
  CRYPTOUPDATEACCOUNT: ['Update account', 'changed account'],
  ETHEREUMTRANSACTION: ['Ethereum transaction', 'sent an Ethereum transaction to'],
  FILEAPPEND: ['Append to file', 'appended to file'],
  FILECREATE: ['Create file', 'created file'],
  FILEDELETE: ['Delete file', 'deleted file'],
  FILEUPDATE: ['Update file', 'changed file'],
  FREEZE: ['Freeze', 'scheduled a freeze of the network'],
  HINTSKEYPUBLICATION: ['Ledger key', 'published a key of the ledger'],
  HINTSPARTIALSIGNATURE: ['Partial signature', 'signed a part of the ledger'],
  HINTSPREPROCESSINGVOTE: ['Ledger vote', 'voted for keys of the ledger'],
  HISTORYPROOFKEYPUBLICATION: ['History key', 'published a key of the history proof'],
  HISTORYPROOFSIGNATURE: ['History signature', 'signed the history proof'],
  HISTORYPROOFVOTE: ['History vote', 'voted for a history proof'],
  HOOKSTORE: ['Hook storage', 'wrote storage of a hook of'],
  LEDGERIDPUBLICATION: ['Ledger id', 'published the id of the ledger'],
  MIGRATIONROOTHASHVOTE: ['Migration vote', 'voted for the hash of a migration'],
  NODECREATE: ['Create node', 'added a node'],
  NODEDELETE: ['Delete node', 'removed a node'],
  NODESTAKEUPDATE: ['Node stakes', 'published the stakes of the nodes'],
  NODEUPDATE: ['Update node', 'changed a node'],
  REGISTEREDNODECREATE: ['Register node', 'registered a node'],
  REGISTEREDNODEDELETE: ['Unregister node', 'removed a registered node'],
  REGISTEREDNODEUPDATE: ['Update registration', 'changed a registered node'],
  SCHEDULECREATE: ['Create schedule', 'created schedule'],
  SCHEDULEDELETE: ['Delete schedule', 'deleted schedule'],
  SCHEDULESIGN: ['Sign schedule', 'signed schedule'],
  STATESIGNATURETRANSACTION: ['State signature', 'signed a state of the network'],
  SYSTEMDELETE: ['System delete', 'deleted, for the network,'],
  SYSTEMUNDELETE: ['System undelete', 'restored, for the network,'],
  TOKENAIRDROP: ['Airdrop', 'sent an airdrop'],
  TOKENASSOCIATE: ['Associate tokens', 'associated tokens with'],
  TOKENBURN: ['Burn token', 'burned units of token'],
  TOKENCANCELAIRDROP: ['Cancel airdrop', 'cancelled an airdrop'],
  TOKENCLAIMAIRDROP: ['Claim airdrop', 'claimed an airdrop'],
  TOKENCREATION: ['Create token', 'created token'],
  TOKENDELETION: ['Delete token', 'deleted token'],
  TOKENDISSOCIATE: ['Dissociate tokens', 'dissociated tokens from'],
  TOKENFEESCHEDULEUPDATE: ['Token fees', 'changed the fees of token'],
  TOKENFREEZE: ['Freeze account', 'froze an account for token'],
  TOKENGRANTKYC: ['Grant KYC', 'granted KYC for token'],
  TOKENMINT: ['Mint token', 'minted token'],
  TOKENPAUSE: ['Pause token', 'paused token'],
  TOKENREJECT: ['Reject tokens', 'rejected tokens'],
  TOKENREVOKEKYC: ['Revoke KYC', 'revoked KYC for token'],
  TOKENUNFREEZE: ['Unfreeze account', 'unfroze an account for token'],
  TOKENUNPAUSE: ['Unpause token', 'unpaused token'],
  TOKENUPDATE: ['Update token', 'changed token'],
  TOKENUPDATENFTS: ['Update NFTs', 'changed NFTs of token'],
  TOKENWIPE: ['Wipe token', 'wiped units of token'],
  UNCHECKEDSUBMIT: ['Unchecked submit', 'submitted an unchecked transaction'],
  UTILPRNG: ['Random number', 'requested a random number'],
};

/** All types with a name, in alphabetical order of their names, for selects. */
export const TRANSACTION_TYPES: readonly (readonly [type: string, name: string])[] = Object.entries(NAMES)
  .map(([type, [name]]) => [type, name] as const)
  .sort(([, a], [, b]) => a.localeCompare(b));

/** Returns the name of a type; the type in lower case if it has no name. */
export function typeName(type: string): string {
  return NAMES[type]?.[0] ?? type.charAt(0) + type.slice(1).toLowerCase();
}

/** Returns the payer's action in a transaction of this type. */
export function didText(type: string): string {
  return NAMES[type]?.[1] ?? `sent a transaction of type ${type}`;
}

/** Returns whether a result means success, which a few codes besides SUCCESS do. */
export function isSuccess(result: string): boolean {
  return ['SUCCESS', 'FEE_SCHEDULE_FILE_PART_UPLOADED', 'SUCCESS_BUT_MISSING_EXPECTED_OPERATION'].includes(
    result,
  );
}

/** Formats a result code: `insufficient payer balance`. */
export function resultText(result: string): string {
  return result.toLowerCase().replaceAll('_', ' ');
}
