import { decodeEntities } from './entities.ts';

/** What a page lets answers of models point to. */
export interface LinkPolicy {
  /** Hosts that the owner of the app allows: `example.com`, `*.example.com`. */
  readonly allowedHosts: readonly string[];
  /** Origins of the product itself: of the page, and of its files. */
  readonly ownOrigins: readonly string[];
}

/** Where a link or picture of an answer goes. */
export type Target =
  /** Text that leads nowhere: `javascript:`, `data:`, `//host`, what is no address. */
  | { readonly is: 'text' }
  /** Of the product itself. */
  | { readonly is: 'own'; readonly url: string }
  /** A host that the owner allows. */
  | { readonly is: 'allowed'; readonly url: string; readonly host: string }
  /** Anything else: shown whole, before anybody goes there. */
  | { readonly is: 'foreign'; readonly url: string; readonly host: string };

/** Whole addresses of the web and of mailboxes, and paths of one slash. */
const known = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;
const MAX_LENGTH = 8_000;

/** Judges an address that a model wrote. `base`: of the page. */
export function judgeLink(written: string, policy: LinkPolicy, base: string): Target {
  const address = decodeEntities(written).trim();
  if (!known.test(address) || address.length > MAX_LENGTH || !URL.canParse(address, base)) return { is: 'text' };
  const { protocol, origin, hostname, href, pathname, username, password } = new URL(address, base);
  if (protocol === 'mailto:') return { is: 'foreign', url: href, host: decodeURIComponentOrNot(pathname) };
  if (protocol !== 'https:' && protocol !== 'http:') return { is: 'text' };
  // A path that the browser takes for another host, such as one with a tab between its slashes.
  const isPath = address.startsWith('/');
  if (isPath && origin !== new URL(base).origin) return { is: 'text' };
  if (policy.ownOrigins.includes(origin)) return { is: 'own', url: href };
  const isNamed = username !== '' || password !== '';
  if (!isNamed && isAllowed(hostname, policy.allowedHosts)) return { is: 'allowed', url: href, host: hostname };
  return { is: 'foreign', url: href, host: hostname };
}

function isAllowed(host: string, allowed: readonly string[]): boolean {
  return allowed.some((each) => {
    const name = each.toLowerCase();
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}

function decodeURIComponentOrNot(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
