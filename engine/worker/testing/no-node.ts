/** A module that exports no usable `node`. */
export const node = { compile: 'not a function' };
