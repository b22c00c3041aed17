import { LRUCache } from 'lru-cache';
import { everythingAllowed, type RobotRules, readRobots } from './robots.ts';
import { pathOf } from './web-addresses.ts';
import type { Fetched, WebFetcher } from './web-fetcher.ts';

/** What is allowed is not known now. */
type Later = Extract<Fetched, { readonly kind: 'later' }>;

const MAX_BYTES = 500_000;
const MAX_KEPT = 200;
const MAX_REDIRECTS = 5;

/** What sites allow, read once in a run. */
export class RobotsReader {
  readonly #fetcher: Pick<WebFetcher, 'get'>;
  readonly #kept = new LRUCache<string, RobotRules>({ max: MAX_KEPT });

  constructor(fetcher: Pick<WebFetcher, 'get'>) {
    this.#fetcher = fetcher;
  }

  /** `run`: rules are read anew for another one. */
  async rulesOf(site: URL, run: string, signal: AbortSignal): Promise<RobotRules | Later> {
    const key = `${run} ${site.origin}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const rules = await this.#read(site, signal);
    if (!('kind' in rules)) this.#kept.set(key, rules);
    return rules;
  }

  /** RFC 9309: a site without rules allows everything, one that can't say them nothing yet. Redirects stay on the host. */
  async #read(site: URL, signal: AbortSignal): Promise<RobotRules | Later> {
    let at = new URL('/robots.txt', site).href;
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      const answer = await this.#fetcher.get(at, signal);
      if (answer.kind === 'content')
        return readRobots(Buffer.from(answer.bytes.subarray(0, MAX_BYTES)).toString('utf8'));
      if (answer.kind === 'later') return { ...answer, message: `Its robots.txt can not be read: ${answer.message}` };
      if (answer.kind !== 'moved') return everythingAllowed;
      const to = new URL(answer.to);
      if (to.hostname !== site.hostname) return everythingAllowed;
      at = new URL(pathOf(to), to.origin).href;
    }
    return everythingAllowed;
  }
}
