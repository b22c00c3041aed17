import type { Route } from '#http';
import { isPlatformError, PlatformError } from '#kernel';

/** Codes that clients of knowledge bases know (runtime API, error codes). */
const known: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'bad_request',
  'invalid_param',
  'unsupported_media_type',
  'too_many_requests',
  'rate_limit_error',
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
  'no_file_uploaded',
  'too_many_files',
  'filename_not_exists_error',
  'file_extension_blocked',
  'file_too_large',
  'unsupported_file_type',
  'dataset_name_duplicate',
  'dataset_in_use',
  'dataset_indexing_in_progress',
  'dataset_not_initialized',
  'archived_document_immutable',
  'document_indexing',
  'document_already_finished',
  'invalid_action',
  'invalid_metadata',
  'request_too_large',
]);

/** The routes with errors in the words of the contract: what has another code gets that of its kind, and keeps its message. */
export function inContract(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    async handle(request) {
      try {
        return await route.handle(request);
      } catch (error) {
        throw contractError(error);
      }
    },
  }));
}

export function contractError(error: unknown): unknown {
  if (!isPlatformError(error) || known.has(error.wireCode)) return error;
  const { kind, message, field } = error;
  const options = { cause: error, ...(field !== undefined && { field }) };
  switch (kind) {
    case 'invalid':
    case 'conflict':
      return new PlatformError('invalid', 'knowledge-api.invalid_param', message, options);
    case 'forbidden':
      return new PlatformError('forbidden', 'knowledge-api.forbidden', message, options);
    case 'not-found':
      return new PlatformError('not-found', 'knowledge-api.not_found', message, options);
    default:
      return error;
  }
}
