import type { Socket } from 'node:net';
import { token } from '#kernel';

/**
 * How values are put into what goes out, by the grammar of the place: for `NodeContext.render`, and for who builds requests.
 * A value fills its place and nothing else; what it can't fill throws `egress.misplaced_value` (kind invalid).
 */
export { inAddress } from './address-place.ts';
export { misplaced } from './misplaced-value.ts';
export { isSendable } from './sendable-method.ts';
export { inCookies, inHeader, inQuery, quotedName } from './value-places.ts';

/** One call to the outside. Times are milliseconds; without them the client's own limits hold (10 s, 60 s, 60 s, 300 s). */
export interface EgressRequest {
  readonly url: string;
  /** Any case; sent in upper case. CONNECT and TRACE are refused. */
  readonly method: string;
  /**
   * Sent in this order. Names and values that could break out of their line are refused (`egress.invalid_request`);
   * what belongs to the connection (`content-length`, `transfer-encoding`, `connection` …) is left to the client.
   */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /**
   * Milliseconds: to connect; for which the server takes nothing of the request's body; from there until the response's
   * head; between two pieces of its body.
   */
  readonly connectTimeout?: number;
  readonly writeTimeout?: number;
  readonly headersTimeout?: number;
  readonly bodyTimeout?: number;
  /** Redirects to follow; default 0. A redirect to another origin loses `authorization`, `cookie` and `secretHeaders`. */
  readonly maxRedirects?: number;
  /** Names of further headers that hold credentials; they never follow a redirect to another origin. */
  readonly secretHeaders?: readonly string[];
  /** Refuses http (`egress.invalid_request`), also where a redirect leads to it on the way. Default false. */
  readonly httpsOnly?: boolean;
  /** Default true. */
  readonly verifyTls?: boolean;
  /** Offers gzip, deflate and br to the server and unpacks the answer while it is read. Default false: the body is raw. */
  readonly decompress?: boolean;
}

/** The response's body. Must be read to its end or destroyed; what is not read holds a connection. */
export interface EgressBody extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): void;
}

/** The head of an answer with its body still on the way. Any status is an answer: only its caller knows what fails. */
export interface EgressResponse {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** One piece per read from the network. Errors while reading are the same as those of `request`. */
  readonly body: EgressBody;
  /** Reads the whole body; throws `egress.too_large` (kind invalid) beyond `limit` bytes. */
  bytes(limit: number): Promise<Uint8Array>;
  /** The same as UTF-8 text. */
  text(limit: number): Promise<string>;
}

/**
 * The one client for every address a user typed. Refuses private, loopback, link-local, multicast and metadata
 * addresses at connect time (`egress.address_refused`, kind forbidden) unless the operator's allow-list
 * (`egress.allow`: hosts, host:port or CIDR ranges) names them; http and https only. Failures to connect are
 * `egress.unreachable`, exceeded times `egress.timeout` (kind unavailable). An aborted signal rejects with its reason.
 * Messages name the host, never the path, the query or a header.
 *
 * A thread service: the same client exists on the main thread (token) and in each engine thread (`context.service`).
 */
export interface Egress {
  request(request: EgressRequest): Promise<EgressResponse>;
  /**
   * Says beforehand what `request` would say of an address: throws `egress.address_refused` or `egress.invalid_request`.
   * A name that can't be looked up passes; nobody is connected to. No protection: names change their addresses.
   */
  check(url: string): Promise<void>;
}

export const Egress = token<Egress>('egress.client');

/** Where a connection that is no HTTP goes: mail, databases. */
export interface SocketRequest {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** Milliseconds to connect; default 10 s. */
  readonly connectTimeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * Connections to addresses that users typed, for protocols other than HTTP; on the main thread. The rules and errors of
 * `Egress` hold: the addresses a name has are checked, and exactly those are connected to. Whoever asked speaks TLS over
 * it where the protocol does, verifies the name, and destroys the connection.
 */
export interface Sockets {
  /** Throws `egress.address_refused`, `egress.invalid_request`, `egress.unreachable`, `egress.timeout`. */
  connect(request: SocketRequest): Promise<Socket>;
}

export const Sockets = token<Sockets>('egress.sockets');
