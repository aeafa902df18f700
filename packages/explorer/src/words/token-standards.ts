import { selectorOf } from './abi.ts';

/** A token standard: its methods, and the one whose answer confirms it. */
export interface Standard {
  readonly name: 'ERC-20' | 'ERC-721' | 'ERC-1155';
  readonly methods: readonly string[];
  /** Signature of the method whose answer confirms the standard; its input as text, and the type of its result. */
  readonly probe: string;
  readonly input: string | null;
  readonly output: string;
}

/** Interface ids of ERC-165 are those of ERC-721 and ERC-1155. */
const STANDARDS: readonly Standard[] = [
  {
    name: 'ERC-1155',
    methods: [
      'balanceOf(address,uint256)',
      'balanceOfBatch(address[],uint256[])',
      'setApprovalForAll(address,bool)',
      'isApprovedForAll(address,address)',
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    ],
    probe: 'supportsInterface(bytes4)',
    input: '0xd9b67a26',
    output: 'bool',
  },
  {
    name: 'ERC-721',
    methods: [
      'balanceOf(address)',
      'ownerOf(uint256)',
      'approve(address,uint256)',
      'getApproved(uint256)',
      'setApprovalForAll(address,bool)',
      'isApprovedForAll(address,address)',
      'transferFrom(address,address,uint256)',
    ],
    probe: 'supportsInterface(bytes4)',
    input: '0x80ac58cd',
    output: 'bool',
  },
  {
    name: 'ERC-20',
    methods: [
      'totalSupply()',
      'balanceOf(address)',
      'transfer(address,uint256)',
      'transferFrom(address,address,uint256)',
      'approve(address,uint256)',
      'allowance(address,address)',
    ],
    probe: 'totalSupply()',
    input: null,
    output: 'uint256',
  },
];

/**
 * Returns the token standards all of whose methods have their selectors in a contract's code, pushed as constants. A
 * selector that begins with zeros is pushed without these.
 */
export function standardsIn(code: string): readonly Standard[] {
  const hasMethod = (signature: string): boolean => {
    const selector = selectorOf(signature);
    const digits = selector.replace(/^(?:00)+/, '');
    return (
      code.includes(`63${selector}`) || code.includes(`${(0x5f + digits.length / 2).toString(16)}${digits}`)
    );
  };
  return STANDARDS.filter(({ methods }) => methods.every(hasMethod));
}
