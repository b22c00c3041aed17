import { PlatformError } from '#kernel';
import type { HttpConfig } from './configuration.ts';
import type { PublicSite } from './contract.ts';

const variables: Readonly<Record<PublicSite, string>> = {
  console: 'CONSOLE_URL',
  runtime: 'RUNTIME_URL',
  'web-app': 'WEB_APP_URL',
};

/** Resolves the public address of a site. Throws at once when a configured one is no address. */
export function publicUrls(config: HttpConfig, address: () => string): (site: PublicSite, origin?: string) => string {
  const configured: Readonly<Record<PublicSite, string>> = {
    console: normalized('console', config.consoleUrl),
    runtime: normalized('runtime', config.runtimeUrl),
    'web-app': normalized('web-app', config.webAppUrl),
  };
  return (site, origin) => (configured[site] === '' ? (origin ?? address()) : configured[site]);
}

function normalized(site: PublicSite, value: string): string {
  if (value === '') return '';
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    const message = `${variables[site]} is not a plain http or https address; write it like https://weft.example.com`;
    throw new PlatformError('invalid', 'http.bad_public_url', message, { field: variables[site] });
  }
  return url.href.replace(/\/+$/, '');
}
