import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Logger } from '#kernel';
import type { TelemetryConfig } from './configuration.ts';
import { readableSpan } from './span.ts';
import { SpanQueue } from './span-queue.ts';
import { Tracer } from './tracer.ts';

/** Milliseconds a process that stops gives the collector. */
const LAST_WORDS = 2_000;

export interface Tracing {
  readonly tracer: Tracer;
  readonly queue: SpanQueue;
  close(): Promise<void>;
}

/** All that loads the packages of OpenTelemetry; imported only where traces are on. */
export function openTracing(
  config: TelemetryConfig,
  { version, bootId, logger }: { readonly version: string; readonly bootId: string; readonly logger: Logger },
): Tracing {
  const resource = resourceFromAttributes({
    'service.name': config.serviceName,
    'service.version': version,
    'service.instance.id': bootId,
  });
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: headersOf(config.headers),
    timeoutMillis: config.exportTimeout,
  });
  const queue = new SpanQueue(exporter, logger, {
    maxWaiting: config.maxWaiting,
    interval: config.exportInterval,
  });
  const tracer = new Tracer({
    share: config.share,
    content: config.content,
    add: (span) => queue.add(readableSpan(span, resource)),
  });
  return {
    tracer,
    queue,
    async close() {
      tracer.close();
      await queue.close(AbortSignal.timeout(LAST_WORDS));
    },
  };
}

/** `name=value` each, with percent escapes as OpenTelemetry has them. */
function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), decoded(line.slice(at + 1).trim())];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
