import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StripeCheckout {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  status: 'open' | 'complete' | 'expired';
}

interface StripeSubscription {
  readonly id: string;
  readonly customer: string;
  status: string;
  price: string;
  cancelAtPeriodEnd: boolean;
  readonly from: number;
  until: number;
  /** How the collection is paused; null: it is not. */
  paused: string | null;
  metadata: Record<string, string>;
}

/** What the library sent, for tests to look at. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
}

/** Speaks Stripe's API as far as it is used, over HTTP, with the fields that are read; refuses what it does not know. */
export async function startStripe(secretKey: string) {
  const seen: SeenRequest[] = [];
  const subscriptions = new Map<string, StripeSubscription>();
  const customers = new Map<string, string>();
  const checkouts: StripeCheckout[] = [];
  const state = { isDown: false };
  const held: { release: (() => void) | null; isAsked: boolean } = { release: null, isAsked: false };
  let next: { readonly released: Promise<void>; readonly fits: (request: SeenRequest) => boolean } | null = null;
  const forgotten = new Set<string>();

  const page = ({ id, customer, price, status }: StripeCheckout) => ({
    id,
    object: 'checkout.session',
    customer,
    status,
    metadata: { price },
    url: status === 'open' ? `https://checkout.example.com/${id}/${customer}` : null,
  });
  const refused = (message: string, code?: string): [number, unknown] => [
    400,
    { error: { message, type: 'invalid_request_error', ...(code !== undefined && { code }) } },
  ];

  function checkout({ method, form }: SeenRequest, url: URL): [number, unknown] | null {
    if (!url.pathname.startsWith('/v1/checkout/sessions')) return null;
    const [, , , , id, action] = url.pathname.split('/');
    if (id === undefined && method === 'POST') {
      const customer = form.get('customer') ?? '';
      const price = form.get('metadata[price]') ?? '';
      if (price !== form.get('line_items[0][price]')) return refused('the price is another');
      const made = { id: `cs_${checkouts.length + 1}`, customer, price, status: 'open' as const };
      checkouts.push(made);
      return [200, page(made)];
    }
    if (id === undefined) {
      const { customer, status } = Object.fromEntries(url.searchParams);
      const own = checkouts.filter((each) => each.customer === customer && each.status === status);
      return [200, { object: 'list', data: own.map(page), has_more: false, url: url.pathname }];
    }
    const found = checkouts.find((each) => each.id === id);
    if (found === undefined || action !== 'expire') return refused('no such page', 'resource_missing');
    if (found.status !== 'open') return refused(`This page is ${found.status}`);
    found.status = 'expired';
    return [200, page(found)];
  }

  const shown = (each: StripeSubscription) => ({
    id: each.id,
    object: 'subscription',
    customer: each.customer,
    status: each.status,
    trial_end: null,
    cancel_at_period_end: each.cancelAtPeriodEnd,
    pause_collection: each.paused === null ? null : { behavior: each.paused, resumes_at: null },
    metadata: each.metadata,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${each.id}`,
          price: { id: each.price },
          current_period_start: each.from,
          current_period_end: each.until,
        },
      ],
    },
  });

  function answer(request: SeenRequest): [number, unknown] {
    const { method, path, form, headers } = request;
    if (state.isDown) return [500, { error: { message: 'down', type: 'api_error' } }];
    if (headers.authorization !== `Bearer ${secretKey}`) {
      return [401, { error: { message: `Invalid API Key provided: ${secretKey}`, type: 'invalid_request_error' } }];
    }
    if (path === '/v1/customers' && method === 'POST') {
      const key = String(headers['idempotency-key']);
      const id = customers.get(key) ?? `cus_${customers.size + 1}`;
      customers.set(key, id);
      return [200, { id, object: 'customer' }];
    }
    if (path === '/v1/billing_portal/sessions' && method === 'POST') {
      return [200, { id: 'bps_1', url: `https://portal.example.com/${form.get('customer')}` }];
    }
    const url = new URL(path, 'http://stripe');
    const about = url.searchParams.get('customer');
    if (about !== null && forgotten.has(about)) return refused('No such customer', 'resource_missing');
    const asked = checkout(request, url);
    if (asked !== null) return asked;
    if (url.pathname === '/v1/subscriptions' && method === 'GET') {
      const own = [...subscriptions.values()].filter((each) => each.customer === url.searchParams.get('customer'));
      return [200, { object: 'list', data: own.reverse().map(shown), has_more: false, url: '/v1/subscriptions' }];
    }
    const found = subscriptions.get(/^\/v1\/subscriptions\/(\w+)$/.exec(url.pathname)?.[1] ?? '');
    if (found === undefined || (method === 'DELETE' && found.status === 'canceled')) {
      const error = { message: 'No such object', type: 'invalid_request_error', code: 'resource_missing' };
      return [404, { error }];
    }
    if (method === 'DELETE') found.status = 'canceled';
    if (method === 'POST') {
      if (found.status === 'canceled') return refused('A canceled subscription can only update its details');
      const behavior = form.get('pause_collection[behavior]');
      if (behavior !== null) found.paused = behavior;
      if (form.get('pause_collection') === '') found.paused = null;
      const mark = form.get('metadata[weft_paused]');
      if (mark !== null) found.metadata = mark === '' ? {} : { weft_paused: mark };
      found.price = form.get('items[0][price]') ?? found.price;
      const cancel = form.get('cancel_at_period_end');
      if (cancel !== null) found.cancelAtPeriodEnd = cancel === 'true';
    }
    return [200, shown(found)];
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, form };
      seen.push(asked);
      const [status, body] = answer(asked);
      const send = () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (next === null || !next.fits(asked)) return void send();
      const { released } = next;
      next = null;
      held.isAsked = true;
      void released.then(send);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    seen,
    state,
    checkouts,
    /** What may charge a customer. */
    charging: (customer: string) =>
      [...subscriptions.values()].filter((each) => each.customer === customer && each.status !== 'canceled'),
    /** As if somebody had removed the customer. */
    forget: (customer: string) => void forgotten.add(customer),
    /** The next answer that fits is made when it is asked for, and sent when it is released. */
    hold(fits: (request: SeenRequest) => boolean = () => true) {
      held.isAsked = false;
      const released = new Promise<void>((resolve) => {
        held.release = resolve;
      });
      next = { released, fits };
      return { isAsked: () => held.isAsked, release: () => held.release?.() };
    },
    /** As if somebody had paid on the page of Stripe, or past this server. */
    subscribe(customer: string, price: string): StripeSubscription {
      const paid = checkouts.find(
        (each) => each.customer === customer && each.price === price && each.status === 'open',
      );
      if (paid !== undefined) paid.status = 'complete';
      const now = Math.floor(Date.now() / 1000);
      const id = `sub_${subscriptions.size + 1}`;
      const made: StripeSubscription = {
        id,
        customer,
        price,
        status: 'active',
        cancelAtPeriodEnd: false,
        from: now,
        until: now + 2_592_000,
        paused: null,
        metadata: {},
      };
      subscriptions.set(id, made);
      return made;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
