import { isRuntimePath } from '#http';

/** A part of the API that other people call, with other keys. */
export interface Surface {
  /** For anchors. */
  readonly id: string;
  readonly title: string;
  /** With `code`. */
  readonly about: string;
  /** Whether a path is of it; the first that has it counts. */
  has(path: string): boolean;
}

/** What apps are called by comes first, and of that what runs them. */
export const surfaces: readonly Surface[] = [
  {
    id: 'runtime',
    title: 'Run apps',
    about:
      '`/v1`: what your programs call, with the key of an app. The base address of clients and SDKs ends in `/v1`.',
    has: isRuntimePath,
  },
  {
    id: 'management',
    title: 'Manage',
    about:
      '`/console/api`: apps, keys, providers, people and the workspace itself, for who is signed in, personal keys and the management token.',
    has: (path) => path.startsWith('/console/api/') || path.startsWith('/assistant/api/'),
  },
  {
    id: 'rest',
    title: 'Everything else',
    about: 'Links that are opened in a browser, what watches the server, and this description.',
    has: () => true,
  },
];

const first = ['Generation', 'Conversations', 'Messages', 'Files', 'Forms', 'Audio', 'App'];

/** The tags of the paths: those of `/v1` first, beginning with what runs apps; then by name. */
export function tagsInOrder(tagged: readonly { readonly path: string; readonly tag: string }[]): readonly string[] {
  const runtime = new Set(tagged.filter(({ path }) => isRuntimePath(path)).map(({ tag }) => tag));
  const rank = (tag: string) => {
    if (!runtime.has(tag)) return first.length + 1;
    const place = first.indexOf(tag);
    return place === -1 ? first.length : place;
  };
  const tags = [...new Set(tagged.map(({ tag }) => tag))];
  return tags.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
