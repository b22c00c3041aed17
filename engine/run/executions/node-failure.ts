import { NodeError, type Usage } from '#engine';
import { isPlatformError } from '#kernel';

/** A failed attempt of a node, as records, templates and the end of a run show it. */
export interface NodeFailure {
  /** `error_type`. */
  readonly type: string;
  /** `error_message`. */
  readonly message: string;
  /** Code of the PlatformError behind it. */
  readonly code: string | null;
  readonly inputs: unknown;
  readonly processData: unknown;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly usage: Usage | undefined;
  /** Milliseconds for which whoever was called wants to be left alone; 0: they did not say. */
  readonly retryAfter: number;
}

/** A node holds up its run no longer than this for who was called, in milliseconds. */
const MAX_RETRY_AFTER = 60_000;

const unknownDetails = { inputs: undefined, processData: undefined, metadata: undefined, usage: undefined };

export function readFailure(error: unknown): NodeFailure {
  if (error instanceof NodeError) {
    const { type, message, code = null, details, usage } = error;
    const { inputs, processData, metadata } = details ?? unknownDetails;
    return { type, message, code, inputs, processData, metadata, usage, retryAfter: retryAfterOf(error.cause) };
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  const known = isPlatformError(error);
  const type = known ? errorName(error.wireCode) : error instanceof Error ? error.name : 'Error';
  return { type, message, code: known ? error.code : null, ...unknownDetails, retryAfter: retryAfterOf(error) };
}

/** `provider_not_initialize` → `ProviderNotInitializeError` */
function errorName(wireCode: string): string {
  const words = wireCode.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return name.endsWith('Error') ? name : `${name}Error`;
}

/** What a server told with its refusal (`Retry-After`), where who called it kept it as `details.retry_after_ms`. */
function retryAfterOf(error: unknown): number {
  const told = isPlatformError(error) ? error.details?.retry_after_ms : undefined;
  return typeof told === 'number' && told > 0 ? Math.min(told, MAX_RETRY_AFTER) : 0;
}
