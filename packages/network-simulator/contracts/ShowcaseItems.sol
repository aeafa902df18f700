// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Interfaces.sol";

/// ERC-1155. Anybody may mint.
contract ShowcaseItems is IERC165, IERC1155, IERC1155MetadataURI {
    mapping(uint256 => mapping(address => uint256)) private balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function mint(address to, uint256 id, uint256 value) external {
        balances[id][to] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function uri(uint256) external pure returns (string memory) {
        return "data:application/json,{\"name\":\"Showcase item {id}\"}";
    }

    function balanceOf(address account, uint256 id) public view returns (uint256) {
        return balances[id][account];
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory found)
    {
        require(accounts.length == ids.length, "ITEMS: lengths differ");
        found = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) found[i] = balances[ids[i]][accounts[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length == 0) return;
        bytes4 answer = IERC1155Receiver(to).onERC1155Received(msg.sender, from, id, value, data);
        require(answer == IERC1155Receiver.onERC1155Received.selector, "ITEMS: not received");
    }

    function safeBatchTransferFrom(
        address from, address to, uint256[] calldata ids, uint256[] calldata values, bytes calldata data
    ) external {
        require(ids.length == values.length, "ITEMS: lengths differ");
        for (uint256 i = 0; i < ids.length; i++) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer = IERC1155Receiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, data);
        require(answer == IERC1155Receiver.onERC1155BatchReceived.selector, "ITEMS: not received");
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC165).interfaceId || id == type(IERC1155).interfaceId
            || id == type(IERC1155MetadataURI).interfaceId;
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "ITEMS: not allowed");
        require(to != address(0), "ITEMS: nobody");
        require(balances[id][from] >= value, "ITEMS: balance too low");
        balances[id][from] -= value;
        balances[id][to] += value;
    }
}
