/** `tain/verify`: the verifier, for programs that install this package. */
export * from '@tain/verify/verify';
