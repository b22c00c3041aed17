import type { ConfigSection } from '#kernel';

export interface TelemetryConfig {
  readonly endpoint: string;
  readonly headers: readonly string[];
  readonly serviceName: string;
  readonly content: boolean;
  readonly share: number;
  readonly maxWaiting: number;
  readonly exportTimeout: number;
  readonly exportInterval: number;
}

export const telemetryConfig: ConfigSection<TelemetryConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      endpoint: {
        type: 'string',
        default: '',
        pattern: '^(https?://.+)?$',
        description: 'Address of a collector (OTLP over HTTP), to which /v1/traces is added; empty: no traces.',
      },
      headers: {
        type: 'array',
        items: { type: 'string', pattern: '^[^=\\s]+=' },
        default: [],
        description: 'Sent to the collector, each as name=value: its credentials.',
      },
      serviceName: { type: 'string', minLength: 1, default: 'weft', description: 'What traces call this service.' },
      content: {
        type: 'boolean',
        default: false,
        description: 'Adds what was asked and answered: inputs, prompts, outputs, messages of errors.',
      },
      share: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Part of the runs that is traced; callers who send a traceparent decide for themselves.',
      },
      maxWaiting: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description: 'Spans that may wait for the collector.',
      },
      exportTimeout: { type: 'integer', minimum: 100, default: 10_000, description: 'Milliseconds a batch may take.' },
      exportInterval: {
        type: 'integer',
        minimum: 10,
        default: 1_000,
        description: 'Milliseconds a span waits for others of its batch.',
      },
    },
  },
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'endpoint',
    OTEL_EXPORTER_OTLP_HEADERS: 'headers',
    OTEL_SERVICE_NAME: 'serviceName',
    WEFT_TRACE_CONTENT: 'content',
    WEFT_TRACE_SHARE: 'share',
  },
  secret: ['headers'],
};
