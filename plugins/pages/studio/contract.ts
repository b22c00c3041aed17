/** The studio: the console in a browser. Plugins bring sections of it, as pages of their folders `web/` and routes to them. */
import type { Route } from '#http';
import { token } from '#kernel';

/** For plugins that bring a section (`web/<name>.section.tsx`). */
export interface Studio {
  /**
   * Routes that answer with the studio: each path, and all below it where it ends in `/*`. The addresses are those of the section's
   * pages; who is not signed in is asked to. `id` is the plugin's.
   */
  routes(id: string, paths: readonly string[]): Route[];
}

/** The service of the studio. */
export const Studio = token<Studio>('studio.studio');
