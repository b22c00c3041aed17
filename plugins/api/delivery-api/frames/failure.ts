import type { RunFinishedEvent } from '#engine';
import { PlatformError } from '#kernel';
import { type Trouble, troubleOf } from '#plugins/provider-http/contract.ts';

/** What a failed run is told as: the fields of an `error` event (runtime API, error event). */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What it means to who asked. */
  readonly trouble: Trouble;
  /** Seconds after which it may be tried again, where somebody said so. */
  readonly retry_after: number | null;
}

/** Codes a provider's trouble keeps in apps without a graph of their own. */
const providerCodes = [
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
];

/** Failures of the server itself, not of what the app's builder or caller did. */
const serverFaults = ['engine.thread_died', 'engine.thread_blocked', 'engine.internal', 'engine.stopping'];

/**
 * Maps a failed run: a failed graph is a value error with the node's text; apps that are compiled to a graph (chat,
 * completion) report a provider's trouble by its own code.
 */
export function failureOf(end: RunFinishedEvent, isGraphApp: boolean): Failure {
  const message = end.error ?? 'The run failed.';
  const { trouble, retryAfter: retry_after } = troubleOf(message);
  const told = { message, trouble, retry_after };
  const wireCode = end.errorCode?.slice(end.errorCode.indexOf('.') + 1) ?? '';
  if (!isGraphApp && providerCodes.includes(wireCode)) return { status: 400, code: wireCode, ...told };
  if (serverFaults.includes(end.errorCode ?? '')) return { status: 500, code: 'internal_server_error', ...told };
  return { status: 400, code: 'invalid_param', ...told };
}

/** The same as the error of a blocking call. */
export function failureError(end: RunFinishedEvent, isGraphApp: boolean): PlatformError {
  const { status, code, message } = failureOf(end, isGraphApp);
  if (status === 500) return new PlatformError('internal', 'delivery-api.internal_server_error', message);
  if (code === 'invalid_param') return new PlatformError('invalid', 'delivery-api.invalid_param', message);
  return new PlatformError('unavailable', end.errorCode ?? code, message);
}
