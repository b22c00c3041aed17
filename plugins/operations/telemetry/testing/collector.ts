import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector got it. */
export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string }[];
}

/** A server that speaks the receiving side of OTLP over HTTP with JSON, or fails as collectors in the field do. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly SeenSpan[];
  /** Everything that was sent, as text. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  readonly requests: () => number;
  behave: 'well' | 'hang' | 'reset' | 'refuse';
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}

interface OtlpSpan extends Omit<SeenSpan, 'attributes' | 'events'> {
  readonly attributes?: readonly { readonly key: string; readonly value: OtlpValue }[];
  readonly events?: readonly { readonly name: string }[];
}

interface OtlpRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
}

export async function startCollector(): Promise<Collector> {
  const spans: SeenSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (collector.behave !== 'well') return misbehave(collector.behave, response);
      const text = Buffer.concat(pieces).toString();
      bodies.push(text);
      headers.push(request.headers);
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
      const { resourceSpans } = JSON.parse(text) as OtlpRequest;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans.map(seen))));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    requests: () => requests,
    behave: 'well',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

function misbehave(how: Exclude<Collector['behave'], 'well'>, response: ServerResponse): void {
  if (how === 'reset') response.socket?.resetAndDestroy();
  else if (how === 'refuse') response.writeHead(400).end('no');
}

function seen(span: OtlpSpan): SeenSpan {
  const attributes = Object.fromEntries((span.attributes ?? []).map(({ key, value }) => [key, plainOf(value)]));
  return { ...span, attributes, events: span.events ?? [] };
}

function plainOf(value: OtlpValue): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(plainOf);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}
