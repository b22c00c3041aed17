import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Studio } from '#plugins/studio/contract.ts';

/** Models in the studio: providers with their credentials, models and prices, and the defaults. */
export const plugin = definePlugin({
  id: 'studio-models',
  needs: { studio: Studio },
  setup({ services, contribute }) {
    contribute(Routes, ...services.studio.routes('studio-models', ['/models', '/models/*']));
  },
});
