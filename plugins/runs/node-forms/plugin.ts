import { NodeTypes } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { NodeForms } from './contract.ts';
import { FormList } from './form-list.ts';
import { formRoutes } from './form-routes.ts';
import { noteForm } from './note-form.ts';

/** What editors show of node types: forms that other plugins bring beside their node types. */
export const plugin = definePlugin({
  id: 'node-forms',
  needs: { forms: NodeForms, types: NodeTypes },
  setup({ services, contribute, onClose }) {
    const list = new FormList(services);
    onClose(async () => list.close());
    contribute(NodeForms, noteForm);
    contribute(Routes, ...formRoutes(list));
  },
});
