import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Signs ID tokens as a provider does. */
export interface IdTokens {
  /** What a provider answers at its `jwks_uri`. */
  readonly keys: readonly object[];
  /** `claims`: with `sub`. */
  sign(claims: Readonly<Record<string, unknown>>, audience: string): Promise<string>;
}

export async function idTokensOf(issuer: string): Promise<IdTokens> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  return {
    keys: [key],
    sign: (claims, audience) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('10 minutes')
        .sign(privateKey),
  };
}
