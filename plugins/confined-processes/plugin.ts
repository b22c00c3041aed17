import { definePlugin } from '../../kernel/index.ts';

/** A way to start processes, for other plugins to import: nothing of it is needed before one does. */
export const plugin = definePlugin({ id: 'confined-processes', setup() {} });
