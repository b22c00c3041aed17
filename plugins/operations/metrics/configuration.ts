import type { ConfigSection } from '#kernel';

export interface MetricsConfig {
  readonly port: number;
  readonly host: string;
  readonly token: string;
}

export const metricsConfig: ConfigSection<MetricsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      port: {
        type: 'integer',
        minimum: 0,
        maximum: 65_535,
        default: 0,
        description: 'Port of its own for GET /metrics; 0: none.',
      },
      host: { type: 'string', minLength: 1, default: '127.0.0.1', description: 'Address that port listens on.' },
      token: {
        type: 'string',
        default: '',
        // Whoever guesses it reads what the server does.
        pattern: '^([\\x21-\\x7e]{16,})?$',
        description:
          'At least 16 characters. With it the metrics are at /metrics of the server as well, for whoever sends it as a bearer token, and the port asks for it too.',
      },
    },
  },
  env: { WEFT_METRICS_PORT: 'port', WEFT_METRICS_HOST: 'host', WEFT_METRICS_TOKEN: 'token' },
  secret: ['token'],
};
