import { type DocumentedAnswer, type HttpMethod, Public, type Route, type RouteDocs, route } from '#http';
import { WEBHOOK_PATH } from './triggers-service.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const answered: DocumentedAnswer = {
  description: 'The run has begun, and can’t be lost any more. Status and body are those of the node.',
  content: {
    'application/json': {
      schema: { type: 'object' },
      example: { status: 'success', message: 'Webhook processed successfully' },
    },
  },
};
const docs: RouteDocs = {
  tag: 'Triggers',
  description:
    'The method, the content type and the fields are those that the node of the workflow says. A delivery that comes again (by its signed id, its signed body, or the header `Idempotency-Key`) starts no second run and is answered alike.',
  answers: { 200: answered },
  errors: {
    400: ['invalid_param', 'bad_request', 'file_extension_blocked'],
    401: ['invalid_signature'],
    404: ['no_address'],
    405: ['method_not_allowed'],
    409: ['paused'],
    413: ['request_too_large', 'file_too_large'],
    415: ['unsupported_media_type'],
    429: ['too_many_requests', 'rate_limit_error'],
  },
};

/** Where webhooks are called. Who knows an address may call it; who signs is checked besides, where the workspace wants it. */
export function webhookRoutes(receiver: WebhookReceiver, maxBytes: number): Route[] {
  return methods.map((method) =>
    route({
      id: `triggers.webhook-${method.toLowerCase()}`,
      method,
      path: `${WEBHOOK_PATH}/:token`,
      access: Public,
      isPathSecret: true,
      summary: 'Start a workflow by its webhook',
      docs,
      params: { type: 'object', properties: { token: { type: 'string', maxLength: 200 } } },
      bodyType: 'bytes',
      bodyPresence: 'optional',
      bodyLimit: maxBytes,
      handle: ({ params, method: used, headers, search, body, address }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        return receiver.receive({ token: params.token, method: used, headers, search, bytes, address });
      },
    }),
  );
}
