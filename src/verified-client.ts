/** `tain/client/verified`: the client with the verifier, for programs that install this package. */
export * from '@tain/client/verified';
