import { Documents, NodeTypes } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { ImportSources } from '#plugins/import-sources/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { checkApp } from './check-app.ts';
import { checkRoute } from './check-route.ts';
import { AppChecks } from './contract.ts';
import { KnownForms } from './node-forms.ts';

/** The check of documents, for pages, plans, publishing and the command line. */
export const plugin = definePlugin({
  id: 'app-checks',
  needs: { documents: Documents, sources: ImportSources, models: Models, forms: NodeForms, types: NodeTypes },
  provides: [AppChecks],
  setup({ services, provide, contribute, onClose }) {
    const forms = new KnownForms(services);
    onClose(async () => forms.close());
    const checks: AppChecks = { forms, check: (tree, from) => checkApp({ ...services, forms }, tree, from) };
    provide(AppChecks, () => checks);
    contribute(Routes, checkRoute({ documents: services.documents, sources: services.sources, checks }));
  },
});
