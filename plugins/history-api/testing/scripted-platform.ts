import { type PlatformOptions, startPlatform, type TestPlatform } from '../../delivery-api/testing/platform.ts';
import { type FakeOpenAi, type Script, startFakeOpenAi } from '../../provider-openai/testing/fake-openai.ts';

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
  const server = await startFakeOpenAi(scripts);
  const env = { WEFT_EGRESS_ALLOW: `127.0.0.1:${server.port}` };
  const platform = await startPlatform({ ...options, env: { ...env, ...options.env } });
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
