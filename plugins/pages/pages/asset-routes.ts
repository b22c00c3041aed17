import { bytesAnswer, emptyAnswer, Public, type Route, route, sse } from '#http';
import { PlatformError } from '#kernel';
import { assetReply } from './asset-reply.ts';
import type { PageBuild } from './page-build.ts';

/** What is under such a name never changes. */
const forever = 'public, max-age=31536000, immutable';

/** Files that pages load. */
export function assetRoutes(build: PageBuild): Route[] {
  return [
    route({
      id: 'pages.asset',
      method: 'GET',
      path: '/assets/:file',
      access: Public,
      summary: 'Get a static file of the pages',
      docs: {
        tag: 'Pages',
        description:
          'Scripts, styles and images of the pages. File names contain a hash of the content, so they can be cached forever. Compressed with brotli or gzip according to `Accept-Encoding`.',
        requestHeaders: {
          'Accept-Encoding': 'The content encodings that the client accepts.',
          'If-None-Match': 'The `ETag` of an earlier response.',
        },
        answers: {
          200: bytesAnswer('The file.', '*/*'),
          304: emptyAnswer('Not modified: `If-None-Match` matches the current `ETag`.'),
        },
        errors: { 404: ['no_asset'] },
      },
      async handle(request) {
        const state = await build.state({ wait: true });
        const { file } = request.params;
        const reply = () => (state.is === 'ready' ? assetReply(state.build, file, request, forever) : null);
        const found = await Promise.resolve(reply()).catch(() => {
          // Somebody has cleared the folder: it is made again, with the same content.
          return build.refresh().then(reply);
        });
        if (found !== null) return found;
        const message = `The pages have no file ${request.params.file}. After an update of the server they are loaded again.`;
        throw new PlatformError('not-found', 'pages.no_asset', message);
      },
    }),
  ];
}

/** Tells pages of a developer that there is another build. */
export function reloadRoute(build: PageBuild): Route {
  return route({
    id: 'pages.reload',
    method: 'GET',
    path: '/assets/reload/events',
    access: Public,
    summary: 'Tells of builds of the pages, under `npm run dev`',
    handle: ({ signal }) => sse(builds(build, signal), { pingAtOnce: true }),
  });
}

async function* builds(build: PageBuild, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const unwatch = build.onChange(end);
      signal.addEventListener('abort', end);
      function end(): void {
        unwatch();
        resolve();
      }
    });
    yield ['{"event":"built"}'];
  }
}
