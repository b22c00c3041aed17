import type { Page } from 'playwright-core';
import type { PageBench } from '#plugins/pages/bench/page-bench.ts';

/** What a picture is taken with. */
export interface ScreenKit extends PageBench {
  readonly page: Page;
  /** Makes something once for all pictures of it: an app, a conversation. */
  prepared<Value>(key: string, make: () => Promise<Value>): Promise<Value>;
}

/** A page in a state that is designed: `screens` of a plugin's `testing/screens.ts`, for `npm run screenshots`. */
export interface Screen {
  /** `chat-empty`; the picture's file is called so. */
  readonly name: string;
  /** In pixels; default 390, 820 and 1360. */
  readonly widths?: readonly number[];
  readonly locale?: string;
  /** Brings the page there; the picture is taken when it is done. */
  show(kit: ScreenKit): Promise<void>;
}
