// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Runs the code of another contract on its own storage, with the slots and events of ERC-1967.
contract ShowcaseProxy {
    bytes32 private constant IMPLEMENTATION = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    bytes32 private constant ADMIN = bytes32(uint256(keccak256("eip1967.proxy.admin")) - 1);

    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    constructor(address implementation) {
        write(ADMIN, msg.sender);
        emit AdminChanged(address(0), msg.sender);
        upgrade(implementation);
    }

    fallback() external payable {
        run();
    }

    receive() external payable {
        run();
    }

    function upgradeTo(address implementation) external {
        if (msg.sender != read(ADMIN)) return run();
        upgrade(implementation);
    }

    function upgrade(address implementation) private {
        require(implementation.code.length > 0, "Proxy: no code there");
        write(IMPLEMENTATION, implementation);
        emit Upgraded(implementation);
    }

    function run() private {
        address implementation = read(IMPLEMENTATION);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function read(bytes32 slot) private view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function write(bytes32 slot, address value) private {
        assembly {
            sstore(slot, value)
        }
    }
}
