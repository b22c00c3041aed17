import { createHash } from 'node:crypto';
import type { HttpServer, Reply, Route } from '#http';
import { type Contributions, PlatformError } from '#kernel';
import { buildDocument } from './build-document.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** A text that is made of the document, with what names its content. */
interface Rendering {
  readonly text: string;
  readonly etag: string;
}

export interface PublishedParts {
  readonly routes: Contributions<Route>;
  readonly http: HttpServer;
  readonly version: string;
}

/** How a text that is made of the document is answered. */
export interface Publication {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null: there is no page of this address. */
  render(document: OpenApiDocument, address: string): string | null;
}

/** The document of the routes of the moment: built when it is asked for first, and anew after plugins came or went. */
export class PublishedDocument {
  readonly #parts: PublishedParts;
  #document: OpenApiDocument | undefined;
  #renderings = new Map<string, Rendering>();
  readonly #unwatch: () => void;

  constructor(parts: PublishedParts) {
    this.#parts = parts;
    this.#unwatch = parts.routes.onChange(() => {
      this.#document = undefined;
      this.#renderings = new Map();
    });
  }

  get document(): OpenApiDocument {
    const { routes, http, version } = this.#parts;
    this.#document ??= buildDocument(routes.all(), { version, publicUrl: (site) => http.publicUrl(site) });
    return this.#document;
  }

  /** The text of an address, made when it is asked for first. Throws `http.not_found` where there is none. */
  reply(publication: Publication, address: string): Reply {
    const { text, etag } = this.#rendering(publication, address);
    const headers = { etag, 'cache-control': 'no-cache', ...publication.headers };
    return { status: 200, headers, body: { kind: 'text', text, contentType: publication.contentType } };
  }

  close(): void {
    this.#unwatch();
  }

  #rendering(publication: Publication, address: string): Rendering {
    const known = this.#renderings.get(address);
    if (known !== undefined) return known;
    const text = publication.render(this.document, address);
    if (text === null)
      throw new PlatformError('not-found', 'http.not_found', 'The API has no such page; see /docs/api');
    const made = { text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    this.#renderings.set(address, made);
    return made;
  }
}
