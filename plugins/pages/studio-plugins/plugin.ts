import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Plugins to install in the studio: the catalogue, and what is installed. */
export const plugin = definePlugin({
  id: 'studio-plugins',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(
      Routes,
      ...services.studio.routes('studio-plugins', ['/plugins', '/plugins/*', '/installation/plugins']),
    );
  },
});
