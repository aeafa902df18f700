// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Every way in which Solidity code fails, and work that takes gas.
contract Odd {
    error Refused(address who, uint256 amount);

    uint256[] private list;
    mapping(uint256 => uint256) private store;

    function refuse(uint256 amount) external view {
        revert Refused(msg.sender, amount);
    }

    function reason() external pure {
        revert("not today");
    }

    function silent() external pure {
        revert();
    }

    function assertion(bool holds) external pure {
        assert(holds);
    }

    function divide(uint256 a, uint256 b) external pure returns (uint256) {
        return a / b;
    }

    function subtract(uint256 a, uint256 b) external pure returns (uint256) {
        return a - b;
    }

    function element(uint256 at) external view returns (uint256) {
        return list[at];
    }

    function hash(uint256 times) external pure returns (bytes32 word) {
        for (uint256 i = 0; i < times; ++i) word = keccak256(abi.encode(word));
    }

    function fill(uint256 from, uint256 count, uint256 value) external {
        for (uint256 i = 0; i < count; ++i) store[from + i] = value;
    }

    function spend(uint256 gas) external view returns (uint256) {
        uint256 least = gasleft() - gas;
        while (gasleft() > least) {}
        return gasleft();
    }
}
