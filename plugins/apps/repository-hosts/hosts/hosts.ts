import { PlatformError } from '#kernel';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import { bitbucket } from './bitbucket.ts';
import { gitea, github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { type Ask, type Host, list, text } from './host.ts';
import { failed, messageOf } from './refusals.ts';

const hosts: Readonly<Record<string, Host>> = { github, gitlab, gitea, bitbucket };

/** Bytes of an answer. */
const LIMIT = 8 * 1024 * 1024;
/** Where a renamed repository is, or a list that is kept elsewhere. */
const MAX_REDIRECTS = 2;

/** null: it speaks git and nothing else. */
export function hostOf(provider: string): Host | null {
  return Object.hasOwn(hosts, provider) ? (hosts[provider] ?? null) : null;
}

type Send = (request: EgressRequest) => Promise<EgressResponse>;

interface Answer {
  readonly value: unknown;
  /** Of the next page; null: this is the last. */
  readonly next: string | null;
}

/** `base`: the interface's address, without a slash at its end. Nothing outside of it is asked, wherever an answer points. */
export function askOf(base: string, send: Send): Ask {
  const answered = async (method: string, url: string, body?: unknown, redirects = 0): Promise<Answer> => {
    const answer = await send({ ...requestOf(method, body), url });
    const said = await answer.text(LIMIT);
    const { status, headers } = answer;
    const place = status >= 300 && status < 400 && method === 'GET' ? inside(base, headers.location, url) : null;
    if (place !== null && redirects < MAX_REDIRECTS) return answered(method, place, undefined, redirects + 1);
    if (status >= 300) throw failed(answer, messageOf(said));
    try {
      const value = JSON.parse(said) as unknown;
      return { value, next: inside(base, linked(headers.link) || text(value, 'next'), url) };
    } catch {
      throw new PlatformError('unavailable', 'repository-hosts.failed', 'The host gave an answer that is no JSON.');
    }
  };
  const pages: Ask['pages'] = async (path, most, steps = []) => {
    const items: unknown[] = [];
    let next: string | null = `${base}${path}`;
    for (let page = 0; next !== null && page < most; page += 1) {
      const { value, next: after }: Answer = await answered('GET', next);
      items.push(...list(value, ...steps));
      next = after;
    }
    return { items, isCut: next !== null };
  };
  const one = async (method: string, path: string, body?: unknown) =>
    (await answered(method, `${base}${path}`, body)).value;
  return Object.assign(one, { pages });
}

function requestOf(method: string, body: unknown): Omit<EgressRequest, 'url'> {
  const type = body === undefined ? [] : ([['content-type', 'application/json']] as const);
  return {
    method,
    headers: [['accept', 'application/json'], ['user-agent', 'weft'], ...type],
    ...(body !== undefined && { body: JSON.stringify(body) }),
    decompress: true,
  };
}

/** RFC 8288: `<address>; rel="next"`. */
function linked(header: string | undefined): string {
  return /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(header ?? '')?.[1] ?? '';
}

function inside(base: string, place: string | undefined, from: string): string | null {
  if (place === undefined || place === '' || !URL.canParse(place, from)) return null;
  const { href } = new URL(place, from);
  return href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`) ? href : null;
}
