import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Apps in the studio: the list, new ones, imports. */
export const plugin = definePlugin({
  id: 'studio-apps',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(Routes, ...services.studio.routes('studio-apps', ['/apps', '/apps/*', '/workspaces/new']));
  },
});
