import type { PutValue } from '#engine';
import { misplaced } from '#plugins/egress/contract.ts';

/** A value in a list of addresses of e-mail: one of them, or a part of one. */
export const inAddresses: PutValue = (value, { name }) => {
  if (!/[,;\r\n"[\]<>]/.test(value)) return value;
  throw misplaced(name, 'stands for one address among others, and is not one plain address');
};
