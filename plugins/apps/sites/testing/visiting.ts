import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

/** What a visit was answered. */
export interface VisitAnswer {
  readonly visitor_token: string;
  readonly expires_at: number;
  readonly visitor_id: string;
  readonly site: Readonly<Record<string, unknown>>;
  readonly app: { readonly id: string; readonly mode: string; readonly name: string };
}

/** An app with a web app. */
export interface SiteBench {
  readonly appId: string;
  readonly key: string;
  /** Changes what is set. */
  set(changes: object): Promise<Readonly<Record<string, unknown>>>;
  visit(body?: object, headers?: Readonly<Record<string, string>>): Promise<JsonAnswer>;
  /** The token of a new visitor. */
  enter(body?: object): Promise<VisitAnswer>;
}

/** Imports and publishes an app, and switches its web app on. */
export async function openSite(platform: TestPlatform, yaml: string, settings: object = {}): Promise<SiteBench> {
  const { appId, key } = await platform.importApp(yaml);
  const bench: SiteBench = {
    appId,
    key,
    async set(changes) {
      const path = `/console/api/apps/${appId}/site`;
      const answer = await platform.management.request(path, { method: 'PATCH', body: changes });
      expect(answer.status, answer.text).toBe(200);
      return answer.body as Readonly<Record<string, unknown>>;
    },
    visit: (body = { app_id: appId }, headers = {}) =>
      testClient(platform.url).request('/web/api/visit', { body, headers }),
    async enter(body) {
      const answer = await bench.visit(body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body as VisitAnswer;
    },
  };
  await bench.set({ enabled: true, ...settings });
  return bench;
}

/** As the owner of a site around signs whom they know. */
export function signedVisitor(id: string, secret: string): string {
  return `${id}.${createHmac('sha256', secret).update(id).digest('hex')}`;
}
