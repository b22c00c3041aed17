/**
 * A client of this API for programs in TypeScript, with types made from the routes (`npm run client`). Used by the
 * command line; free of the container.
 */

/** Makes one. Requests do not throw for answers of the server, but when nobody answers. */
export { type ApiClient, type ApiClientOptions, createApiClient } from './api-client.ts';
/** The types of paths, and of what they take and answer by name: `Schemas['App']`. */
export type { Paths } from './generated/paths.ts';
export type { Schemas } from './generated/schemas.ts';
