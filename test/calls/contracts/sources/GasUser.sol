// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";

struct NftMove { address from; address to; int64 serial; bool approval; }
struct Amount { address account; int64 amount; bool approval; }
struct Amounts { Amount[] list; }
struct Moves { address token; Amount[] amounts; NftMove[] nfts; }
struct Expiry { int64 second; address account; int64 period; }
struct KeyValue { bool inherit; address contractId; bytes ed25519; bytes ecdsa; address delegatable; }
struct TokenKey { uint256 kind; KeyValue key; }
struct Token { string name; string symbol; address treasury; string memo; bool finite; int64 max; bool freezeDefault; TokenKey[] keys; Expiry expiry; }
struct FixedFee { int64 amount; address token; bool hbars; bool current; address collector; }
struct FractionalFee { int64 numerator; int64 denominator; int64 min; int64 max; bool net; address collector; }
struct RoyaltyFee { int64 numerator; int64 denominator; int64 amount; address token; bool hbars; address collector; }
struct Info { Token token; int64 supply; bool deleted; bool kycDefault; bool paused; FixedFee[] fixedFees; FractionalFee[] fractionalFees; RoyaltyFee[] royaltyFees; string ledgerId; }
struct FungibleInfo { Info info; int32 decimals; }
struct NftInfo { Info info; int64 serial; address owner; int64 created; bytes metadata; address spender; }

interface IService {
    function allowance(address, address, address) external returns (int64, uint256);
    function approve(address, address, uint256) external returns (int64);
    function approveNFT(address, address, uint256) external returns (int64);
    function associateToken(address, address) external returns (int64);
    function associateTokens(address, address[] memory) external returns (int64);
    function burnToken(address, int64, int64[] memory) external returns (int64, int64);
    function cryptoTransfer(Amounts memory, Moves[] memory) external returns (int64);
    function deleteToken(address) external returns (int64);
    function dissociateToken(address, address) external returns (int64);
    function dissociateTokens(address, address[] memory) external returns (int64);
    function freezeToken(address, address) external returns (int64);
    function unfreezeToken(address, address) external returns (int64);
    function getApproved(address, uint256) external returns (int64, address);
    function getFungibleTokenInfo(address) external returns (int64, FungibleInfo memory);
    function getNonFungibleTokenInfo(address, int64) external returns (int64, NftInfo memory);
    function getTokenInfo(address) external returns (int64, Info memory);
    function getTokenDefaultFreezeStatus(address) external returns (int64, bool);
    function getTokenDefaultKycStatus(address) external returns (int64, bool);
    function getTokenExpiryInfo(address) external returns (int64, Expiry memory);
    function getTokenKey(address, uint256) external returns (int64, KeyValue memory);
    function getTokenType(address) external returns (int64, int32);
    function grantTokenKyc(address, address) external returns (int64);
    function revokeTokenKyc(address, address) external returns (int64);
    function isApprovedForAll(address, address, address) external returns (int64, bool);
    function isFrozen(address, address) external returns (int64, bool);
    function isKyc(address, address) external returns (int64, bool);
    function isToken(address) external returns (int64, bool);
    function mintToken(address, int64, bytes[] memory) external returns (int64, int64, int64[] memory);
    function pauseToken(address) external returns (int64);
    function unpauseToken(address) external returns (int64);
    function setApprovalForAll(address, address, bool) external returns (int64);
    function transferFrom(address, address, address, uint256) external returns (int64);
    function transferFromNFT(address, address, address, uint256) external returns (int64);
    function transferNFT(address, address, address, int64) external returns (int64);
    function transferNFTs(address, address[] memory, address[] memory, int64[] memory) external returns (int64);
    function transferToken(address, address, address, int64) external returns (int64);
    function transferTokens(address, address[] memory, int64[] memory) external returns (int64);
    function wipeTokenAccount(address, address, int64) external returns (int64);
    function wipeTokenAccountNFT(address, address, int64[] memory) external returns (int64);
    function redirectForToken(address, bytes memory) external returns (int64, bytes memory);
}

interface IRates {
    function tinycentsToTinybars(uint256) external returns (uint256);
    function tinybarsToTinycents(uint256) external returns (uint256);
}

interface IRandom {
    function getPseudorandomSeed() external returns (bytes32);
}

/// Calls each method once, the way contracts do, so that the gas of a call can be held against what a network charged.
contract GasUser {
    IService private constant S = IService(address(0x167));
    uint256 private counter = 5;

    function ok(int64 status) private pure {
        require(status == 22, "not done");
    }

    // What only reads.

    function allowanceExternal(address t, address o, address s) external returns (uint256 a) {
        int64 c;
        (c, a) = S.allowance(t, o, s);
        ok(c);
    }

    function getApprovedExternal(address t, uint256 n) external returns (address a) {
        int64 c;
        (c, a) = S.getApproved(t, n);
        ok(c);
    }

    function getInformationForFungibleToken(address t) external returns (FungibleInfo memory i) {
        int64 c;
        (c, i) = S.getFungibleTokenInfo(t);
        ok(c);
    }

    function getInformationForNonFungibleToken(address t, int64 n) external returns (NftInfo memory i) {
        int64 c;
        (c, i) = S.getNonFungibleTokenInfo(t, n);
        ok(c);
    }

    function getInformationForToken(address t) external returns (Info memory i) {
        int64 c;
        (c, i) = S.getTokenInfo(t);
        ok(c);
    }

    function getTokenDefaultFreeze(address t) external returns (bool b) {
        int64 c;
        (c, b) = S.getTokenDefaultFreezeStatus(t);
        ok(c);
    }

    function getTokenDefaultKyc(address t) external returns (bool b) {
        int64 c;
        (c, b) = S.getTokenDefaultKycStatus(t);
        ok(c);
    }

    function getTokenExpiryInfoExternal(address t) external returns (Expiry memory e) {
        int64 c;
        (c, e) = S.getTokenExpiryInfo(t);
        ok(c);
    }

    function getTokenKeyExternal(address t, uint256 k) external returns (KeyValue memory v) {
        int64 c;
        (c, v) = S.getTokenKey(t, k);
        ok(c);
    }

    function getType(address t) external returns (int32 y) {
        int64 c;
        (c, y) = S.getTokenType(t);
        ok(c);
    }

    function isApprovedForAllExternal(address t, address o, address s) external returns (bool b) {
        int64 c;
        (c, b) = S.isApprovedForAll(t, o, s);
        ok(c);
    }

    function isTokenFrozen(address t, address a) external returns (bool b) {
        int64 c;
        (c, b) = S.isFrozen(t, a);
        ok(c);
    }

    function isKycGranted(address t, address a) external returns (bool b) {
        int64 c;
        (c, b) = S.isKyc(t, a);
        ok(c);
    }

    function isTokenExternal(address t) external returns (bool b) {
        int64 c;
        (c, b) = S.isToken(t);
        ok(c);
    }

    function allowance(address t, address o, address s) external view returns (uint256) { return IERC20(t).allowance(o, s); }
    function balanceOf(address t, address a) external view returns (uint256) { return IERC20(t).balanceOf(a); }
    function decimals(address t) external view returns (uint8) { return IERC20Metadata(t).decimals(); }
    function getApproved(address t, uint256 n) external view returns (address) { return IERC721(t).getApproved(n); }
    function isApprovedForAll(address t, address o, address s) external view returns (bool) { return IERC721(t).isApprovedForAll(o, s); }
    function nameIERC721(address t) external view returns (string memory) { return IERC721Metadata(t).name(); }
    function getOwnerOf(address t, uint256 n) external view returns (address) { return IERC721(t).ownerOf(n); }
    function symbol(address t) external view returns (string memory) { return IERC20Metadata(t).symbol(); }
    function totalSupply(address t) external view returns (uint256) { return IERC20(t).totalSupply(); }
    function tokenURI(address t, uint256 n) external view returns (string memory) { return IERC721Metadata(t).tokenURI(n); }

    // What changes the ledger.

    function approveExternal(address t, address s, uint256 n) external { ok(S.approve(t, s, n)); }
    function approveNFTExternal(address t, address s, uint256 n) external { ok(S.approveNFT(t, s, n)); }
    function approve(address t, address s, uint256 n) external { IERC20(t).approve(s, n); }
    function setApprovalForAllExternal(address t, address s, bool b) external { ok(S.setApprovalForAll(t, s, b)); }
    function associateTokenExternal(address a, address t) external { ok(S.associateToken(a, t)); }
    function associateTokensExternal(address a, address[] memory t) external { ok(S.associateTokens(a, t)); }
    function dissociateTokenExternal(address a, address t) external { ok(S.dissociateToken(a, t)); }
    function dissociateTokensExternal(address a, address[] memory t) external { ok(S.dissociateTokens(a, t)); }

    function dissociateAndAssociateTokenExternal(address a, address t) external {
        ok(S.dissociateToken(a, t));
        ok(S.associateToken(a, t));
    }

    function burnTokenExternal(address t, int64 n, int64[] memory l) external returns (int64 s) {
        int64 c;
        (c, s) = S.burnToken(t, n, l);
        ok(c);
    }

    function mintTokenExternal(address t, int64 n, bytes[] memory m) external returns (int64 s, int64[] memory l) {
        int64 c;
        (c, s, l) = S.mintToken(t, n, m);
        ok(c);
    }

    function approveTokenGetAllowance(address t, address s, uint256 n, uint256 serial) external returns (uint256) {
        int64 c;
        if (serial == 0) {
            uint256 a;
            ok(S.approve(t, s, n));
            (c, a) = S.allowance(t, address(this), s);
            return a;
        }
        ok(S.approveNFT(t, s, serial));
        (c,) = S.getApproved(t, serial);
        return serial;
    }

    function burnTokenGetTotalSupplyAndBalanceOfTreasury(address t, int64 n, int64[] memory l, address y) external returns (uint256, uint256) {
        uint256 a = IERC20(t).totalSupply();
        uint256 b = IERC20(t).balanceOf(y);
        (int64 c,) = S.burnToken(t, n, l);
        ok(c);
        return (a - IERC20(t).totalSupply(), b - IERC20(t).balanceOf(y));
    }

    function mintTokenGetTotalSupplyAndBalanceOfTreasury(address t, int64 n, bytes[] memory m, address y) external returns (uint256, uint256) {
        uint256 a = IERC20(t).totalSupply();
        uint256 b = IERC20(t).balanceOf(y);
        (int64 c,,) = S.mintToken(t, n, m);
        ok(c);
        return (IERC20(t).totalSupply() - a, IERC20(t).balanceOf(y) - b);
    }

    function freezeTokenGetFreezeStatusUnfreezeGetFreezeStatus(address t, address a) external returns (bool, bool) {
        ok(S.freezeToken(t, a));
        (, bool first) = S.isFrozen(t, a);
        ok(S.unfreezeToken(t, a));
        (, bool second) = S.isFrozen(t, a);
        return (first, second);
    }

    function cryptoTransferExternal(Amounts memory h, Moves[] memory m) external { ok(S.cryptoTransfer(h, m)); }
    function deleteTokenExternal(address t) external { ok(S.deleteToken(t)); }
    function freezeTokenExternal(address t, address a) external { ok(S.freezeToken(t, a)); }
    function unfreezeTokenExternal(address t, address a) external { ok(S.unfreezeToken(t, a)); }

    function nestedFreezeUnfreezeTokenExternal(address t, address a) external {
        ok(S.freezeToken(t, a));
        ok(S.unfreezeToken(t, a));
    }

    function grantTokenKycExternal(address t, address a) external { ok(S.grantTokenKyc(t, a)); }
    function revokeTokenKycExternal(address t, address a) external { ok(S.revokeTokenKyc(t, a)); }

    function nestedGrantAndRevokeTokenKYCExternal(address t, address a) external {
        ok(S.grantTokenKyc(t, a));
        ok(S.revokeTokenKyc(t, a));
    }

    function pauseTokenExternal(address t) external { ok(S.pauseToken(t)); }
    function unpauseTokenExternal(address t) external { ok(S.unpauseToken(t)); }

    function nestedPauseUnpauseTokenExternal(address t) external {
        ok(S.pauseToken(t));
        ok(S.unpauseToken(t));
    }

    function transfer(address t, address to, uint256 n) external { IERC20(t).transfer(to, n); }
    function transferFrom(address t, address f, address to, uint256 n) external { IERC20(t).transferFrom(f, to, n); }
    function transferFromExternal(address t, address f, address to, uint256 n) external { ok(S.transferFrom(t, f, to, n)); }
    function transferFromNFTExternal(address t, address f, address to, uint256 n) external { ok(S.transferFromNFT(t, f, to, n)); }
    function transferNFTExternal(address t, address f, address to, int64 n) external { ok(S.transferNFT(t, f, to, n)); }
    function transferNFTsExternal(address t, address[] memory f, address[] memory to, int64[] memory n) external { ok(S.transferNFTs(t, f, to, n)); }
    function transferTokenExternal(address t, address f, address to, int64 n) external { ok(S.transferToken(t, f, to, n)); }
    function transferTokensExternal(address t, address[] memory a, int64[] memory n) external { ok(S.transferTokens(t, a, n)); }
    function wipeTokenAccountExternal(address t, address a, int64 n) external { ok(S.wipeTokenAccount(t, a, n)); }
    function wipeTokenAccountNFTExternal(address t, address a, int64[] memory n) external { ok(S.wipeTokenAccountNFT(t, a, n)); }

    // Through the service's own redirect, logging the answer.

    event Answered(bool done, bytes result);

    function redirected(address t, bytes memory call) private returns (bytes memory) {
        (bool done, bytes memory r) = address(S).call(abi.encodeCall(IService.redirectForToken, (t, call)));
        emit Answered(done, r);
        require(done, "not done");
        return r;
    }

    function allowanceRedirect(address t, address o, address s) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20.allowance, (o, s))); }
    function approveRedirect(address t, address s, uint256 n) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20.approve, (s, n))); }
    function balanceOfRedirect(address t, address a) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20.balanceOf, (a))); }
    function decimalsRedirect(address t) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20Metadata.decimals, ())); }
    function getOwnerOfRedirect(address t, uint256 n) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC721.ownerOf, (n))); }
    function isApprovedForAllRedirect(address t, address o, address s) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC721.isApprovedForAll, (o, s))); }
    function nameRedirect(address t) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20Metadata.name, ())); }
    function symbolRedirect(address t) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20Metadata.symbol, ())); }
    function setApprovalForAllRedirect(address t, address s, bool b) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC721.setApprovalForAll, (s, b))); }
    function tokenURIRedirect(address t, uint256 n) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC721Metadata.tokenURI, (n))); }
    function transferRedirect(address t, address to, uint256 n) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20.transfer, (to, n))); }
    function transferFromRedirect(address t, address f, address to, uint256 n) external returns (bytes memory) { return redirected(t, abi.encodeCall(IERC20.transferFrom, (f, to, n))); }

    // Other services, and no service at all.

    function tinycentsToTinybars(uint256 n) external returns (uint256) { return IRates(address(0x168)).tinycentsToTinybars(n); }
    function tinybarsToTinycents(uint256 n) external returns (uint256) { return IRates(address(0x168)).tinybarsToTinycents(n); }
    function getPseudorandomSeed() external returns (bytes32) { return IRandom(address(0x169)).getPseudorandomSeed(); }
    function addressBalance(address a) external view returns (uint256) { return a.balance; }
    function getGasLeft() external view returns (uint256) { return gasleft(); }
    function msgSender() external view returns (address) { return msg.sender; }
    function msgSig() external pure returns (bytes4) { return msg.sig; }
    function msgValue() external payable returns (uint256) { return msg.value; }
    function pureMultiply() external pure returns (uint256) { unchecked { return 2 * 2; } }
    function txOrigin() external view returns (address) { return tx.origin; }

    function updateCounter(uint256 n) external returns (uint256) {
        counter = n;
        return counter;
    }

    function callToInvalidContract(address a) external {
        (bool done,) = a.call("");
        done;
    }

    function delegateCallToInvalidContract(address a) external {
        (bool done,) = a.delegatecall("");
        done;
    }

    function staticCallToInvalidContract(address a) external view {
        (bool done,) = a.staticcall("");
        done;
    }
}
