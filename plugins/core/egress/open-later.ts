import type { EgressClient, EgressSettings } from './client.ts';

/** A client that opens with its first call, or before when told to. */
export interface LateClient extends EgressClient {
  open(): Promise<EgressClient>;
}

/** Loading what connects takes a twentieth of the server's start, and a fifth of a thread's: it need not be there for that. */
export function openLater(settings: EgressSettings): LateClient {
  let opening: Promise<EgressClient> | undefined;
  let client: EgressClient | undefined;

  function open(): Promise<EgressClient> {
    opening ??= import('./client.ts').then(({ createEgress }) => {
      client = createEgress(settings);
      return client;
    });
    return opening;
  }

  return {
    open,
    request: (request) => client?.request(request) ?? open().then((opened) => opened.request(request)),
    check: (url) => client?.check(url) ?? open().then((opened) => opened.check(url)),
    close: async () => (await opening)?.close(),
  };
}
