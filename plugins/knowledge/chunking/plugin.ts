import { definePlugin } from '#kernel';

/** How text becomes chunks lies in `contract.ts`, for the plugins of knowledge bases. */
export const plugin = definePlugin({ id: 'chunking', setup() {} });
