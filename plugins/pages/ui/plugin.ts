import { definePlugin } from '#kernel';

/** What pages are made of lies in `web/`, for the pages of other plugins. */
export const plugin = definePlugin({ id: 'ui', setup() {} });
