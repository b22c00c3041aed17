import { empty, json, nameOf, type Route, route } from '#http';
import { keyScopes } from '#plugins/management-access/contract.ts';
import { accountDocs } from './account-docs.ts';
import { accountItem, keyItem, type PlaceOf } from './account-items.ts';
import type { AccountsService } from './accounts-service.ts';
import { AccountAccess, type AccountNotice } from './contract.ts';
import type { PersonalKeys } from './personal-keys.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SignIn } from './sign-in.ts';

export interface AccountRouteParts {
  readonly accounts: AccountsService;
  readonly signIn: SignIn;
  readonly factor: SecondFactor;
  readonly keys: PersonalKeys;
  readonly placeOf: PlaceOf;
  /** For who tells people. */
  noticed(notice: AccountNotice): void;
}

const access = AccountAccess;
const permission = 'account.manage';
const password = { type: 'string', maxLength: 1024 } as const;
const name = nameOf(100);
/** Codes of a second factor that may be tried in a quarter of an hour. */
const CODES = 10;

/** Personal settings (specification, personal settings), of whoever calls. */
export function accountRoutes(parts: AccountRouteParts): Route[] {
  const { accounts, signIn, placeOf, noticed } = parts;
  return [
    route({
      id: 'accounts.show',
      method: 'GET',
      path: '/console/api/account',
      access,
      summary: 'Get your account',
      docs: accountDocs.show,
      handle: async ({ principal }) => json(await accountItem(principal.account, placeOf)),
    }),
    route({
      id: 'accounts.update',
      method: 'PATCH',
      path: '/console/api/account',
      access,
      permission,
      summary: 'Change your display name or language',
      audit: { body: ['name', 'language'] },
      noCommand: 'a person signs in for it',
      docs: accountDocs.update,
      body: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: {
          name,
          language: {
            type: 'string',
            pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
            description: 'Language of the pages: a language tag such as `en` or `zh-Hans`.',
          },
        },
      },
      async handle({ principal, body }) {
        const account = await accounts.update(principal.account.id, body);
        return json(await accountItem(account, placeOf));
      },
    }),
    route({
      id: 'accounts.set-password',
      method: 'PUT',
      path: '/console/api/account/password',
      access,
      permission,
      summary: 'Change your password and sign out all other sessions',
      audit: 'path',
      noCommand: 'a person signs in for it',
      docs: accountDocs.setPassword,
      body: {
        type: 'object',
        required: ['password'],
        additionalProperties: false,
        properties: { password: { ...password, minLength: 1 }, current_password: password },
      },
      async handle({ principal: { account, sessionId }, body: given, address }) {
        await signIn.confirm(account.id, given.current_password ?? '');
        await accounts.setPassword(account, given.password, sessionId);
        noticed({ accountId: account.id, what: 'password-changed', address });
        return json({ result: 'success' });
      },
    }),
    ...factorRoutes(parts),
    ...keyRoutes(parts),
  ];
}

function factorRoutes(parts: AccountRouteParts): Route[] {
  const { signIn, factor, noticed } = parts;
  const path = '/console/api/account/second-factor';
  const confirmed = {
    type: 'object',
    additionalProperties: false,
    properties: { current_password: password },
  } as const;
  return [
    route({
      id: 'accounts.begin-second-factor',
      method: 'POST',
      path,
      access,
      permission,
      summary: 'Start setting up a second factor',
      audit: 'path',
      noCommand: 'a person signs in for it, and reads a picture',
      docs: accountDocs.beginFactor,
      body: confirmed,
      async handle({ principal: { account }, body }) {
        await signIn.confirm(account.id, body.current_password ?? '');
        return json(await factor.begin(account), { headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    route({
      id: 'accounts.confirm-second-factor',
      method: 'POST',
      path: `${path}/confirm`,
      access,
      permission,
      summary: 'Turn on the second factor with a first code',
      audit: 'path',
      noCommand: 'a person signs in for it, and reads a picture',
      docs: accountDocs.confirmFactor,
      body: {
        type: 'object',
        required: ['code'],
        additionalProperties: false,
        properties: {
          code: {
            type: 'string',
            pattern: '^[0-9]{6}$',
            description: 'The current six-digit code of the authenticator app.',
          },
        },
      },
      async handle({ principal: { account }, body, address }) {
        await signIn.count(`code/${account.id}`, CODES);
        const codes = await factor.confirm(account.id, body.code);
        noticed({ accountId: account.id, what: 'second-factor-on', address });
        return json({ recovery_codes: codes }, { headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    ...activeFactorRoutes(parts),
  ];
}

/** Of a second factor that is on. */
function activeFactorRoutes({ signIn, factor, noticed }: AccountRouteParts): Route[] {
  const path = '/console/api/account/second-factor';
  const confirmed = {
    type: 'object',
    additionalProperties: false,
    properties: { current_password: password },
  } as const;
  return [
    route({
      id: 'accounts.renew-recovery-codes',
      method: 'POST',
      path: `${path}/recovery-codes`,
      access,
      permission,
      summary: 'Replace your recovery codes',
      audit: 'path',
      noCommand: 'a person signs in for it, and reads a picture',
      docs: accountDocs.renewCodes,
      body: {
        type: 'object',
        required: ['code'],
        additionalProperties: false,
        properties: {
          code: {
            type: 'string',
            minLength: 1,
            maxLength: 64,
            description: 'A code of your authenticator app, or a recovery code.',
          },
          current_password: password,
        },
      },
      async handle({ principal: { account }, body: given, address }) {
        await signIn.confirm(account.id, given.current_password ?? '');
        await signIn.count(`code/${account.id}`, CODES);
        const codes = await factor.renewCodes(account.id, given.code);
        noticed({ accountId: account.id, what: 'recovery-codes-renewed', address });
        return json({ recovery_codes: codes }, { headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    route({
      id: 'accounts.remove-second-factor',
      method: 'DELETE',
      path,
      access,
      permission,
      summary: 'Turn off the second factor',
      audit: 'path',
      noCommand: 'a person signs in for it, and reads a picture',
      docs: accountDocs.removeFactor,
      body: confirmed,
      bodyPresence: 'optional',
      async handle({ principal: { account }, body, address }) {
        await signIn.confirm(account.id, body?.current_password ?? '');
        await factor.turnOff(account.id);
        noticed({ accountId: account.id, what: 'second-factor-off', address });
        return empty();
      },
    }),
  ];
}

function keyRoutes({ keys, noticed }: AccountRouteParts): Route[] {
  const path = '/console/api/account/keys';
  return [
    route({
      id: 'accounts.list-keys',
      method: 'GET',
      path,
      access,
      permission,
      summary: 'List your personal keys, with masked secrets',
      docs: accountDocs.keys,
      handle: async ({ principal }) => json({ data: (await keys.list(principal.account.id)).map(keyItem) }),
    }),
    route({
      id: 'accounts.create-key',
      method: 'POST',
      path,
      access,
      permission,
      summary: 'Create a personal key; its secret is returned once',
      audit: { body: ['name', 'permissions', 'expires_at'], answer: ['id'] },
      docs: accountDocs.createKey,
      body: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name,
          permissions: {
            type: ['array', 'null'],
            uniqueItems: true,
            items: { type: 'string', enum: [...keyScopes], description: 'A permission such as `apps.edit`.' },
            description:
              'Permissions the key is limited to, such as `apps.edit`. Omitted or null: all of your permissions, except those that require you to be signed in.',
          },
          expires_at: {
            type: ['integer', 'null'],
            format: 'unixtime',
            minimum: 0,
            maximum: 253_402_300_799,
            description: 'When the key expires, as a Unix timestamp in seconds, before the year 10000. null: never.',
          },
        },
      },
      async handle({ principal, body: given, address }) {
        const expiresAt = given.expires_at == null ? null : given.expires_at * 1000;
        const values = { name: given.name, permissions: given.permissions ?? null, expiresAt };
        const { key, secret } = await keys.create(principal.account.id, values);
        noticed({ accountId: principal.account.id, what: 'key-made', address });
        return json({ ...keyItem(key), api_key: secret }, { status: 201, headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    route({
      id: 'accounts.revoke-key',
      method: 'DELETE',
      path: `${path}/:key_id`,
      access,
      permission,
      summary: 'Revoke a personal key immediately',
      ids: { 'params.key_id': 'personalKey' },
      audit: 'path',
      docs: accountDocs.revokeKey,
      params: { type: 'object', properties: { key_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal, params }) {
        await keys.revoke(principal.account.id, params.key_id);
        return empty();
      },
    }),
  ];
}
