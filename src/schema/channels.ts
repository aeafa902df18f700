/** NOTIFY channel of new blocks: payload `<block number> <consensus end in ns>`. */
export const BLOCK_CHANNEL = 'tain_block';
