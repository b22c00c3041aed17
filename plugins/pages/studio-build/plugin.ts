import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Where apps are built: the canvas of workflows and chatflows, and the document of other apps. */
export const plugin = definePlugin({
  id: 'studio-build',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(Routes, ...services.studio.routes('studio-build', ['/app/:app_id/build']));
  },
});
