import { type Attributes, type HrTime, type SpanContext, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** Where a span belongs. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** null: it is the first of its trace. */
  readonly parentId: string | null;
  /** The parent is another service's. */
  readonly isParentRemote?: boolean;
}

/** A span that is over. */
export interface FinishedSpan extends SpanPlace {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Seconds. */
  readonly elapsed: number;
  /** Kind of error; null: it went well. */
  readonly error: string | null;
  /** What the error says; only where content is told. */
  readonly errorText?: string | undefined;
  readonly attributes: Attributes;
  readonly events?: readonly { readonly name: string; readonly at: number; readonly attributes: Attributes }[];
}

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };
const scope = { name: 'weft' };

/** The form in which OpenTelemetry exports spans. Made when they are over: nothing has to be held while they last. */
export function readableSpan(span: FinishedSpan, resource: Resource): ReadableSpan {
  const { traceId, spanId, parentId, startedAt, elapsed, error, errorText } = span;
  const contextOf = (id: string, isRemote = false): SpanContext => ({ traceId, spanId: id, traceFlags: 1, isRemote });
  const context = contextOf(spanId);
  return {
    name: span.name,
    kind: kinds[span.kind],
    spanContext: () => context,
    ...(parentId !== null && { parentSpanContext: contextOf(parentId, span.isParentRemote) }),
    startTime: timeOf(startedAt),
    endTime: timeOf(startedAt + elapsed * 1_000),
    duration: timeOf(elapsed * 1_000),
    ended: true,
    status:
      error === null
        ? { code: SpanStatusCode.UNSET }
        : { code: SpanStatusCode.ERROR, ...(errorText !== undefined && { message: errorText }) },
    attributes: error === null ? span.attributes : { ...span.attributes, 'error.type': error },
    links: [],
    events: (span.events ?? []).map(({ name, at, attributes }) => ({ name, time: timeOf(at), attributes })),
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function timeOf(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.min(999_999_999, Math.round((milliseconds - seconds * 1_000) * 1e6))];
}
