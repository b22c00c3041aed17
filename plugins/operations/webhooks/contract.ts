/** Webhooks: addresses that the owner of an app has named are told how its runs end. */
import { eventName, token } from '#kernel';

/** For others who tell of ends of runs: what an event is called, and its body. */
export { eventBody, eventOfEnd } from './event-body.ts';

/** What an endpoint can be told: `run.paused` each time a run waits for people, one of the others when it has ended. */
export const eventTypes = ['run.succeeded', 'run.failed', 'run.stopped', 'run.paused'] as const;

/** One of them; `webhook.test` is what `test` sends, to whatever endpoint. */
export type WebhookEvent = (typeof eventTypes)[number];

/** An address, without its secret: that is shown when it is made, and never again. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly appId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  /** Why it was disabled, when that was not its owner's doing: it answered 410. */
  readonly disabledReason: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What an owner says of an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
}

/** One message to one endpoint. Its id is the `Webhook-Id` of each attempt. */
export interface WebhookDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly runId: string | null;
  readonly type: string;
  /** `dead`: its attempts are used up, or nobody listens any more; `redeliver` tries again. */
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** Status and error of the last attempt. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastAttemptAt: number | null;
}

/** Endpoints of apps and their deliveries. Unknown apps throw `apps.not_found`, unknown ids `webhooks.not_found`. */
export interface Webhooks {
  list(workspaceId: string, appId: string): Promise<readonly WebhookEndpoint[]>;
  /**
   * Throws `webhooks.invalid_url`, `webhooks.address_refused` and `webhooks.too_many_endpoints` (an app has 5 at most). The
   * secret is given here and nowhere else.
   */
  add(
    workspaceId: string,
    appId: string,
    settings: EndpointSettings,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }>;
  /** Changes what is named. Enabling it clears the reason why it was disabled. */
  change(endpoint: EndpointName, changes: Partial<EndpointSettings>): Promise<WebhookEndpoint>;
  /** Its deliveries go with it; what is under way may still arrive. */
  remove(endpoint: EndpointName): Promise<void>;
  /** A new secret. For 24 hours messages carry a signature by the old one as well. */
  rotate(endpoint: EndpointName): Promise<string>;
  /** Sends `webhook.test`, also to an endpoint that is disabled. */
  test(endpoint: EndpointName): Promise<WebhookDelivery>;
  /** Newest first; `before` is the id of the last one seen. Kept for 30 days. */
  deliveries(workspaceId: string, appId: string, query: DeliveryQuery): Promise<readonly WebhookDelivery[]>;
  /** Gives a delivery all its attempts again, whatever became of it. Its id stays. */
  redeliver(workspaceId: string, appId: string, deliveryId: string): Promise<WebhookDelivery>;
}

/** Names an endpoint of an app. */
export interface EndpointName {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endpointId: string;
}

/** Which deliveries. */
export interface DeliveryQuery {
  readonly endpointId?: string | undefined;
  readonly status?: WebhookDelivery['status'] | undefined;
  /** 1 to 100. */
  readonly limit: number;
  readonly before?: string | undefined;
}

/** The webhooks service. */
export const Webhooks = token<Webhooks>('webhooks.webhooks');

/** An endpoint that is told nothing any more, for it answered 410. */
export interface EndpointEnd {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endpointId: string;
  readonly url: string;
}

/** Emitted by the process that switched it off. */
export const EndpointSwitchedOff = eventName<EndpointEnd>('webhooks.endpoint-switched-off');
