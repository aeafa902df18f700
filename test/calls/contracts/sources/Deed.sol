// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";

/// An ERC-721 token whose owners can be counted.
contract Deed is ERC721Enumerable {
    constructor() ERC721("Deed", "DEED") {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function _baseURI() internal pure override returns (string memory) {
        return "ipfs://deeds/";
    }
}
