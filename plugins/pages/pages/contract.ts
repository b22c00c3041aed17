/**
 * Pages for browsers. Their sources are the folders `web/` of plugins (`<name>.page.tsx`, `<name>.script.ts`); here they are
 * built, and become the answers of routes.
 */
import type { Reply, RouteRequest } from '#http';
import { token } from '#kernel';

/** What a page is sent with. */
export interface PageOptions {
  /** Of the browser's tab: text. */
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** What the page reads with `readPageData()`: JSON. Whoever can load the page sees it. */
  readonly data: unknown;
  /** Sites that may show the page in a frame, as sources of a Content-Security-Policy; none: nobody may. */
  readonly frameAncestors?: readonly string[];
  /** Further origins it may talk to. */
  readonly connect?: readonly string[];
  /** Sources of what it shows in frames; none without. */
  readonly frames?: readonly string[];
  /** Further sources of pictures. */
  readonly images?: readonly string[];
  /** Parts of it make style sheets of their own: they find the word that lets them in `<meta name="style-nonce">`. */
  readonly makesStyles?: boolean;
  /** Default 200. */
  readonly status?: number;
  /**
   * Waits until the pages are built. Where something stands behind `#`, as secrets of links do, a page that loads itself again would
   * only go to that place of itself.
   */
  readonly waits?: boolean;
  /** Sites it links to learn nothing of where the reader came from: for what not everybody may see. */
  readonly isPrivate?: boolean;
}

/** For plugins that contribute routes with pages, or with a script for pages of others. */
export interface Pages {
  /**
   * The HTML of an entry (`<plugin>/<name>`), under a strict Content-Security-Policy with Trusted Types. Before the pages are
   * built, a page that says so and loads itself again (503). Throws `pages.no_entry` for an entry there is not.
   */
  render(entry: string, options: PageOptions): Promise<Reply>;
  /**
   * Addresses of the pages that sections of the studio bring (`/knowledge/:dataset_id`; a last `*` is the rest). null: the pages are
   * not built. `wait`: until they are, or could not be.
   */
  addresses(options?: { readonly wait?: boolean }): Promise<readonly string[] | null>;
  /** A script that stands alone, under an address that stays: asked for anew when it is old, and then mostly 304. */
  script(entry: string, request: Pick<RouteRequest, 'headers'>): Promise<Reply>;
}

/** The service of pages. */
export const Pages = token<Pages>('pages.pages');
