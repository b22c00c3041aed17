import {
  bytesAnswer,
  emptyAnswer,
  json,
  jsonAnswer,
  objectSchema,
  orNull,
  Public,
  type Route,
  type RouteDocs,
  route,
  schemas,
} from '#http';
import { iconAddress } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { IconsService } from './icons-service.ts';

const tag = 'Apps';
const headers = {
  ETag: 'Identifies this version of the content.',
  'Cache-Control': 'How long the response may be cached.',
};
const appId = { type: 'string', format: 'uuid' } as const;

const docs = {
  set: {
    tag,
    description:
      'A PNG, JPEG, GIF, BMP or WebP image; the type is detected from the content, not from the file name. The centre is stored as a PNG of 256 × 256 pixels; metadata in the file is discarded. To use an emoji or the first letter of the name instead, use `PATCH /console/api/apps/{app_id}`.',
    body: {
      title: 'AppIconUpload',
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
    answers: {
      200: jsonAnswer(
        'The picture was set.',
        objectSchema('AppIcon', {
          icon_url: { ...orNull(schemas.text), description: 'Path of the icon. Changes with the icon.' },
        }),
      ),
    },
    errors: {
      400: ['no_file_uploaded', 'too_many_files', 'unreadable_image', 'limit_exceeded'],
      413: ['file_too_large'],
      415: ['unsupported_file_type'],
    },
  },
  show: {
    tag: 'Pages',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier response.' },
    answers: {
      200: { ...bytesAnswer('The picture, 256 × 256 pixels.', 'image/png'), headers },
      304: { ...emptyAnswer('Not modified: `If-None-Match` matches the current `ETag`.'), headers },
    },
    errors: { 404: ['no_icon'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** Pictures of apps: editors set them, and pages of the apps show them. */
export function iconRoutes(icons: IconsService, bodyLimit: number): Route[] {
  return [
    route({
      id: 'app-icons.set',
      method: 'PUT',
      path: '/console/api/apps/:app_id/icon',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Upload the icon of an app',
      audit: 'path',
      docs: docs.set,
      params: { type: 'object', properties: { app_id: appId } },
      bodyType: 'multipart',
      bodyLimit,
      async handle({ principal, params, multipart, signal }) {
        const app = await icons.set(principal.workspaceId, params.app_id, multipart, signal);
        return json({ icon_url: iconAddress(app) });
      },
    }),
    route({
      id: 'app-icons.show',
      method: 'GET',
      path: '/app-icons/:app_id/:hash',
      access: Public,
      summary: 'Get the icon of an app',
      noCommand: 'a picture',
      ids: { 'params.hash': { nothing: 'of a picture; who knows it may see it' } },
      docs: docs.show,
      params: {
        type: 'object',
        properties: {
          app_id: appId,
          hash: {
            type: 'string',
            pattern: '^[0-9a-f]{32}$',
            description: 'Hash of the picture: 32 hexadecimal digits.',
          },
        },
      },
      handle: ({ params: { app_id: id, hash }, headers: { 'if-none-match': known } }) => icons.show(id, hash, known),
    }),
  ];
}
