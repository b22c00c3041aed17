import { currentTime, isPlatformError, PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Announcer } from './announcer.ts';
import type {
  DeliveryQuery,
  EndpointName,
  EndpointSettings,
  WebhookDelivery,
  WebhookEndpoint,
  Webhooks,
} from './contract.ts';
import { SECRET_PURPOSE } from './delivery.ts';
import type { Interests } from './interests.ts';
import { newSecret } from './signature.ts';
import type { WebhookStore } from './store.ts';

export interface WebhooksParts {
  readonly store: WebhookStore;
  readonly apps: Apps;
  readonly jobs: Jobs;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly interests: Interests;
  readonly announcer: Announcer;
}

const MAX_ENDPOINTS = 5;

/** Endpoints as their owners see them. */
export class WebhooksService implements Webhooks {
  readonly #parts: WebhooksParts;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
  }

  async list(workspaceId: string, appId: string): Promise<readonly WebhookEndpoint[]> {
    await this.#parts.apps.get(workspaceId, appId);
    return this.#parts.store.list(workspaceId, appId);
  }

  async add(
    workspaceId: string,
    appId: string,
    settings: EndpointSettings,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const { apps, jobs, store, interests } = this.#parts;
    await apps.get(workspaceId, appId);
    await this.#checkUrl(settings.url);
    // From here on runs of the app end together with jobs.
    await jobs.prepare();
    const secret = newSecret();
    const sealedSecret = this.#seal(workspaceId, secret);
    const endpoint = await store.add({ workspaceId, appId }, { ...settings, sealedSecret, most: MAX_ENDPOINTS });
    if (endpoint === null) {
      const message = `An app has ${MAX_ENDPOINTS} webhooks at most; remove one (weft webhooks remove).`;
      throw new PlatformError('conflict', 'webhooks.too_many_endpoints', message);
    }
    await interests.changed();
    return { endpoint, secret };
  }

  async change(name: EndpointName, changes: Partial<EndpointSettings>): Promise<WebhookEndpoint> {
    await this.#parts.apps.get(name.workspaceId, name.appId);
    if (changes.url !== undefined) await this.#checkUrl(changes.url);
    const endpoint = found(await this.#parts.store.change(name, changes), 'webhook', name.endpointId);
    await this.#parts.interests.changed();
    return endpoint;
  }

  async remove(name: EndpointName): Promise<void> {
    await this.#parts.apps.get(name.workspaceId, name.appId);
    found((await this.#parts.store.remove(name)) || null, 'webhook', name.endpointId);
    await this.#parts.interests.changed();
  }

  async rotate(name: EndpointName): Promise<string> {
    await this.#parts.apps.get(name.workspaceId, name.appId);
    const secret = newSecret();
    found(await this.#parts.store.rotate(name, this.#seal(name.workspaceId, secret)), 'webhook', name.endpointId);
    return secret;
  }

  async test({ workspaceId, appId, endpointId }: EndpointName): Promise<WebhookDelivery> {
    const { apps, store, jobs, announcer } = this.#parts;
    await apps.get(workspaceId, appId);
    await jobs.prepare();
    const type = 'webhook.test';
    const occurredAt = new Date(currentTime());
    const data = { app_id: appId, note: 'A test: no run has ended.' };
    const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
    const to = { workspaceId, appId, endpointId };
    const added = await store.addDeliveries(to, { runId: null, type, occurredAt, body }, (id, within) =>
      announcer.send(workspaceId, id, within),
    );
    return found(added[0] ?? null, 'webhook', endpointId);
  }

  async deliveries(workspaceId: string, appId: string, query: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    await this.#parts.apps.get(workspaceId, appId);
    return this.#parts.store.deliveries(workspaceId, appId, query);
  }

  async redeliver(workspaceId: string, appId: string, deliveryId: string): Promise<WebhookDelivery> {
    const { apps, store, jobs, announcer } = this.#parts;
    await apps.get(workspaceId, appId);
    await jobs.prepare();
    const to = { workspaceId, appId, deliveryId };
    const delivery = await store.redeliver(to, (within) => announcer.send(workspaceId, deliveryId, within));
    return found(delivery, 'delivery', deliveryId);
  }

  #seal(workspaceId: string, secret: string): string {
    return this.#parts.secrets.seal(workspaceId, SECRET_PURPOSE, secret);
  }

  async #checkUrl(text: string): Promise<void> {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
      const message =
        'The address of a webhook starts with http:// or https:// and holds no user name or password; messages are signed.';
      throw new PlatformError('invalid', 'webhooks.invalid_url', message, { field: 'url' });
    }
    try {
      await this.#parts.egress.check(text);
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'egress.address_refused') throw error;
      throw new PlatformError('invalid', 'webhooks.address_refused', error.message, { field: 'url', cause: error });
    }
  }
}

function found<Value>(value: Value | null, what: 'webhook' | 'delivery', id: string): Value {
  if (value !== null) return value;
  const list = what === 'webhook' ? 'weft webhooks list' : 'weft webhooks deliveries';
  throw new PlatformError('not-found', 'webhooks.not_found', `The app has no ${what} ${id}; \`${list}\` shows them.`);
}
