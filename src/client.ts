/** `tain/client`: the client, for programs that install this package. */
export * from '@tain/client/client';
