import { expect } from 'vitest';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** An app that clients of MCP can call. */
export interface ServedApp {
  readonly appId: string;
  readonly key: string;
  /** Of the tool. */
  readonly name: string;
  readonly code: string;
  /** The address with the code. */
  readonly url: string;
  set(changes: object): Promise<JsonAnswer>;
  /** A new code. */
  rotate(): Promise<{ readonly code: string; readonly url: string }>;
  /** Sends a message of the newer revision, with the headers that belong to it unless told otherwise. */
  ask(method: string, params?: Mapping, more?: AskOptions): Promise<JsonAnswer>;
}

export interface AskOptions {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly capabilities?: Mapping;
  readonly client?: string;
}

export const MODERN = '2026-07-28';

/** What a request of the newer revision says of itself. */
export function modernMeta(capabilities: Mapping = {}, client = 'test'): Mapping {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

export async function serveApp(platform: TestPlatform, yaml: string, settings: object = {}): Promise<ServedApp> {
  const { appId, key } = await platform.importApp(yaml);
  const path = `/console/api/apps/${appId}/mcp`;
  const set = (body: object) => platform.management.request(path, { method: 'PATCH', body });
  const rotate = async () => {
    const made = await platform.management.request(`${path}/code`, { method: 'POST' });
    expect(made.status, made.text).toBe(201);
    return made.body as { code: string; url: string };
  };
  const switched = await set({ enabled: true, ...settings });
  expect(switched.status, switched.text).toBe(200);
  const { name } = switched.body as { name: string };
  const { code, url } = await rotate();
  return {
    appId,
    key,
    name,
    code,
    url,
    set,
    rotate,
    ask: (method, params, more) => ask(url, method, { params, ...more }),
  };
}

export async function ask(
  address: string,
  method: string,
  {
    params = {},
    url = address,
    headers = {},
    capabilities,
    client,
  }: AskOptions & { readonly params?: Mapping | undefined } = {},
): Promise<JsonAnswer> {
  const { origin, pathname } = new URL(url);
  const named = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
  const usual = {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...named,
    accept: 'application/json, text/event-stream',
  };
  const sent = Object.entries({ ...usual, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const body = { jsonrpc: '2.0', id: 1, method, params: { _meta: modernMeta(capabilities, client), ...params } };
  return testClient(origin).request(pathname, { body, headers: Object.fromEntries(sent) });
}
