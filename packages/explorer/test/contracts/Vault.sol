// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "./Owned.sol";

/// Fees of the vault. Its function is public, so that the vault is linked with its address.
library Fees {
    function feeOf(uint256 amount) public pure returns (uint256) {
        return amount / 100;
    }
}

interface IGuard {
    function check(uint256 amount) external pure;
}

contract Guard is IGuard {
    error TooMuch(uint256 amount);

    function check(uint256 amount) external pure {
        if (amount > 1000) revert TooMuch(amount);
    }
}

/// A contract of the explorer’s tests: the apostrophe makes characters differ from bytes.
contract Vault is Owned {
    struct Limit {
        uint128 smallest;
        uint128 largest;
    }

    uint256 public total;
    mapping(address => uint256) public deposits;
    Limit public limit = Limit(1, 500);
    uint32[3] public steps;
    address[] public members;
    string public title = "vault";
    bytes4 public tag = 0x12345678;
    int16 public balance = -2;

    event Deposited(address indexed from, uint256 amount, uint256 fee);

    constructor(uint256 first) {
        total = first;
        steps[1] = 7;
        members.push(msg.sender);
    }

    function deposit(uint256 amount) external payable {
        require(amount >= limit.smallest, "too little");
        total += amount;
        deposits[msg.sender] += amount;
        calls += 1;
        emit Deposited(msg.sender, amount, Fees.feeOf(amount));
    }

    function guarded(IGuard guard, uint256 amount) external view returns (uint256) {
        guard.check(amount);
        return total;
    }

    function close() external onlyOwner {
        paused = true;
    }

    function share(uint256 parts) external view returns (uint256) {
        return total / parts;
    }
}
