import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Notices in the studio: a bell in its frame, and a page. */
export const plugin = definePlugin({
  id: 'studio-notices',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(Routes, ...services.studio.routes('studio-notices', ['/notices']));
  },
});
