import { definePlugin } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { Feedbacks } from './contract.ts';
import { ErasureStore } from './erasure-store.ts';
import { exportedTables } from './exported-tables.ts';
import { FeedbackStore } from './store.ts';

export const plugin = definePlugin({
  id: 'feedbacks',
  needs: { database: Database },
  setup({ services, provide, contribute }) {
    const feedbacks = new FeedbackStore(services.database);
    provide(Feedbacks, () => feedbacks);
    contribute(ExportedTables, ...exportedTables);
    contribute(PersonalData, new ErasureStore(services.database));
  },
});
