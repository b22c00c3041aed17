import { nameOf, type SchemaValue } from '#http';
import { compileSchema, type JsonSchema } from '#kernel';
import { type ProcessRule, readProcessRule } from '#plugins/chunking/contract.ts';
import { type Dataset, type DocForm, retrievalModelSchema } from '#plugins/datasets/contract.ts';
import { invalidParameter, type KnowledgeParts } from '#plugins/knowledge-api/parts.ts';
import { techniques } from './dataset-body.ts';
import { namedEmbedding } from './embedding.ts';

const optionalName = { type: ['string', 'null'], maxLength: 256 } as const;

/** What is said of a document besides its content. */
export const settingProperties = {
  indexing_technique: { type: ['string', 'null'], enum: [...techniques, null] },
  doc_form: { type: ['string', 'null'], enum: ['text_model', 'hierarchical_model', 'qa_model', null] },
  doc_language: { type: ['string', 'null'], maxLength: 100 },
  process_rule: { type: ['object', 'null'] },
  retrieval_model: retrievalModelSchema,
  embedding_model: optionalName,
  embedding_model_provider: optionalName,
  original_document_id: { type: ['string', 'null'], format: 'uuid' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const settingsSchema = { type: 'object', properties: settingProperties } as const satisfies JsonSchema;
const formSchema = {
  type: 'object',
  properties: { name: nameOf(255), ...settingProperties },
} as const satisfies JsonSchema;

export type SentSettings = SchemaValue<typeof settingsSchema>;
export type SentForm = SchemaValue<typeof formSchema>;

let validate: ReturnType<typeof compileSchema<SentForm>> | undefined;

/** `data` of a form, checked as a body is. */
export function formSettings(data: Readonly<Record<string, unknown>>): SentForm {
  validate ??= compileSchema<SentForm>(formSchema);
  const result = validate(structuredClone(data));
  if (result.ok) return result.value;
  const [error] = result.errors;
  throw invalidParameter(`data.${error?.path ?? ''} ${error?.message ?? 'is not valid'}`, error?.path || 'data');
}

/** How a new document of a base is made, and what the first one says of its base. */
export async function newDocumentSettings(parts: KnowledgeParts, dataset: Dataset, sent: SentSettings) {
  const { indexing_technique: technique, retrieval_model: retrieval } = sent;
  const isFirst = dataset.indexingTechnique === null;
  if (isFirst && technique == null) {
    const message = 'indexing_technique is required for the first document: "high_quality" or "economy"';
    throw invalidParameter(message, 'indexing_technique');
  }
  const docForm = docFormOf(dataset, sent);
  const rule = await ruleOf(parts, dataset, { docForm, sent: sent.process_rule });
  // Clients say it each time: what a base was indexed with counts.
  const embedding = dataset.embedding ?? (await namedEmbedding(parts.models, dataset.workspaceId, sent));
  return {
    rule,
    docForm,
    docLanguage: languageOf(sent) ?? 'English',
    said: {
      indexingTechnique: dataset.indexingTechnique ?? technique ?? null,
      docForm,
      dataSourceType: 'upload_file',
      ...(embedding !== null && { embedding }),
      ...(isFirst && retrieval != null && { retrieval }),
    },
  };
}

/** What changes in how a document is cut; what is absent stays. */
export function changedSettings(sent: SentSettings, docForm: DocForm): { rule?: ProcessRule; docLanguage?: string } {
  if (sent.doc_form != null && sent.doc_form !== docForm) throw otherForm(docForm);
  const docLanguage = languageOf(sent);
  return {
    ...(sent.process_rule != null && { rule: readProcessRule(sent.process_rule, docForm) }),
    ...(docLanguage !== undefined && { docLanguage }),
  };
}

function docFormOf({ docForm: settled }: Dataset, { doc_form: wanted }: SentSettings): DocForm {
  if (settled === null) return wanted ?? 'text_model';
  if (wanted != null && wanted !== settled) throw otherForm(settled);
  return settled;
}

function otherForm(docForm: DocForm) {
  return invalidParameter(`doc_form is "${docForm}" for all documents of this knowledge base`, 'doc_form');
}

/** As it was sent, or as the newest document of the base has it. */
async function ruleOf(
  { documents }: KnowledgeParts,
  dataset: Dataset,
  { docForm, sent }: { readonly docForm: DocForm; readonly sent: SentSettings['process_rule'] },
): Promise<ProcessRule> {
  if (sent != null) return readProcessRule(sent, docForm);
  const [newest] = (await documents.list(dataset, { page: 1, limit: 1 })).documents;
  if (newest !== undefined) return documents.rule(dataset, newest.processRuleId);
  throw invalidParameter('process_rule is required for the first document: {"mode": "automatic"}', 'process_rule');
}

function languageOf({ doc_language: language }: SentSettings): string | undefined {
  const given = language?.trim();
  return given === undefined || given === '' ? undefined : given;
}
