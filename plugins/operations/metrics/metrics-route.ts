import { type Authenticator, bytesAnswer, type Principal, type Route, route, text } from '#http';
import { PlatformError } from '#kernel';
import { MetricsAccess } from './access.ts';

const reader: Principal = { workspaceId: null };

export function metricsAuthenticator(isAllowed: (authorization: string | undefined) => boolean): Authenticator {
  return {
    id: MetricsAccess.authenticator,
    authenticate({ headers }) {
      if (isAllowed(headers.authorization)) return reader;
      const message = 'The metrics are for whoever sends their token (WEFT_METRICS_TOKEN) as a bearer token';
      throw new PlatformError('unauthenticated', 'metrics.unauthorized', message);
    },
    isCached: ({ headers }) => isAllowed(headers.authorization),
  };
}

export function metricsRoute(read: () => Promise<{ text: string; contentType: string }>): Route {
  return route({
    id: 'metrics.read',
    method: 'GET',
    path: '/metrics',
    access: MetricsAccess,
    summary: 'What the process does, for Prometheus',
    docs: {
      tag: 'Health',
      description: 'Only where `WEFT_METRICS_TOKEN` is set, for whoever sends it as a bearer token.',
      answers: { 200: bytesAnswer('Metrics in the text format of Prometheus.', 'text/plain') },
      errors: { 401: ['unauthorized'] },
    },
    async handle() {
      const { text: body, contentType } = await read();
      return text(body, { contentType });
    },
  });
}
