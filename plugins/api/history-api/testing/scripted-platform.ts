import { type PlatformOptions, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type FakeOpenAi, type Script, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';

export interface ScriptedPlatform {
  readonly platform: TestPlatform;
  readonly server: FakeOpenAi;
  dispose(): Promise<void>;
}

/** The platform with a scripted model server as its provider `openai_api_compatible`. */
export async function startScripted(
  scripts: Readonly<Record<string, Script>>,
  options: PlatformOptions = {},
): Promise<ScriptedPlatform> {
  const env = { WEFT_EGRESS_ALLOW: '127.0.0.1', ...options.env };
  return scripted(scripts, () => startPlatform({ ...options, env }));
}

/** The same on a platform that may call loopback addresses. */
export async function scripted(
  scripts: Readonly<Record<string, Script>>,
  start: () => Promise<TestPlatform>,
): Promise<ScriptedPlatform> {
  const server = await startFakeOpenAi(scripts);
  const platform = await start();
  const path = '/console/api/providers/openai_api_compatible';
  const credentials = { endpoint_url: server.url, api_key: 'k' };
  const answer = await platform.management.request(path, { method: 'PUT', body: { credentials } });
  if (answer.status !== 200) throw new Error(`the provider was not configured: ${answer.text}`);
  const dispose = async () => {
    await platform.dispose();
    await server[Symbol.asyncDispose]();
  };
  return { platform, server, dispose };
}
