/** `Error(string)`, what a failed `require` returns. */
const ERROR_SELECTOR = '08c379a0';
/** `Panic(uint256)`, what the compiler's own checks return. */
const PANIC_SELECTOR = '4e487b71';

/**
 * Why a contract refused, from what it returned (hex): the text of `Error(string)`, the number of `Panic(uint256)`; null
 * for anything else. Source: Solidity's documentation, "Panic via assert and Error via require".
 */
export function revertReason(data: string): string | null {
  const hex = data.replace(/^0x/, '');
  if (hex.startsWith(PANIC_SELECTOR) && hex.length >= 72)
    return `Panic(0x${hex.slice(8, 72).replace(/^0+/, '') || '0'})`;
  if (!hex.startsWith(ERROR_SELECTOR) || hex.length < 136) return null;
  const length = Number.parseInt(hex.slice(72, 136), 16);
  if (!(length * 2 <= hex.length - 136)) return null;
  return Buffer.from(hex.slice(136, 136 + length * 2), 'hex').toString('utf8');
}
