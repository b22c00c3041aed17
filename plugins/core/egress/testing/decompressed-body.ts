/** For tests of others that answer without a network, as the client would have unpacked it. */
export { decompressed } from '#plugins/egress/decompress.ts';
