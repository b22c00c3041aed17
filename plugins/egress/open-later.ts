import type { EgressClient, EgressSettings } from './client.ts';

/**
 * The client of the main thread, opened by its first call: threads make most calls, and loading what connects takes a
 * twentieth of the server's start.
 */
export function openLater(settings: EgressSettings): EgressClient {
  let opened: Promise<EgressClient> | undefined;

  function client(): Promise<EgressClient> {
    opened ??= import('./client.ts').then(({ create }) => create(settings));
    return opened;
  }

  return {
    request: async (request) => (await client()).request(request),
    check: async (url) => (await client()).check(url),
    close: async () => (await opened)?.close(),
  };
}
