import { isMapping } from '#engine';
import { currentTime, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Credentials } from '#plugins/models/contract.ts';
import { type UnsignedCall, withVersion } from '#plugins/provider-http/contract.ts';
import type { OpenAiEndpoint } from '#plugins/provider-openai/contract.ts';

const SCOPE = 'https://cognitiveservices.azure.com/.default';
const AUTHORITY = 'https://login.microsoftonline.com';
/** Milliseconds before it runs out that a token is no longer used. */
const MARGIN = 60_000;
const MAX_ANSWER = 64 * 1024;

/**
 * The v1 API takes the deployment as the model; dated versions have an address for each deployment.
 * `base_model_name` tells the rules for its parameters.
 */
export function azureEndpoint(credentials: Credentials): Partial<OpenAiEndpoint> {
  const origin = originOf(credentials);
  const version = credentials.openai_api_version ?? '';
  const shared = { isOpenAi: true, baseModel: credentials.base_model_name || undefined };
  if (!/^\d{4}-\d{2}-\d{2}/.test(version)) return { ...shared, base: `${origin}/openai/v1` };
  return {
    ...shared,
    base: `${origin}/openai`,
    query: `?api-version=${encodeURIComponent(version)}`,
    route: (path, model) => (path === '/responses' ? path : `/deployments/${encodeURIComponent(model)}${path}`),
  };
}

/** People paste addresses with `/openai` and more. */
export function originOf(credentials: Credentials): string {
  return new URL(withVersion(credentials.openai_api_base ?? '')).origin;
}

/** Whether calls carry a token of an application instead of a key. */
export function isByApplication(credentials: Credentials): boolean {
  return (
    credentials.auth_method === 'entra_id' || (credentials.auth_method !== 'api_key' && !credentials.openai_api_key)
  );
}

/** Signs calls with a token of an application (OAuth 2.0 client credentials), which is asked for when the last runs out. */
export function applicationSigner(credentials: Credentials, egress: Egress): NonNullable<OpenAiEndpoint['sign']> {
  let token: { readonly text: string; readonly until: number } | null = null;
  return async ({ signal }: UnsignedCall) => {
    if (token === null || token.until - MARGIN < currentTime()) token = await askForToken(credentials, egress, signal);
    return [['authorization', `Bearer ${token.text}`]];
  };
}

async function askForToken(
  credentials: Credentials,
  egress: Egress,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly until: number }> {
  const { azure_tenant_id: tenant = '', azure_client_id: id = '', azure_client_secret: secret = '' } = credentials;
  if (tenant === '' || id === '' || secret === '') {
    throw refused('it has no key, and no tenant, id and secret of an application');
  }
  const response = await egress.request({
    url: `${AUTHORITY}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
    method: 'POST',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: SCOPE,
    }).toString(),
    signal,
  });
  const answer = parseOrNull(await response.text(MAX_ANSWER));
  if (response.status !== 200 || !isMapping(answer) || typeof answer.access_token !== 'string') {
    const why = isMapping(answer) && typeof answer.error === 'string' ? ` (${answer.error.slice(0, 60)})` : '';
    throw refused(`Microsoft Entra ID refuses the application${why}`);
  }
  const seconds = Number(answer.expires_in);
  return { text: answer.access_token, until: currentTime() + (Number.isFinite(seconds) ? seconds : 300) * 1000 };
}

function refused(why: string): PlatformError {
  const text = `Azure OpenAI can't be called: ${why}. Check its credentials in the settings of the provider.`;
  return new PlatformError('invalid', 'models.provider_not_initialize', text);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
