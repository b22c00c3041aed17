import { PlatformError } from '#kernel';

/** What Stripe says of a request may name keys: it is not repeated to callers. */
export async function asked<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (cause) {
    const message = 'Stripe did not take the request; try again later, or ask who runs this server.';
    throw new PlatformError('unavailable', 'billing-stripe.refused', message, { cause });
  }
}
