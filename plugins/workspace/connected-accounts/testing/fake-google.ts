import { idTokensOf } from '#plugins/sso/testing/id-tokens.ts';
import { type OAuthService, startOAuthService } from './oauth-service.ts';

/** Google with all its doors at one address: signing in (OpenID Connect), consent with the picker, tokens, interfaces. */
export async function startFakeGoogle(): Promise<OAuthService> {
  const service = await startOAuthService();
  const issuer = service.url;
  const { keys, sign } = await idTokensOf(issuer);
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  };
  service.answers.push(({ url }, response) => {
    const { pathname } = new URL(url, issuer);
    const body = pathname === '/.well-known/openid-configuration' ? metadata : pathname === '/certs' ? { keys } : null;
    if (body === null) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  });
  service.idToken = ({ sub, email }, nonce) => {
    const claims = { sub, email, email_verified: true, name: 'Ada', ...(nonce !== '' && { nonce }) };
    return sign(claims, service.client.id);
  };
  return service;
}
