import { bytesAnswer, emptyAnswer, jsonAnswer, objectSchema, type RouteDocs, schemas } from '#http';

const tag = 'Accounts';
const picture = objectSchema('Avatar', {
  avatar_url: { ...schemas.text, description: 'Path of the picture on this server; another one after each change.' },
});
const headers = { ETag: 'Names this picture.', 'Cache-Control': 'How long it may be kept.' };

/** What is told of pictures of people. */
export const avatarDocs = {
  set: {
    tag,
    description:
      'A PNG, JPEG, GIF, BMP or WebP, whatever its name says. Its middle is kept as a PNG of 256 × 256 pixels, of moving images the first picture; nothing else that the file held is kept.',
    body: {
      title: 'AvatarUpload',
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
    answers: { 200: jsonAnswer('It is set.', picture) },
    errors: {
      400: ['no_file_uploaded', 'too_many_files', 'unreadable_image', 'limit_exceeded'],
      413: ['file_too_large'],
      415: ['unsupported_file_type'],
    },
  },
  remove: { tag, answers: { 204: emptyAnswer('There is none now.') } },
  show: {
    tag,
    description: 'Of yourself, and of people who are in a workspace that you are in.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier answer.' },
    answers: {
      200: { ...bytesAnswer('The picture, 256 × 256 pixels.', 'image/png'), headers },
      304: { ...emptyAnswer('As it was: `If-None-Match` names its `ETag`.'), headers },
    },
    errors: { 404: ['no_avatar'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
