/**
 * OAuth clients that whoever runs the server registered at Google, GitHub, GitLab or Microsoft, for the whole installation:
 * by the configuration, or on the pages of the installation.
 */
import { token } from '#kernel';

/** Where the parts of a service are. */
export { endpointsOf, type OAuthEndpoints } from './endpoints.ts';
/** Where services send browsers back to. */
export { callbackPaths } from './redirect-addresses.ts';

/** A client of this installation at a service. */
export interface InstallationClient {
  /** `google`, `github`, `gitlab` or `microsoft`. */
  readonly provider: string;
  /** What people call the service. */
  readonly label: string;
  readonly clientId: string;
  /** Never to be logged, nor answered with. */
  readonly clientSecret: string;
  /** Of the service itself, without a slash at its end: `https://gitlab.example.com`. */
  readonly baseUrl: string;
  /** E-mail domains whose people may sign in without an invitation; in lower case, may be empty. */
  readonly domains: readonly string[];
  /** `tenant` of Microsoft; `driveReadonly: 'true'` where Google lets the client ask to read a whole Drive. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Asked anew each time: a client that was changed or removed is so at once, in every process. */
export interface OAuthClients {
  /** null: the operator has registered none, or the service is unknown. */
  of(provider: string): Promise<InstallationClient | null>;
  /** In the order in which they are offered. */
  list(): Promise<readonly InstallationClient[]>;
}

export const OAuthClients = token<OAuthClients>('oauth-clients.clients');
