import type { Clients } from './clients.ts';
import type { Client } from './protocol/client-metadata.ts';
import { isRedirectOf, redirectTo } from './protocol/redirect-uris.ts';
import { Refusal } from './protocol/refusal.ts';
import type { NamedServer, ServerPlaces } from './server-places.ts';

/** What a client asks for, as a browser brings it (OAuth 2.1, 4.1.1). */
export interface AuthorizationFields {
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly response_type?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly resource?: string | undefined;
  readonly state?: string | undefined;
}

/** A request that may be put to a person. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly server: NamedServer;
  /** Where the browser goes with an answer: `code`, or `error`. */
  answerTo(fields: Readonly<Record<string, string>>): string;
}

/** A request that was refused before anybody was asked. `returnTo`: how the client learns of it, where it is known who it is. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly returnTo: string | null;

  constructor(message: string, returnTo: string | null) {
    super(message);
    this.returnTo = returnTo;
  }
}

interface Asked {
  /** Of who asks. */
  readonly address: string;
  readonly origin: string | undefined;
}

const MAX_FIELD = 4_000;

/** Reads requests of clients. */
export class AuthorizationRequests {
  readonly #clients: Clients;
  readonly #places: ServerPlaces;

  constructor(clients: Clients, places: ServerPlaces) {
    this.#clients = clients;
    this.#places = places;
  }

  /** Throws `RefusedRequest`, and `accounts.too_many_attempts`. */
  async read(fields: AuthorizationFields, { address, origin }: Asked): Promise<AuthorizationRequest> {
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string' && value.length > MAX_FIELD) throw new RefusedRequest(`${name} is too long.`, null);
    }
    const { redirect_uri: redirectUri = '', state, code_challenge: challenge = '', resource = '' } = fields;
    const client = await this.#client(fields.client_id ?? '', address);
    // Nobody is sent anywhere unless the client has named that place before: not even with an error.
    if (!isRedirectOf(redirectUri, client.redirectUris))
      throw new RefusedRequest(
        'The client asks to be answered at an address that it has not registered (redirect_uri).',
        null,
      );
    const iss = this.#places.issuer(origin);
    const answerTo = (answer: Readonly<Record<string, string>>) => redirectTo(redirectUri, { ...answer, state, iss });
    const refuse = (error: string, description: string) =>
      new RefusedRequest(description, answerTo({ error, error_description: description }));
    if (fields.response_type !== 'code')
      throw refuse('unsupported_response_type', 'The client asks for something else than a code (response_type).');
    if (fields.code_challenge_method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
      throw refuse('invalid_request', 'The client does not protect its code (PKCE: code_challenge_method S256).');
    const server = this.#places.named(resource, origin);
    if (server === null)
      throw refuse(
        'invalid_target',
        'The client does not say for which MCP server of this installation it asks (resource).',
      );
    return { client, redirectUri, state, challenge, server, answerTo };
  }

  async #client(id: string, address: string): Promise<Client> {
    try {
      return await this.#clients.find(id, address);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const remedy = 'Begin again in your client: remove the server there, and add it anew.';
      throw new RefusedRequest(`The client can't be known (client_id): ${error.message}. ${remedy}`, null);
    }
  }
}
