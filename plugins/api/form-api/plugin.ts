import { HttpServer, Routes } from '#http';
import { definePlugin } from '#kernel';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { HumanInput } from '#plugins/human-input/contract.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { consoleFormFiles } from './console-form-files.ts';
import { formRoutes } from './form-routes.ts';
import { sentFormRoutes } from './sent-form-routes.ts';

/** Forms that runs wait for, over the runtime API, and by the links of e-mails. */
export const plugin = definePlugin({
  id: 'form-api',
  needs: { forms: HumanInput, files: StoredFiles, endUsers: EndUsers, runs: Runs, server: HttpServer },
  setup({ services, contribute, onClose }) {
    onClose(services.forms.useFiles(consoleFormFiles(services)));
    contribute(Routes, ...formRoutes(services), ...sentFormRoutes(services.forms, services.server));
  },
});
