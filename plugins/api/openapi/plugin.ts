import { HttpServer, Routes } from '#http';
import { definePlugin, KernelInfo } from '#kernel';
import { documentRoutes } from './document-routes.ts';
import { PublishedDocument } from './published-document.ts';

/** Describes what the other plugins contribute as routes: an OpenAPI document, and pages. */
export const plugin = definePlugin({
  id: 'openapi',
  needs: { routes: Routes, http: HttpServer, kernel: KernelInfo },
  setup({ services: { routes, http, kernel }, contribute, onClose }) {
    const published = new PublishedDocument({ routes, http, version: kernel.version });
    contribute(Routes, ...documentRoutes(published));
    onClose(() => published.close());
  },
});
