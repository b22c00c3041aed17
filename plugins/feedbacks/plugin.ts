import { Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Database } from '../database/contract.ts';
import { Feedbacks } from './contract.ts';
import { managementRoutes } from './management-routes.ts';
import { FeedbackStore } from './store.ts';

export const plugin = definePlugin({
  id: 'feedbacks',
  needs: { database: Database, apps: Apps },
  setup({ services, provide, contribute }) {
    const feedbacks = new FeedbackStore(services.database);
    provide(Feedbacks, () => feedbacks);
    contribute(Routes, ...managementRoutes(feedbacks, services.apps));
  },
});
