// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Interfaces.sol";

/// What the proxy runs: keeps a number.
contract ShowcaseBox is IERC165 {
    uint256 public number;

    event Stored(address indexed by, uint256 number);

    function store(uint256 number_) external {
        number = number_;
        emit Stored(msg.sender, number_);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC165).interfaceId;
    }
}
