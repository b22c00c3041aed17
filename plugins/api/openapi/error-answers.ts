import { isRuntimePath, objectSchema, Public, type Route, schemas } from '#http';
import { accessDocs } from './access-docs.ts';
import type { NamedSchemas } from './named-schemas.ts';
import type { ResponseObject } from './openapi-document.ts';

/** The body of every error answer. */
const envelope = objectSchema(
  'Error',
  {
    code: { type: 'string', description: 'Stable: the only thing to branch on.' },
    message: { type: 'string', description: 'For people; may change.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    params: { type: 'string', description: 'The name of the offending field, with `invalid_param` where it is known.' },
  },
  { optional: ['params'], description: 'What every error answers.' },
);

const { integer } = schemas;
const limitHeaders = {
  'Retry-After': { description: 'Seconds to wait.', schema: integer },
  'RateLimit-Limit': {
    description: 'What the limit that refused allows; absent where it is none of numbers.',
    schema: integer,
  },
  'RateLimit-Remaining': { description: 'What is left of it: 0.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until there is more.', schema: integer },
};
const meanings: Readonly<Record<string, string>> = {
  400: 'The request is not right.',
  401: 'There is no key, or it is not valid.',
  403: 'The caller may not.',
  404: 'There is no such thing, or it is not visible to the caller.',
  409: 'It does not go together with what is there.',
  412: 'It is too late.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not taken.',
  429: 'Too much at once; wait as long as `Retry-After` says.',
  500: 'The server failed, or under `/v1` cannot answer now: then `Retry-After` may say when to try again. Quote the `X-Request-Id` of the answer when you report it.',
  503: 'The server, or something that it needs, is not available; try again.',
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
    description: meanings[status] ?? 'It failed.',
    ...(status === 429 && { headers: limitHeaders }),
    content: { 'application/json': { schema } },
  };
}
