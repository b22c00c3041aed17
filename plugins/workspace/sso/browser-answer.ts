import type { Reply, RouteRequest } from '#http';
import { isPlatformError } from '#kernel';
import { noAttemptCookie } from './attempt-cookie.ts';
import { redirect } from './redirect.ts';

/**
 * An answer for whom a provider has sent back: a person in a browser is told on the page that signs in, with a way on; programs get the
 * error as it is.
 */
export async function answerInBrowser(
  { headers }: Pick<RouteRequest, 'headers'>,
  isSecure: boolean,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const isBrowser = headers.accept?.includes('text/html') === true;
  try {
    const reply = await work();
    // The account that has the address is to be signed in to first; the browser keeps who was proved.
    if (isBrowser && reply.status === 409) return redirect('/sign-in?sso_error=link_needed', reply.cookies ?? []);
    return reply;
  } catch (error) {
    if (!isBrowser || !isPlatformError(error)) throw error;
    const about = new URLSearchParams({ sso_error: error.wireCode });
    return redirect(`/sign-in?${about}`, [noAttemptCookie(isSecure)]);
  }
}
