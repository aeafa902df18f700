// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Interfaces.sol";

/// ERC-721 with metadata and enumeration. Anybody may mint.
contract ShowcaseArt is IERC165, IERC721, IERC721Metadata, IERC721Enumerable {
    string public constant name = "Showcase Art";
    string public constant symbol = "ART";
    mapping(uint256 => address) private owners;
    mapping(uint256 => address) private approvals;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    mapping(address => uint256[]) private owned;
    /// Where a token stands in the list of its owner.
    mapping(uint256 => uint256) private place;
    uint256[] private all;

    function mint(address to) external returns (uint256 tokenId) {
        require(to != address(0), "ART: nobody");
        tokenId = all.length + 1;
        all.push(tokenId);
        give(to, tokenId);
        emit Transfer(address(0), to, tokenId);
    }

    function balanceOf(address owner) external view returns (uint256) {
        require(owner != address(0), "ART: nobody");
        return owned[owner].length;
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        require(owner != address(0), "ART: no such token");
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return string.concat('data:application/json,{"name":"Showcase ', text(tokenId), '"}');
    }

    function totalSupply() external view returns (uint256) {
        return all.length;
    }

    function tokenByIndex(uint256 index) external view returns (uint256) {
        return all[index];
    }

    function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
        return owned[owner][index];
    }

    function getApproved(uint256 tokenId) public view returns (address) {
        ownerOf(tokenId);
        return approvals[tokenId];
    }

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "ART: not allowed");
        approvals[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(ownerOf(tokenId) == from && to != address(0), "ART: not its owner");
        require(
            msg.sender == from || msg.sender == approvals[tokenId] || isApprovedForAll[from][msg.sender],
            "ART: not allowed"
        );
        delete approvals[tokenId];
        uint256[] storage tokens = owned[from];
        uint256 last = tokens[tokens.length - 1];
        tokens[place[tokenId]] = last;
        place[last] = place[tokenId];
        tokens.pop();
        give(to, tokenId);
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        bytes4 answer = IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, data);
        require(answer == IERC721Receiver.onERC721Received.selector, "ART: not received");
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC165).interfaceId || id == type(IERC721).interfaceId
            || id == type(IERC721Metadata).interfaceId || id == type(IERC721Enumerable).interfaceId;
    }

    function give(address to, uint256 tokenId) private {
        owners[tokenId] = to;
        place[tokenId] = owned[to].length;
        owned[to].push(tokenId);
    }

    function text(uint256 number) private pure returns (string memory) {
        bytes memory digits;
        do {
            digits = bytes.concat(bytes1(uint8(48 + number % 10)), digits);
            number /= 10;
        } while (number != 0);
        return string(digits);
    }
}
