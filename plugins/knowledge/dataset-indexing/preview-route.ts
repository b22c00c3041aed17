import { json, type Route, route } from '#http';
import { readProcessRule } from '#plugins/chunking/contract.ts';
import type { DatasetIndexing } from './contract.ts';
import { PREVIEW_BYTES, readPreview } from './preview-form.ts';
import { indexingDocs } from './route-docs.ts';
import { manage } from './route-parts.ts';

/** Of a form besides its file. */
const FORM_OVERHEAD = 65_536;

export function previewRoute(indexing: Pick<DatasetIndexing, 'preview'>): Route {
  return route({
    ...manage,
    id: 'dataset-indexing.preview',
    method: 'POST',
    path: '/console/api/datasets/preview',
    summary: 'Preview the chunks of a document and the cost of indexing it',
    audit: 'path',
    docs: indexingDocs.preview,
    bodyType: 'multipart',
    bodyLimit: PREVIEW_BYTES + FORM_OVERHEAD,
    async handle({ principal, multipart, signal }) {
      const { content, settings } = await readPreview(multipart);
      const { doc_form: docForm = 'text_model', doc_language: docLanguage = 'English' } = settings;
      const { embedding_model: model, embedding_model_provider: provider } = settings;
      const rule = readProcessRule(settings.process_rule, docForm);
      const embedding = model === undefined || provider === undefined ? null : { provider, model };
      const asked = { rule, docForm, docLanguage, embedding };
      const { chunks, estimate } = await indexing.preview(principal.workspaceId, content, asked, signal);
      return json({
        chunks: chunks.map(({ content: text, answer, children, page, heading }) => {
          return { content: text, answer, children, page, heading };
        }),
        estimate,
      });
    },
  });
}
