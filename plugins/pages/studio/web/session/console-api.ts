import {
  type AnyCall,
  addressOf,
  askRoute,
  callsOf,
  createApi,
  type InvalidatedRoute,
} from '#plugins/ui/web/contract.ts';
import { pageData } from './page-data.ts';
import { renewedSecret, sessionSecret } from './session-end.ts';

export { type AnyCall, addressOf };

const session = pageData.session;
let changed: (invalidates: readonly InvalidatedRoute[]) => void = () => {};

/** What is done when a call has changed something: the routes it names. */
export function whenChanged(run: (invalidates: readonly InvalidatedRoute[]) => void): void {
  changed = run;
}

/** Cookies say who calls; the secret of the page says that it was the page which asked. */
const api = createApi({
  url: '',
  token: sessionSecret,
  renew: renewedSecret,
  identify(request, given) {
    if (request.method !== 'GET' && given !== '') request.headers.set('x-csrf-token', given);
    // Another tab may have gone to another workspace.
    if (session?.workspace) request.headers.set('x-workspace-id', session.workspace.id);
  },
  changed: (invalidates) => changed(invalidates),
});

/** Asks as any route is asked; what is asked and with what is typed by `call` and `useApi`. */
export function ask<Answer>(method: string, path: string, [options]: readonly [AnyCall?]): Promise<Answer> {
  return askRoute(api, method, path, options);
}

/** The API of the console, as whoever is signed in calls it: `call.get('/console/api/apps', { query: { page: 2 } })`. */
export const call = callsOf(api);
