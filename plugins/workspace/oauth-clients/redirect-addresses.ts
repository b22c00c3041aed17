import { isIP } from 'node:net';

/** Where services send browsers back to, at the address of the console. */
export const callbackPaths = {
  signIn: '/console/api/sign-in/callback',
  connectedAccounts: '/console/api/connected-accounts/callback',
} as const;

/** Why a service does not take redirect addresses of a site; `null` where it does. */
export type AddressTrouble = 'raw_ip' | 'not_https' | 'not_public';

/** Names at the end of hosts that no public register has; Google refuses them. */
const privateEnds = new Set(
  'arpa corp example home host internal intranet invalid lan local localdomain localhost onion private test'.split(' '),
);

/**
 * What stands against registering addresses of a site at a service. Google takes https on names of public domains only, and
 * anything on this machine; Microsoft takes https, and plain http on this machine; the others take what they are given.
 */
export function addressTrouble(provider: string, site: string): AddressTrouble | null {
  if (provider !== 'google' && provider !== 'microsoft') return null;
  const { protocol, hostname } = new URL(site);
  if (hostname === 'localhost') return null;
  if (provider === 'google' && isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    return hostname === '127.0.0.1' || hostname === '[::1]' ? null : 'raw_ip';
  }
  if (protocol !== 'https:') return 'not_https';
  if (provider !== 'google') return null;
  const labels = hostname.split('.');
  return labels.length < 2 || privateEnds.has(labels.at(-1) ?? '') ? 'not_public' : null;
}

const words: Readonly<Record<AddressTrouble, string>> = {
  raw_ip: 'it takes no bare IP addresses; give this server a name of a public domain (CONSOLE_URL)',
  not_https: 'it takes https only, but for localhost; put this server behind https and set CONSOLE_URL',
  not_public: 'it takes names of public domains only; set CONSOLE_URL to one that may still lead into your own network',
};

/** The same in words, after the name of the service. */
export function troubleWords(trouble: AddressTrouble): string {
  return words[trouble];
}
