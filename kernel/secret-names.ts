/** Names whose values are never shown: compared without case, dashes and underscores. */
const secretName =
  /(authorization|cookie|apikey|appkey|secretkey|privatekey|masterkey|accesskey|password|passwd|passphrase|secret|credential|token)s?$/;

/** Counts of tokens are named like secrets and are none. */
const countOfTokens = /(total|max|min|prompt|completion|input|output|cached|reasoning)tokens$/;

/** True for `apiKey`, `X-Api-Key`, `client_secret`, `Authorization`, `accessToken` and their like. */
export function isSecretName(name: string): boolean {
  const plain = name.replaceAll(/[-_.\s]/g, '').toLowerCase();
  return secretName.test(plain) && !countOfTokens.test(plain);
}

/** Hides the password inside an address: `postgres://me:pw@host` → `postgres://me:***@host`. */
export function maskAddress(text: string): string {
  return text.replaceAll(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi, '$1:***@');
}
