import createClient, { type Client } from 'openapi-fetch';
import type { Paths } from './generated/paths.ts';

export interface ApiClientOptions {
  /** Address of the server, without a path. */
  readonly url: string;
  /** An app key, the management token, or what else the routes take as a bearer. */
  readonly token?: string;
  /** Sends the requests; default `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type ApiClient = Client<Paths>;

/** `await client.GET('/v1/info')` → `{ data, error, response }`; paths, parameters, bodies and answers are typed. */
export function createApiClient({ url, token, fetch }: ApiClientOptions): ApiClient {
  return createClient<Paths>({
    baseUrl: url,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch !== undefined && { fetch }),
  });
}
