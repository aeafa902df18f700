// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// What of the token service is called here, with the ledger's own signatures.
interface ITokenService {
    function isToken(address token) external returns (int64 status, bool is_);
    function getTokenType(address token) external returns (int64 status, int32 type_);
    function isFrozen(address token, address account) external returns (int64 status, bool is_);
    function isKyc(address token, address account) external returns (int64 status, bool is_);
    function allowance(address token, address owner, address spender) external returns (int64 status, uint256 amount);
    function approve(address token, address spender, uint256 amount) external returns (int64 status);
    function associateToken(address account, address token) external returns (int64 status);
    function dissociateToken(address account, address token) external returns (int64 status);
    function transferToken(address token, address from, address to, int64 amount) external returns (int64 status);
    function transferNFT(address token, address from, address to, int64 serial) external returns (int64 status);
    function transferFrom(address token, address from, address to, uint256 amount) external returns (int64 status);
    function mintToken(address token, int64 amount, bytes[] memory metadata)
        external
        returns (int64 status, int64 supply, int64[] memory serials);
    function redirectForToken(address token, bytes memory call) external returns (bytes memory result);
}

/// Uses tokens of the ledger as contracts do: by the service, and by the interface that every token has.
contract TokenUser {
    ITokenService private constant SERVICE = ITokenService(address(0x167));
    int64 private constant SUCCESS = 22;

    error Failed(int64 status);

    function demand(int64 status) private pure {
        if (status != SUCCESS) revert Failed(status);
    }

    function isToken(address token) external returns (bool is_) {
        int64 status;
        (status, is_) = SERVICE.isToken(token);
        demand(status);
    }

    function tokenType(address token) external returns (int32 type_) {
        int64 status;
        (status, type_) = SERVICE.getTokenType(token);
        demand(status);
    }

    function isFrozen(address token, address account) external returns (bool is_) {
        int64 status;
        (status, is_) = SERVICE.isFrozen(token, account);
        demand(status);
    }

    function allowanceExternal(address token, address owner, address spender) external returns (uint256 amount) {
        int64 status;
        (status, amount) = SERVICE.allowance(token, owner, spender);
        demand(status);
    }

    function approveExternal(address token, address spender, uint256 amount) external {
        demand(SERVICE.approve(token, spender, amount));
    }

    function associateTokenExternal(address account, address token) external {
        demand(SERVICE.associateToken(account, token));
    }

    function dissociateAndAssociateTokenExternal(address account, address token) external {
        demand(SERVICE.dissociateToken(account, token));
        demand(SERVICE.associateToken(account, token));
    }

    function transferTokenExternal(address token, address from, address to, int64 amount) external {
        demand(SERVICE.transferToken(token, from, to, amount));
    }

    function transferNFTExternal(address token, address from, address to, int64 serial) external {
        demand(SERVICE.transferNFT(token, from, to, serial));
    }

    function transferFromExternal(address token, address from, address to, uint256 amount) external {
        demand(SERVICE.transferFrom(token, from, to, amount));
    }

    function mintTokenExternal(address token, int64 amount, bytes[] memory metadata)
        external
        returns (int64 supply, int64[] memory serials)
    {
        int64 status;
        (status, supply, serials) = SERVICE.mintToken(token, amount, metadata);
        demand(status);
    }

    function balanceOfRedirect(address token, address account) external returns (bytes memory) {
        return SERVICE.redirectForToken(token, abi.encodeCall(IERC20.balanceOf, (account)));
    }

    function transferRedirect(address token, address to, uint256 amount) external returns (bytes memory) {
        return SERVICE.redirectForToken(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function name(address token) external view returns (string memory) {
        return IERC20Metadata(token).name();
    }

    function decimals(address token) external view returns (uint8) {
        return IERC20Metadata(token).decimals();
    }

    function totalSupply(address token) external view returns (uint256) {
        return IERC20(token).totalSupply();
    }

    function balanceOf(address token, address account) external view returns (uint256) {
        return IERC20(token).balanceOf(account);
    }

    function allowance(address token, address owner, address spender) external view returns (uint256) {
        return IERC20(token).allowance(owner, spender);
    }

    function ownerOf(address token, uint256 serial) external view returns (address) {
        return IERC721(token).ownerOf(serial);
    }

    function approve(address token, address spender, uint256 amount) external {
        IERC20(token).approve(spender, amount);
    }

    function transfer(address token, address to, uint256 amount) external {
        IERC20(token).transfer(to, amount);
    }

    function transferFrom(address token, address from, address to, uint256 amount) external {
        IERC20(token).transferFrom(from, to, amount);
    }
}
