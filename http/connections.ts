import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { PlatformError } from '#kernel';
import { BodyDeadlines } from './body-deadlines.ts';
import type { HttpConfig } from './configuration.ts';
import { cannotListen } from './listening.ts';
import { createServer } from './node-http.ts';
import { onClientError, refuseSocket } from './socket-failure.ts';
import { dropWhenStalled } from './writable-response.ts';

/** Node's HTTP server with our limits and a graceful end. */
export interface Connections {
  /** `http://host:port`, also when the server stops: what is answered then has addresses. Throws before it listens. */
  address(): string;
  listen(): Promise<void>;
  /** How many there are. */
  open(): Promise<number>;
  /** Resolves when every connection is closed; what is left a moment after the end of `grace` is cut. */
  stop(grace: AbortSignal): Promise<void>;
}

/** How often a stopping server looks for connections that became idle. */
const IDLE_SWEEP_INTERVAL = 25;

/**
 * Milliseconds after the grace period in which answers may still end by themselves: what gives up at that moment has
 * something to tell its reader. Less than the kernel waits for stop hooks that are late.
 */
const LAST_WORDS = 500;

export function createConnections(handle: RequestListener, config: HttpConfig, version: string): Connections {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const pipelined = new WeakSet<Duplex>();
  let bound: string | undefined;

  const accept: RequestListener = async (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    if (before !== undefined && !before.writableFinished) pipelined.add(socket);
    latest.set(socket, response);
    deadlines.began(response);
    if (!server.listening) response.shouldKeepAlive = false;
    await handle(request, response);
    dropWhenStalled(response, config.stallTimeout);
  };
  /** True when an error text on this socket could end up inside or behind another answer. */
  const isAnswering = (socket: Duplex): boolean => {
    const response = latest.get(socket);
    if (response === undefined) return false;
    if (pipelined.has(socket)) return true;
    return response.headersSent && !(response.writableFinished && response.req.complete);
  };

  const server = limitedServer(config);
  server.once('listening', () => {
    bound = addressOf(server);
  });
  server.on('request', accept);
  // The body reader asks for the body when the caller is known and the announced size is acceptable.
  server.on('checkContinue', accept);
  server.on('checkExpectation', accept);
  const refuse = onClientError(isAnswering, version);
  server.on('clientError', refuse);
  const deadlines = new BodyDeadlines(server, {
    requestTimeout: config.requestTimeout,
    interval: config.deadlineCheckInterval,
    onLate: (socket) => refuse(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
  });
  server.on('connect', (_request, socket) => {
    const error = new PlatformError('invalid', 'http.method_not_allowed', 'This server is no proxy');
    refuseSocket(socket, error, { 'X-Version': version });
  });

  return {
    address: () => {
      bound ??= addressOf(server);
      return bound;
    },
    listen: () => listen(server, config),
    open: () => new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0))),
    stop: (grace) => (server.listening ? stop(server, grace) : Promise.resolve()),
  };
}

function limitedServer(config: HttpConfig): Server {
  const server = createServer({
    maxHeaderSize: config.maxHeaderSize,
    headersTimeout: Math.min(config.headersTimeout, config.requestTimeout),
    // One for all requests cannot tell who sleeps from who has much to send: see body-deadlines.
    requestTimeout: 0,
    keepAliveTimeout: config.keepAliveTimeout,
    connectionsCheckingInterval: config.deadlineCheckInterval,
    // Event streams are many small writes, and a peer that vanished without a word must be noticed.
    noDelay: true,
    keepAlive: true,
    // Checked by the application, which answers with an envelope.
    requireHostHeader: false,
  });
  // A client that ended its side after the request still gets its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (config.maxConnections > 0) server.maxConnections = config.maxConnections;
  return server;
}

function addressOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') {
    throw new PlatformError('unavailable', 'http.not_listening', 'The server does not listen yet; ask after boot');
  }
  return `http://${reachableHost(bound.address)}:${bound.port}`;
}

function listen(server: Server, config: HttpConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => reject(cannotListen(config, cause));
    server.once('error', onError);
    server.listen({ port: config.port, ...(config.host === '' ? {} : { host: config.host }) }, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function stop(server: Server, grace: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let lastWords: NodeJS.Timeout | undefined;
    const cut = () => server.closeAllConnections();
    const onGraceOver = () => {
      lastWords = setTimeout(cut, LAST_WORDS);
    };
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(lastWords);
      grace.removeEventListener('abort', onGraceOver);
      resolve();
    });
    server.closeIdleConnections();
    // A grace that is over from the beginning is none: nobody is about to say anything.
    if (grace.aborted) cut();
    else grace.addEventListener('abort', onGraceOver);
  });
}

/** A server on all interfaces is reached, by who asks on this machine, over loopback. */
function reachableHost(address: string): string {
  if (address === '::' || address === '0.0.0.0') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}
