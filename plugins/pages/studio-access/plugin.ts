import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** How an app is reached, what was published of it, and what publishing its draft would change. */
export const plugin = definePlugin({
  id: 'studio-access',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    const pages = ['/app/:app_id/access', '/app/:app_id/versions', '/app/:app_id/review'];
    contribute(Routes, ...services.studio.routes('studio-access', pages));
  },
});
