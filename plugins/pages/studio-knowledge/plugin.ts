import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Knowledge bases in the studio: their documents, what they find, where they come from, and who reaches them. */
export const plugin = definePlugin({
  id: 'studio-knowledge',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(Routes, ...services.studio.routes('studio-knowledge', ['/knowledge', '/knowledge/*']));
  },
});
