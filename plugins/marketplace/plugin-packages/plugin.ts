import { definePlugin } from '#kernel';

/** What packages are lies in `contract.ts`, for the plugins of this group. */
export const plugin = definePlugin({ id: 'plugin-packages', setup() {} });
