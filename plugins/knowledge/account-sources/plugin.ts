import { definePlugin } from '#kernel';

/** How services are read that people have accounts at lies in `contract.ts`, for the plugins of sources. */
export const plugin = definePlugin({ id: 'account-sources', setup() {} });
