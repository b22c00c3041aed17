import { HttpServer, Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { EndUsers } from '../end-users/contract.ts';
import { StoredFiles } from '../files/contract.ts';
import { HumanInput } from '../human-input/contract.ts';
import { formRoutes } from './form-routes.ts';
import { sentFormRoutes } from './sent-form-routes.ts';

/** Forms that runs wait for, over the runtime API, and by the links of letters. */
export const plugin = definePlugin({
  id: 'form-api',
  needs: { forms: HumanInput, files: StoredFiles, endUsers: EndUsers, server: HttpServer },
  setup({ services, contribute }) {
    contribute(Routes, ...formRoutes(services), ...sentFormRoutes(services.forms, services.server));
  },
});
