import { json, nameOf, type Route, route } from '#http';
import { type Dataset, viewerOf } from '#plugins/datasets/contract.ts';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import { documentDocs } from './document-docs.ts';
import { documentItems, type ItemParts } from './document-item.ts';
import { readSettings, type SentSettings, settingProperties, settingsSchema, settled } from './document-settings.ts';
import { baseOf, documentsPath, manage, ofBase } from './route-parts.ts';
import { receiveForm } from './upload.ts';

/** Bytes of all files of a form, and of a text. */
const FORM_BYTES = 256 * 1_048_576;
const TEXT_BYTES = 16 * 1_048_576;

/** Routes that add documents to a base. */
export function addingRoutes(parts: ItemParts): Route[] {
  const { documents, datasets } = parts;
  return [
    route({
      ...manage,
      id: 'document-management.upload',
      method: 'POST',
      path: documentsPath,
      summary: 'Upload documents to a knowledge base',
      audit: { answer: ['batch'] },
      docs: documentDocs.upload,
      params: ofBase,
      bodyType: 'multipart',
      bodyLimit: FORM_BYTES,
      async handle({ principal, params, multipart }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const { kept, refused, data } = await receiveForm(documents, dataset, multipart);
        const add = () => added(parts, { dataset, principal, sent: readSettings(data) }, kept.map(asDocument));
        const answer = await add().catch(async (error: unknown) => {
          await documents.discard(kept);
          throw error;
        });
        return json({ ...answer, refused }, { status: 201 });
      },
    }),
    route({
      ...manage,
      id: 'document-management.add-text',
      method: 'POST',
      path: `${documentsPath}/texts`,
      summary: 'Add a text document to a knowledge base',
      audit: { body: ['name'], answer: ['batch'] },
      docs: documentDocs.addText,
      ids: { 'body.process_rule.rules.pre_processing_rules.0.id': { nothing: 'the name of a clean-up' } },
      params: ofBase,
      bodyLimit: TEXT_BYTES,
      body: {
        ...settingsSchema,
        required: ['name', 'text'],
        properties: {
          name: nameOf(255),
          text: { type: 'string', minLength: 1 },
          ...settingProperties,
        },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const { name, text, ...sent } = body;
        return json(await added(parts, { dataset, principal, sent }, [{ name, content: text }]), { status: 201 });
      },
    }),
  ];
}

const asDocument = <Content>(content: Content) => ({ content });

async function added(
  parts: ItemParts,
  {
    dataset,
    principal,
    sent,
  }: { readonly dataset: Dataset; readonly principal: ManagementCaller; readonly sent: SentSettings },
  news: Parameters<ItemParts['documents']['add']>[1],
) {
  const { documents, datasets } = parts;
  const { dataset: base, settings } = await settled(datasets, dataset, sent);
  const { batch, documents: made } = await documents.add(base, news, settings, viewerOf(principal));
  return { batch, data: await documentItems(parts, base, made) };
}
