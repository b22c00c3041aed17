import { randomBytes } from 'node:crypto';
import { type HttpServer, type Reply, type RouteRequest, text } from '#http';
import { PlatformError } from '#kernel';
import { assetReply } from './asset-reply.ts';
import type { BuiltPages } from './built-pages.ts';
import type { PageOptions, Pages } from './contract.ts';
import type { PageBuild } from './page-build.ts';
import { pageHeaders } from './page-headers.ts';
import { buildingHtml, failedHtml, pageHtml } from './page-html.ts';

const html = 'text/html; charset=utf-8';
/** Runs before every page is drawn. */
const THEME = 'ui/theme';
/** Loads pages again after a build, under `npm run dev`. */
const RELOAD = 'pages/reload';

export interface PageServiceParts {
  readonly build: PageBuild;
  readonly http: HttpServer;
  readonly isDevelopment: boolean;
}

/** Renders entries of the build of the moment. */
export class PageService implements Pages {
  readonly #parts: PageServiceParts;

  constructor(parts: PageServiceParts) {
    this.#parts = parts;
  }

  async render(entry: string, options: PageOptions): Promise<Reply> {
    const { build, http, isDevelopment } = this.#parts;
    const state = await build.state({ wait: options.waits === true });
    if (state.is !== 'ready') return notYet(state.is === 'failed' ? failedHtml : buildingHtml, options);
    const { pages, scripts } = state.build.manifest;
    const files = Object.hasOwn(pages, entry) ? pages[entry] : undefined;
    if (files === undefined) {
      if (!build.isOld) throw noEntry(entry, 'page.tsx', state.build);
      // Of a plugin that was loaded while the server ran.
      void build.refresh();
      return notYet(buildingHtml, options);
    }
    const early = [THEME, ...(isDevelopment ? [RELOAD] : [])].flatMap((name) => scripts[name] ?? []);
    const nonce = options.makesStyles === true ? randomBytes(16).toString('base64url') : null;
    return text(pageHtml({ ...files, early }, options, nonce), {
      status: options.status ?? 200,
      headers: pageHeaders(options, http.publicUrl('runtime', "'self'"), nonce),
      contentType: html,
    });
  }

  async addresses({ wait = false } = {}): Promise<readonly string[] | null> {
    const state = await this.#parts.build.state({ wait });
    return state.is === 'ready' ? state.build.manifest.addresses : null;
  }

  async script(entry: string, request: Pick<RouteRequest, 'headers'>): Promise<Reply> {
    const state = await this.#parts.build.state();
    if (state.is !== 'ready') {
      throw new PlatformError(
        'unavailable',
        'pages.not_built',
        'The pages of this server are being built; try again in a moment.',
      );
    }
    const { scripts } = state.build.manifest;
    const name = Object.hasOwn(scripts, entry) ? scripts[entry] : undefined;
    const found = name === undefined ? null : await assetReply(state.build, name, request, 'public, max-age=300');
    if (found === null) throw noEntry(entry, 'script.ts', state.build);
    return found;
  }
}

function notYet(page: string, options: PageOptions): Reply {
  return text(page, {
    status: 503,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; ${frames(options)}`,
      'cache-control': 'no-store',
      'retry-after': '2',
    },
    contentType: html,
  });
}

function frames({ frameAncestors = [] }: PageOptions): string {
  return `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`;
}

function noEntry(entry: string, ending: string, { manifest }: BuiltPages): PlatformError {
  const known = Object.keys(ending === 'page.tsx' ? manifest.pages : manifest.scripts).join(', ');
  const [plugin = '', name = ''] = entry.split('/');
  const message = `There is no entry "${entry}": the plugin ${plugin} has no web/${name}.${ending}. There are: ${known}.`;
  return new PlatformError('internal', 'pages.no_entry', message);
}
