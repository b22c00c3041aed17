import { bytesAnswer, emptyAnswer, jsonAnswer, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const tag = 'Accounts';
const picture = objectSchema('Avatar', {
  avatar_url: {
    ...orNull(schemas.text),
    description: 'Path of the picture on this server. Changes with the picture. null: removed in the meantime.',
  },
});
const headers = {
  ETag: 'Identifies this version of the content.',
  'Cache-Control': 'How long the response may be cached.',
};

/** What is told of pictures of people. */
export const avatarDocs = {
  set: {
    tag,
    description:
      'A PNG, JPEG, GIF, BMP or WebP image; the type is detected from the content, not from the file name. The centre is stored as a PNG of 256 × 256 pixels (of animated images, the first frame). Metadata in the file is discarded.',
    body: {
      title: 'AvatarUpload',
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
    answers: { 200: jsonAnswer('The picture was set.', picture) },
    errors: {
      400: ['no_file_uploaded', 'too_many_files', 'unreadable_image', 'limit_exceeded'],
      413: ['file_too_large'],
      415: ['unsupported_file_type'],
    },
  },
  remove: { tag, answers: { 204: emptyAnswer('The picture was removed, or there was none.') } },
  show: {
    tag,
    description: 'Available for your own account and for people who share a workspace with you.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier response.' },
    answers: {
      200: { ...bytesAnswer('The picture, 256 × 256 pixels.', 'image/png'), headers },
      304: { ...emptyAnswer('Not modified: `If-None-Match` matches the current `ETag`.'), headers },
    },
    errors: { 404: ['no_avatar'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
