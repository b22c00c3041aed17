import { type HttpMethod, Public, type Route, route } from '#http';
import { WEBHOOK_PATH } from './triggers-service.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const answered = {
  description: 'The run was started and is stored durably. Status and body are defined by the node.',
  content: {
    'application/json': {
      schema: { type: 'object' },
      example: { status: 'success', message: 'Webhook processed successfully' },
    },
  },
};
const docs = {
  tag: 'Triggers',
  description:
    'Method, content type and fields are defined by the trigger node of the workflow. A repeated delivery (same signed id, same signed body, or same `Idempotency-Key` header) starts no second run and gets the same response.',
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
      summary: 'Start a workflow with its webhook trigger',
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
