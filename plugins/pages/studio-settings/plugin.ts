import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Who belongs to a workspace, what it is called and how it ends; and one's own account. */
export const plugin = definePlugin({
  id: 'studio-settings',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    const pages = ['/members', '/settings/workspace', '/account/profile', '/account/security'];
    contribute(Routes, ...services.studio.routes('studio-settings', pages));
  },
});
