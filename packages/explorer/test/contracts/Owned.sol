// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A contract with an owner, whose address is part of its code.
abstract contract Owned {
    address public immutable owner;
    bool internal paused;
    uint64 internal calls;

    error NotOwner(address caller, address owner);

    constructor() {
        owner = msg.sender;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender, owner);
        _;
    }
}
