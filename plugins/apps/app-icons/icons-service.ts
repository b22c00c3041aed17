import { createHash } from 'node:crypto';
import { type MultipartBody, namesTag, type Reply } from '#http';
import { currentTime, PlatformError } from '#kernel';
import { type App, type Apps, pictureOf, pictureText } from '#plugins/apps/contract.ts';
import type { Pictures } from '#plugins/avatars/contract.ts';
import type { IconStore } from './icon-store.ts';

export interface IconParts {
  readonly apps: Apps;
  readonly pictures: Pictures;
  readonly store: IconStore;
}

/** Pictures that apps have as icons. */
export class IconsService {
  readonly #parts: IconParts;

  constructor(parts: IconParts) {
    this.#parts = parts;
  }

  /** The app with its new picture. Those that no app has any more are removed. */
  async set(workspaceId: string, appId: string, form: MultipartBody, signal: AbortSignal): Promise<App> {
    const { apps, pictures, store } = this.#parts;
    await apps.get(workspaceId, appId);
    const png = await pictures.receive(workspaceId, form, signal);
    const hash = createHash('sha256').update(png).digest('hex').slice(0, 32);
    await store.put(workspaceId, hash, png);
    const app = await apps.update(workspaceId, appId, { icon: pictureText(hash), iconType: 'image' });
    // Once more: another app may have got its picture meanwhile, and this one was of no app then.
    await store.put(workspaceId, hash, png);
    await this.#removeUnused(workspaceId);
    return app;
  }

  /** Whoever knows its address may see it: the address is made of what it shows, which nobody guesses. */
  async show(appId: string, hash: string, known: string | undefined): Promise<Reply> {
    const workspaceId = await this.#parts.apps.workspaceOf(appId.toLowerCase());
    const picture = workspaceId === null ? null : await this.#parts.store.find(workspaceId, hash);
    if (picture === null) {
      throw new PlatformError('not-found', 'app-icons.no_icon', 'There is no such picture; it may have been replaced.');
    }
    const etag = `"${hash}"`;
    const headers = {
      ETag: etag,
      // Another picture has another address.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    };
    if (namesTag(known, etag)) return { status: 304, headers, body: { kind: 'empty' } };
    const body = { kind: 'bytes', stream: once(picture), contentType: 'image/png', length: picture.length } as const;
    return { status: 200, headers, body };
  }

  /** Copies of an app have its picture, and so has what may come back. Also of apps that got an emoji, or are gone. */
  async #removeUnused(workspaceId: string): Promise<void> {
    const { apps, store } = this.#parts;
    const at = new Date(currentTime());
    const hashes = await store.hashes(workspaceId);
    const all = [...(await apps.list(workspaceId)), ...(await apps.deleted(workspaceId))];
    const used = new Set(all.map(pictureOf));
    const unused = hashes.filter((hash) => !used.has(hash));
    await store.remove(workspaceId, unused, at);
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
