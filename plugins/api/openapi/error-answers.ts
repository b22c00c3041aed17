import { isRuntimePath, objectSchema, Public, type Route, schemas } from '#http';
import { accessDocs } from './access-docs.ts';
import type { NamedSchemas } from './named-schemas.ts';
import type { ResponseObject } from './openapi-document.ts';

/** The body of every error answer. */
const envelope = objectSchema(
  'Error',
  {
    code: { type: 'string', description: 'Stable error code for programs.' },
    message: { type: 'string', description: 'Human-readable message. May change.' },
    status: { type: 'integer', description: 'HTTP status of the response.' },
    params: { type: 'string', description: 'Name of the invalid field, for `invalid_param`. Omitted if unknown.' },
  },
  { optional: ['params'], description: 'Error response.' },
);

const { integer } = schemas;
const limitHeaders = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: integer },
  'RateLimit-Limit': {
    description: 'The maximum of the limit that was exceeded. Omitted when the limit has no numeric maximum.',
    schema: integer,
  },
  'RateLimit-Remaining': { description: 'What remains of the limit: 0.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: integer },
};
const meanings: Readonly<Record<string, string>> = {
  400: 'The request is invalid.',
  401: 'The credentials are missing or invalid.',
  403: 'The caller is not allowed to do this.',
  404: 'Not found, or not visible to the caller.',
  405: 'The method is not allowed.',
  409: 'The request conflicts with the current state.',
  412: 'The form has expired or was already submitted.',
  413: 'The request body is too large.',
  415: 'The content type of the request body is not supported.',
  429: 'Too many requests. Retry after the number of seconds in `Retry-After`.',
  500: 'Internal server error. Under `/v1`, also sent when the server cannot respond at the moment; `Retry-After` may then indicate when to retry. Include the `X-Request-Id` of the response when you report a problem.',
  503: 'The server, or a service it depends on, is unavailable. Retry later.',
};

/** Answers that all operations share, by name. */
export function sharedResponses(named: NamedSchemas): Readonly<Record<string, ResponseObject>> {
  return {
    Unauthorized: {
      ...errorResponse(named, 401, ['unauthorized']),
      headers: { 'WWW-Authenticate': { description: '`Bearer realm="api"`', schema: schemas.text } },
    },
    InternalError: errorResponse(named, 500, ['internal_server_error']),
    Unavailable: errorResponse(named, 503, []),
  };
}

/** What the route may answer besides what it is for. */
export function errorResponses(
  route: Route,
  named: NamedSchemas,
): Readonly<Record<string, ResponseObject | { readonly $ref: string }>> {
  const responses: Record<string, ResponseObject | { readonly $ref: string }> = {};
  for (const [status, codes] of Object.entries(codesOf(route))) {
    responses[status] = errorResponse(named, Number(status), [...codes].sort());
  }
  if (route.access.authenticator !== Public.authenticator) {
    responses[401] ??= { $ref: '#/components/responses/Unauthorized' };
    if (!isRuntimePath(route.path)) responses[503] ??= { $ref: '#/components/responses/Unavailable' };
  }
  responses[500] ??= { $ref: '#/components/responses/InternalError' };
  return responses;
}

function codesOf(route: Route): Readonly<Record<string, ReadonlySet<string>>> {
  const byStatus: Record<string, Set<string>> = {};
  const add = (errors: Readonly<Record<number, readonly string[]>>) => {
    for (const [status, codes] of Object.entries(errors)) {
      const known = byStatus[status] ?? new Set();
      byStatus[status] = known;
      for (const code of codes) known.add(code);
    }
  };
  add(route.docs?.errors ?? {});
  if (route.access.authenticator !== Public.authenticator) {
    add(accessDocs(route.access.authenticator).errors);
    // For wrong keys in great number, whatever they are for.
    add({ 429: ['too_many_requests'] });
    if (byStatus[401] !== undefined) add({ 401: ['unauthorized'] });
  }
  if (route.permission !== undefined) add({ 403: ['forbidden'] });
  add(inputErrors(route));
  return byStatus;
}

/** What the server finds wrong with a request before the route sees it. */
function inputErrors({ path, params, query, body, bodyType, bodyPresence }: Route): Readonly<Record<number, string[]>> {
  const hasBody = body !== undefined || bodyType !== undefined || bodyPresence !== undefined;
  const values = Object.values(params?.properties ?? {});
  const isIdentified = values.some((value) => value?.format === 'uuid');
  const isOtherwise = values.some((value) => value?.format !== 'uuid');
  const isChecked = body !== undefined || query !== undefined || isOtherwise;
  return {
    ...((hasBody || isChecked) && {
      400: [...(isChecked ? ['invalid_param'] : []), ...(hasBody ? ['bad_request'] : [])],
    }),
    ...(isIdentified && { 404: ['not_found'] }),
    ...(hasBody && {
      413: [isRuntimePath(path) ? 'bad_request' : 'request_too_large'],
      415: ['unsupported_media_type'],
    }),
  };
}

function errorResponse(named: NamedSchemas, status: number, codes: readonly string[]): ResponseObject {
  const base = named.refer(envelope);
  const schema =
    codes.length === 0
      ? base
      : { allOf: [base, { type: 'object', properties: { code: { type: 'string', enum: codes } } }] };
  return {
    description: meanings[status] ?? 'The request failed.',
    ...(status === 429 && { headers: limitHeaders }),
    content: { 'application/json': { schema } },
  };
}
