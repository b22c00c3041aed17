import { definePlugin } from '../../kernel/index.ts';
import { Database } from '../database/contract.ts';
import { PersonalData } from '../erasure/contract.ts';
import { ExportedTables } from '../workspace-export/contract.ts';
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
