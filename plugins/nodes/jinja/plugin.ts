import { definePlugin } from '#kernel';

/** A library for node modules, which import its contract in engine threads: nothing of it runs on the main thread. */
export const plugin = definePlugin({ id: 'jinja', setup() {} });
