import type { Schemas } from '#plugins/commands/generated/schemas.ts';

export const accountsPath = '/console/api/connected-accounts';
export const servicesPath = '/console/api/account-services';

export type Owner = 'me' | 'workspace';
export type Service = Schemas['AccountService'];
export type Account = Schemas['ConnectedAccount'];
