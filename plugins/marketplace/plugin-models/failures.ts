import { isPlatformError, PlatformError } from '#kernel';
import type { Called } from './implementation.ts';

/** Characters of a package's message that are told. */
const mostChars = 500;

const codes: Readonly<Record<string, string>> = {
  unauthorized: 'models.provider_not_initialize',
  quota: 'models.provider_quota_exceeded',
  unknown_model: 'models.model_currently_not_support',
};

/** What a failed call of a package means to callers of models; what an abort was for stays as it is. */
export function modelFailure(error: unknown, { provider: { title } }: Pick<Called, 'provider'>, signal: AbortSignal) {
  if (signal.aborted) return signal.reason ?? error;
  if (!isPlatformError(error) || error.code.startsWith('models.')) return error;
  const { name, said } = error.details ?? {};
  if (error.code !== 'plugin-runner.failed' || typeof name !== 'string' || typeof said !== 'string') {
    return failed(`The call of ${title} failed: ${error.message}`, { cause: error });
  }
  const message = `${title}: ${said.slice(0, mostChars)}`;
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
  if (code !== undefined) return new PlatformError('invalid', code, message);
  // Another set of credentials may have room, or another server be well.
  if (name === 'rate_limit') return failed(message, { details: { status: 429 } });
  if (name === 'server_error') return failed(message, { details: { status: 502 } });
  return failed(message, {});
}

/** What came is no answer. */
export function badAnswer({ provider: { title } }: Pick<Called, 'provider'>, what: string): PlatformError {
  return failed(`${title} answered with what can't be used: ${what}. Tell the author of its plugin.`, {});
}

function failed(message: string, options: ConstructorParameters<typeof PlatformError>[3]): PlatformError {
  return new PlatformError('invalid', 'models.completion_request_error', message, options);
}
