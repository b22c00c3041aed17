import type { Reply, RouteRequest } from '#http';
import { isPlatformError } from '#kernel';
import type { Sessions } from '#plugins/accounts/contract.ts';
import type { AccountsService } from './accounts-service.ts';
import { type Attempts, VISITOR } from './attempts.ts';
import { attemptOver, refused } from './failures.ts';
import { withQuery } from './return-path.ts';
import { isBegunHere, stateCookie, VISITOR_ROOT } from './state-cookie.ts';

export interface ArrivalParts {
  readonly sessions: Pick<Sessions, 'caller'>;
  /** Address of a path of the console. */
  readonly consoleUrl: (path: string) => string;
  readonly isSecure: () => boolean;
}

type Caller = Pick<RouteRequest, 'method' | 'path' | 'headers' | 'address'>;

interface Query {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
  readonly picked_file_ids?: string;
}

type Parts = ArrivalParts & {
  readonly accounts: AccountsService;
  readonly attempts: Attempts;
  readonly webUrl: (path: string) => string;
};
type Arriving = Caller & { readonly query: Query };

/** A browser comes back from a service. Whatever happens, it ends on a page of ours that says so. */
export async function arrive(parts: Parts, request: Arriving): Promise<Reply> {
  const { query } = request;
  // Services know one address of ours; the browser of a visitor knows its attempt where web apps are.
  if (query.state?.startsWith(VISITOR)) {
    const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    return away(parts.webUrl(`${VISITOR_ROOT}/callback?${new URLSearchParams(given)}`));
  }
  const { returnTo, more } = await finished(parts, request, '/account/integrations');
  return arrived(parts, returnTo, more);
}

/** The same for a visitor of a web app. */
export async function arriveAsVisitor(parts: Parts, request: Arriving): Promise<Reply> {
  const isOfVisitor = request.query.state?.startsWith(VISITOR) === true;
  const asked = isOfVisitor ? request : { ...request, query: {} };
  const { returnTo, more } = await finished(parts, asked, '/');
  const isSecure = parts.webUrl('').startsWith('https:');
  return away(parts.webUrl(withQuery(returnTo, more)), stateCookie('', isSecure, VISITOR_ROOT));
}

/** Where it goes on, with what came of it. */
async function finished(
  parts: Parts,
  request: Arriving,
  otherwise: string,
): Promise<{ readonly returnTo: string; readonly more: Readonly<Record<string, string>> }> {
  const { query, headers } = request;
  let returnTo = otherwise;
  try {
    // Before anything is looked up: nobody ends what another browser began.
    if (!isBegunHere(headers.cookie, query.state ?? '')) throw attemptOver();
    const attempt = await parts.attempts.take(query.state ?? '');
    returnTo = attempt.returnTo;
    await checkPerson(parts, attempt, request);
    if (query.code === undefined) {
      const isDenied = query.error === 'access_denied';
      return { returnTo, more: { connect_error: isDenied ? 'denied' : 'refused' } };
    }
    const id = await parts.attempts.finish(attempt, query.code);
    await parts.accounts.connected(attempt.workspaceId, id);
    const picked = attempt.isPicking ? pickedIds(query.picked_file_ids) : '';
    return { returnTo, more: { connected: id, ...(attempt.isPicking && { picked }) } };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { returnTo, more: { connect_error: error.wireCode } };
  }
}

/** Whoever began is signed in here: an address that somebody was lured to gives nobody their account. */
export async function checkPerson(
  { sessions }: ArrivalParts,
  { person }: { readonly person: string | null },
  { method, path, headers, address }: Caller,
): Promise<void> {
  if (person === null) return;
  const identity = await sessions.caller({ method, path, headers, address });
  if (identity?.account.id !== person) throw attemptOver();
}

/** Back to a page of the console, with what came of it in its query. */
export function arrived(
  { consoleUrl, isSecure }: ArrivalParts,
  path: string,
  more: Readonly<Record<string, string>>,
): Reply {
  return away(consoleUrl(withQuery(path, more)), stateCookie('', isSecure()));
}

function away(location: string, cookie?: string): Reply {
  return {
    status: 303,
    headers: {
      Location: location,
      ...(cookie !== undefined && { 'Set-Cookie': cookie }),
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
    body: { kind: 'empty' },
  };
}

/** What was picked is proved when it is read: here it is only a list of names. */
function pickedIds(given: string | undefined): string {
  const ids = (given ?? '').split(',').filter((id) => id !== '');
  if (ids.length > 200 || !ids.every((id) => /^[\w-]{1,200}$/.test(id)))
    throw refused('The service', 'its picker answered with what are no files');
  return ids.join(',');
}
