import type Stripe from 'stripe';
import { json, jsonAnswer, objectSchema, Public, type Route, route, schemas } from '#http';
import { PlatformError } from '#kernel';
import type { StripeStore } from './store.ts';
import type { StripePayments } from './stripe-payments.ts';

export interface WebhookParts {
  readonly stripe: Stripe;
  readonly store: StripeStore;
  readonly payments: StripePayments;
  /** Lets what is new of a closed workspace stand still too. */
  readonly followIfClosed: (workspaceId: string) => Promise<void>;
  readonly webhookSecret: string;
  readonly isLive: boolean;
}

/** Seconds that an event may be old: what was signed longer ago may be a replay. */
const TOLERANCE = 300;
const types = /^(customer\.subscription\.|checkout\.session\.|invoice\.(paid|payment_))/;

/** Where Stripe tells what happened; null: it is not set up. */
export function webhookRoute(parts: WebhookParts | null): Route {
  return route({
    id: 'billing-stripe.webhook',
    method: 'POST',
    path: '/billing/stripe/webhook',
    access: Public,
    summary: 'Receive a signed webhook event from Stripe',
    docs: {
      tag: 'Billing',
      answers: {
        200: jsonAnswer(
          'The event was processed, now or by an earlier delivery.',
          objectSchema('StripeAnswer', { received: schemas.boolean }),
          {
            received: true,
          },
        ),
      },
      errors: { 400: ['invalid_signature'], 404: ['not_configured'], 503: ['refused'] },
    },
    body: { type: 'object' },
    async handle({ bodyText, headers }) {
      if (parts === null) {
        throw new PlatformError('not-found', 'billing-stripe.not_configured', 'Payments over Stripe are not set up.');
      }
      await receive(parts, signedEvent(parts, bodyText, headers['stripe-signature']));
      return json({ received: true });
    },
  });
}

function signedEvent({ stripe, webhookSecret }: WebhookParts, body: string, signature: string | undefined) {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE);
  } catch (cause) {
    const message = 'The event is not signed with the secret of this address, or was signed too long ago.';
    throw new PlatformError('invalid', 'billing-stripe.invalid_signature', message, { cause });
  }
}

/** An event is noted when it was dealt with: one that failed is sent again. What it says is not believed but asked for. */
async function receive({ store, payments, followIfClosed, isLive }: WebhookParts, event: Stripe.Event): Promise<void> {
  if (!types.test(event.type) || event.livemode !== isLive || event.account !== undefined) return;
  const { customer } = event.data.object as { readonly customer?: string | { readonly id: string } | null };
  const customerId = typeof customer === 'string' ? customer : customer?.id;
  const workspaceId = customerId === undefined ? null : await store.workspaceOf(customerId);
  if (workspaceId === null || (await store.isKnown(event.id))) return;
  await payments.sync(workspaceId, `stripe ${event.type}`);
  // Paid on a page that was open when the workspace was closed, say.
  await followIfClosed(workspaceId);
  await store.noteEvent(event.id);
}
