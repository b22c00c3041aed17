import type { ConfigSection } from '#kernel';

/** Times in milliseconds, sizes in bytes. */
export interface HttpConfig {
  readonly port: number;
  /** Empty: all interfaces, IPv6 and IPv4. */
  readonly host: string;
  /** Public origins; empty: the listening address. */
  readonly consoleUrl: string;
  readonly runtimeUrl: string;
  readonly webAppUrl: string;
  /** Addresses and address ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Requests with a wrong key per minute and address of a caller; 0: any number. */
  readonly failuresPerMinute: number;
  /** Limit of a request body for routes that set none. */
  readonly bodyLimit: number;
  /** Bytes that large bodies may take together, until they are read and answered; several of one workspace take half. */
  readonly bodiesInHand: number;
  /** A client must have sent its headers within this time … */
  readonly headersTimeout: number;
  /** … and its body within this; a form that keeps coming may take longer. */
  readonly requestTimeout: number;
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveTimeout: number;
  /** How often the deadlines are checked. */
  readonly deadlineCheckInterval: number;
  readonly maxHeaderSize: number;
  /** Open connections; more are refused. 0: no limit. */
  readonly maxConnections: number;
  /** An event stream without events is pinged this often (runtime API, framing: 10 s). */
  readonly pingInterval: number;
  /** A reader that takes nothing for this long is dropped. */
  readonly stallTimeout: number;
  /** Bytes that may wait for one reader of an event stream; with more it is behind, and nothing more is made for it. */
  readonly readerBytes: number;
  /** Bytes that may wait for the readers of one app's streams (of the console's: of a workspace) … */
  readonly readerBytesPerApp: number;
  /** … and for all readers of event streams. */
  readonly readerBytesPerProcess: number;
  /** While more waits, who takes nothing for this long is closed. */
  readonly readerPatience: number;
}

const duration = (value: number) => ({ type: 'integer', minimum: 1, default: value });

export const httpConfig: ConfigSection<HttpConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      port: { type: 'integer', minimum: 0, maximum: 65_535, default: 3000 },
      host: { type: 'string', default: '' },
      consoleUrl: { type: 'string', default: '' },
      runtimeUrl: { type: 'string', default: '' },
      webAppUrl: { type: 'string', default: '' },
      trustedProxies: { type: 'array', items: { type: 'string' }, default: [] },
      failuresPerMinute: { type: 'integer', minimum: 0, default: 600 },
      bodyLimit: { type: 'integer', minimum: 1024, default: 1_048_576 },
      bodiesInHand: { type: 'integer', minimum: 33_554_432, default: 134_217_728 },
      headersTimeout: duration(15_000),
      requestTimeout: duration(120_000),
      keepAliveTimeout: duration(30_000),
      deadlineCheckInterval: duration(5_000),
      maxHeaderSize: { type: 'integer', minimum: 4096, default: 16_384 },
      maxConnections: { type: 'integer', minimum: 0, default: 0 },
      pingInterval: duration(10_000),
      stallTimeout: duration(120_000),
      readerBytes: { type: 'integer', minimum: 1024, default: 65_536 },
      readerBytesPerApp: { type: 'integer', minimum: 1024, default: 16_777_216 },
      readerBytesPerProcess: { type: 'integer', minimum: 1024, default: 67_108_864 },
      readerPatience: duration(10_000),
    },
  },
  env: {
    PORT: 'port',
    HOST: 'host',
    CONSOLE_URL: 'consoleUrl',
    RUNTIME_URL: 'runtimeUrl',
    WEB_APP_URL: 'webAppUrl',
    WEFT_TRUSTED_PROXIES: 'trustedProxies',
    WEFT_FAILURES_PER_MINUTE: 'failuresPerMinute',
    WEFT_READER_BYTES: 'readerBytes',
    WEFT_READER_BYTES_PER_APP: 'readerBytesPerApp',
    WEFT_READER_BYTES_PER_PROCESS: 'readerBytesPerProcess',
  },
};
