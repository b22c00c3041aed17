import { checkSize, exactJson, NodeError } from '#engine';
import type { RouteRequest } from '#http';
import { PlatformError, Slices } from '#kernel';
import type { GenerationBody, MessageBody } from '#plugins/delivery-api/docs/schemas.ts';

/** A request for a run. */
export interface GenerationRequest<Body extends GenerationBody = MessageBody> {
  readonly body: Body;
  /** The caller's name for its user. */
  readonly sessionId: string;
}

/** Characters from which it is worth checking whether a run may hold what was sent. */
const LARGE = 1_000_000;

/**
 * Takes the body out of a request, with its inputs as they were sent (integers and floats apart). The request lets go of
 * it: a run may take hours, and its inputs may be large.
 */
export async function takeBody<Body extends GenerationBody>(
  request: Pick<RouteRequest<never, unknown, Body>, 'body' | 'bodyText' | 'forgetBody'>,
  sessionId: string,
): Promise<GenerationRequest<Body>> {
  const body = await exactInputs(request.body, request.bodyText);
  request.forgetBody();
  return { body, sessionId };
}

async function exactInputs<Body extends GenerationBody>(body: Body, text: string): Promise<Body> {
  const slices = new Slices();
  if (text.length > LARGE) refuseTooLarge(body);
  await slices.next();
  const exact = exactJson(body, text);
  await slices.next();
  return exact === body || isEmptyMap(exact.inputs) ? body : { ...body, inputs: exact.inputs };
}

/** Refused before anything begins, rather than by a run that fails. */
function refuseTooLarge({ inputs, query, files }: Pick<MessageBody, 'inputs' | 'query' | 'files'>): void {
  try {
    checkSize([inputs, query, files], 'The request');
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    throw new PlatformError('invalid', 'delivery-api.request_too_large', error.message, { cause: error });
  }
}

/**
 * Puts an empty map in the place of inputs that are an empty list or null: some languages encode a map that is empty (PHP)
 * or was never made (Go) that way.
 */
export function acceptEmptyInputs(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('inputs' in body)) return;
  if (isEmptyMap(body.inputs)) body.inputs = {};
}

/** True for what stands for an empty map without being one. */
function isEmptyMap(inputs: unknown): boolean {
  return inputs === null || (Array.isArray(inputs) && inputs.length === 0);
}
