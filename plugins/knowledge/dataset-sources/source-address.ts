import { isPlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { SourceSettings } from './contract.ts';
import { invalidSource } from './source-errors.ts';

/** Said at once, not when the first run fails; a name that can't be looked up now may be there later. */
export async function checkedEgress(egress: Pick<Egress, 'check'>, address: string): Promise<void> {
  try {
    await egress.check(address);
  } catch (error) {
    if (isPlatformError(error) && error.code === 'egress.invalid_request') throw invalidSource('url', error.message);
    throw error;
  }
}

/** What a list shows where nobody said a name. */
export function nameOfAddress({ url, folder }: SourceSettings): string {
  const { host, pathname } = new URL(url);
  const path = `${pathname.replace(/\/$/, '')}${folder === '' ? '' : `/${folder}`}`;
  return `${host}${path}`.slice(0, 100);
}
