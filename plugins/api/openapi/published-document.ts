import { createHash } from 'node:crypto';
import { type HttpServer, namesTag, type Reply, type Route, type RouteRequest } from '#http';
import type { Contributions } from '#kernel';
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
  render(document: OpenApiDocument): string;
}

/** The document of the routes of the moment: built when it is asked for first, and anew after plugins came or went. */
export class PublishedDocument {
  readonly #parts: PublishedParts;
  #document: OpenApiDocument | undefined;
  #renderings = new Map<Publication, Rendering>();
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

  /** The text, or 304 for who has it already. */
  reply(publication: Publication, { headers }: Pick<RouteRequest, 'headers'>): Reply {
    const { text, etag } = this.#rendering(publication);
    const answer = { etag, 'cache-control': 'no-cache', ...publication.headers };
    if (namesTag(headers['if-none-match'], etag)) return { status: 304, headers: answer, body: { kind: 'empty' } };
    return { status: 200, headers: answer, body: { kind: 'text', text, contentType: publication.contentType } };
  }

  close(): void {
    this.#unwatch();
  }

  #rendering(publication: Publication): Rendering {
    const known = this.#renderings.get(publication);
    if (known !== undefined) return known;
    const text = publication.render(this.document);
    const made = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    this.#renderings.set(publication, made);
    return made;
  }
}
