import { empty, json, type Route, route } from '#http';
import { AccountAccess, avatarUrl } from '#plugins/accounts/contract.ts';
import { avatarDocs } from './avatar-docs.ts';
import type { AvatarsService } from './avatars-service.ts';

const access = AccountAccess;
const permission = 'account.manage';
const path = '/console/api/account/avatar';

/** Pictures of people (specification, personal settings): own ones are set and removed, those of neighbours are shown. */
export function avatarRoutes(avatars: AvatarsService, bodyLimit: number): Route[] {
  return [
    route({
      id: 'avatars.set',
      method: 'PUT',
      path,
      access,
      permission,
      summary: 'Set your profile picture',
      audit: 'path',
      docs: avatarDocs.set,
      bodyType: 'multipart',
      bodyLimit,
      async handle({ principal, multipart, signal }) {
        return json({ avatar_url: avatarUrl(await avatars.set(principal.account.id, multipart, signal)) });
      },
    }),
    route({
      id: 'avatars.remove',
      method: 'DELETE',
      path,
      access,
      permission,
      summary: 'Remove your profile picture',
      audit: 'path',
      docs: avatarDocs.remove,
      async handle({ principal }) {
        await avatars.remove(principal.account.id);
        return empty();
      },
    }),
    route({
      id: 'avatars.show',
      method: 'GET',
      path: '/console/api/accounts/:account_id/avatar',
      access,
      summary: 'Get the profile picture of a user',
      noCommand: 'a picture',
      docs: avatarDocs.show,
      params: { type: 'object', properties: { account_id: { type: 'string', format: 'uuid' } } },
      query: {
        type: 'object',
        properties: {
          v: {
            type: 'string',
            maxLength: 64,
            description: 'Ignored by the server. Changes with the picture, so that caches do not return an old one.',
          },
        },
      },
      handle: ({ principal, params: { account_id: id }, headers }) =>
        avatars.show(principal.account.id, id, headers['if-none-match']),
    }),
  ];
}
