import { type HttpMethod, Public, type Route, route } from '#http';
import type { EndpointCalls } from './endpoint-calls.ts';

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Bytes of a body. */
const MAX_BODY = 1024 * 1024;

const answered = {
  description: 'The response of the plugin: its status, body and some of its headers.',
  content: { '*/*': { schema: {}, example: 'pong' } },
};

const docs = {
  tag: 'Plugins',
  description:
    'Endpoint address of an installed plugin. Anyone who knows the address can call it, 120 times per minute. Cookies are not passed on or set, and no HTML pages are served.',
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
        summary: 'Call the endpoint of an installed plugin',
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
