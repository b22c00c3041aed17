import type { Account } from './contract.ts';

/**
 * Where the picture of an account is shown to those who may see it, on the console's address (`plugins/workspace/avatars`); another
 * one after each change, so that pages show the new picture. null: there is none.
 */
export function avatarUrl({ id, avatar }: Pick<Account, 'id' | 'avatar'>): string | null {
  return avatar === null ? null : `/console/api/accounts/${id}/avatar?v=${avatar.sha256.slice(0, 16)}`;
}
