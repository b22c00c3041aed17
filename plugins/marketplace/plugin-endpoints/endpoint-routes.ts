import { type DocumentedAnswer, type HttpMethod, Public, type Route, type RouteDocs, route } from '#http';
import type { EndpointCalls } from './endpoint-calls.ts';

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Bytes of a body. */
const MAX_BODY = 1024 * 1024;

const answered: DocumentedAnswer = {
  description: 'What the plugin answers: its status, body and some of its headers.',
  content: { '*/*': { schema: {}, example: 'pong' } },
};

const docs: RouteDocs = {
  tag: 'Plugins',
  description:
    'An address that an installed plugin answers. Who knows it may call it, 120 times a minute. Nothing of a browser is passed on or set: no cookies, no pages.',
  answers: { 200: answered },
  errors: {
    400: ['failed', 'timeout', 'out_of_memory', 'too_large'],
    403: ['blocked'],
    404: ['no_endpoint'],
    405: ['method_not_allowed'],
    413: ['request_too_large'],
    429: ['too_many_requests'],
    503: ['busy', 'unavailable'],
  },
};

/** Addresses of plugins: `/e/<key>`, and what lies below. */
export function endpointRoutes(calls: EndpointCalls): Route[] {
  return methods.flatMap((method) =>
    ['', '/*'].map((rest) =>
      route({
        id: `plugin-endpoints.${method.toLowerCase()}${rest === '' ? '' : '-below'}`,
        method,
        path: `/e/:key${rest}`,
        access: Public,
        isPathSecret: true,
        summary: 'Call an installed plugin',
        docs,
        params: { type: 'object', properties: { key: { type: 'string', maxLength: 100 } } },
        bodyType: 'bytes',
        bodyPresence: 'optional',
        bodyLimit: MAX_BODY,
        handle: ({ params, path, method: used, headers, search, body, address, signal }) =>
          calls.answer({
            ...{ key: (params as { readonly key: string }).key, method: used, path, search, headers, address, signal },
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          }),
      }),
    ),
  );
}
