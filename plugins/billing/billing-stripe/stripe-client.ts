import Stripe from 'stripe';
import type { Egress } from '#plugins/egress/contract.ts';

const ANSWER_LIMIT = 4 * 1024 * 1024;

/** The official library, which reaches Stripe over the way out that everything takes. */
export function stripeClient(egress: Egress, secretKey: string, apiUrl: string): Stripe {
  const url = new URL(apiUrl);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    host: url.hostname,
    port: Number(url.port || (protocol === 'http' ? 80 : 443)),
    protocol,
    httpClient: Stripe.createFetchHttpClient((input: unknown, init?: RequestInit) => fetchOver(egress, input, init)),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  });
}

async function fetchOver(egress: Egress, input: unknown, init: RequestInit = {}): Promise<Response> {
  const answer = await egress.request({
    url: String(input),
    method: init.method ?? 'GET',
    headers: [...new Headers(init.headers)],
    ...(typeof init.body === 'string' && init.body !== '' && { body: init.body }),
    ...(init.signal && { signal: init.signal }),
  });
  const text = await answer.text(ANSWER_LIMIT);
  return new Response(text === '' ? null : text, { status: answer.status, headers: { ...answer.headers } });
}
