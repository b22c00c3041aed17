import { isMapping } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

export type RequestId = string | number;

/** A request, or a notification: one without an id. */
export interface Message {
  /** null: a notification. */
  readonly id: RequestId | null;
  readonly method: string;
  readonly params: Mapping;
}

/** Codes of JSON-RPC and of the protocol. */
export const codes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An answer that is an error of the protocol. */
export class ProtocolError extends Error {
  readonly code: number;
  /** Of HTTP, where the era says one. */
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, { status = 400, data }: { status?: number; data?: unknown } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** null: a response, which nobody here has asked for. Throws for what is no message. */
export function readMessage(body: unknown): Message | null {
  if (!isMapping(body) || body.jsonrpc !== '2.0') throw notMessage('it is no JSON-RPC 2.0 message');
  const { id, method, params = {} } = body;
  if (method === undefined && ('result' in body || 'error' in body)) return null;
  if (typeof method !== 'string') throw notMessage('method is missing');
  if (!isMapping(params)) throw new ProtocolError(codes.invalidParams, 'params must be an object');
  if (id === undefined) return { id: null, method, params };
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) throw notMessage('id must be a string or an integer');
  return { id: id as RequestId, method, params };
}

function notMessage(why: string): ProtocolError {
  return new ProtocolError(codes.invalidRequest, `Invalid request: ${why}`);
}

/** The id of a body that may be no message, for the error that answers it. */
export function idIn(body: unknown): RequestId | null {
  const id = isMapping(body) ? body.id : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null;
}

export function errorMessage(id: RequestId | null, error: Pick<ProtocolError, 'code' | 'message' | 'data'>): Mapping {
  const { code, message, data } = error;
  return { jsonrpc: '2.0', ...(id !== null && { id }), error: { code, message, ...(data !== undefined && { data }) } };
}
