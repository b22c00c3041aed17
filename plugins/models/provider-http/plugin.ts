import { definePlugin } from '#kernel';

/** What speaks to servers of model providers lies in `contract.ts`, for the plugins of the providers. */
export const plugin = definePlugin({ id: 'provider-http', setup() {} });
