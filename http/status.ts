import type { ErrorKind } from '#kernel';

/**
 * Wire codes to which the runtime contract gives another status than their kind has (runtime API, error body; error
 * codes).
 */
const statusByCode: Readonly<Record<string, number>> = {
  method_not_allowed: 405,
  human_input_form_submitted: 412,
  human_input_form_expired: 412,
  request_too_large: 413,
  file_too_large: 413,
  audio_too_large: 413,
  unsupported_media_type: 415,
  unsupported_file_type: 415,
  unsupported_audio_type: 415,
  app_unavailable: 400,
  provider_not_initialize: 400,
  provider_quota_exceeded: 400,
  model_currently_not_support: 400,
  completion_request_error: 400,
};

export function statusOf(kind: ErrorKind, wireCode: string): number {
  return Object.hasOwn(statusByCode, wireCode) ? (statusByCode[wireCode] ?? 500) : statusOfKind(kind);
}

function statusOfKind(kind: ErrorKind): number {
  switch (kind) {
    case 'invalid':
      return 400;
    case 'unauthenticated':
      return 401;
    case 'forbidden':
      return 403;
    case 'not-found':
      return 404;
    case 'conflict':
      return 409;
    case 'limited':
      return 429;
    case 'unavailable':
      return 503;
    case 'internal':
      return 500;
    default:
      return unknownKind(kind);
  }
}

/** Reached only by an error from code that was compiled against other kinds: never let that answer 200. */
function unknownKind(_kind: never): number {
  return 500;
}
