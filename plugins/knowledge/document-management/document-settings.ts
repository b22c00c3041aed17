import type { SchemaValue } from '#http';
import { compileSchema, PlatformError } from '#kernel';
import { processRuleSchema, readProcessRule } from '#plugins/chunking/contract.ts';
import type { DocumentSettings } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';

const forms = ['text_model', 'hierarchical_model', 'qa_model'] as const;
const short = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' } as const;

/** How documents are cut and indexed, as it is sent with them. */
export const settingProperties = {
  indexing_technique: {
    type: 'string',
    enum: ['high_quality', 'economy'],
    description: 'Set by the first document of a knowledge base. Defaults to `high_quality`.',
  },
  doc_form: {
    type: 'string',
    enum: forms,
    description: 'Set by the first document of a knowledge base. Defaults to `text_model`.',
  },
  doc_language: {
    ...short,
    default: 'English',
    description: 'Language in which questions are generated for `qa_model`. Must not contain the character U+0000.',
  },
  process_rule: { ...processRuleSchema, description: 'Chunk settings. Defaults to `automatic`.' },
  embedding_model: {
    ...short,
    description: 'For a knowledge base without an embedding model. Must not contain the character U+0000.',
  },
  embedding_model_provider: { ...short, description: 'Must not contain the character U+0000.' },
} as const;

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: settingProperties,
  dependentRequired: {
    embedding_model: ['embedding_model_provider'],
    embedding_model_provider: ['embedding_model'],
  },
} as const;

export type SentSettings = SchemaValue<typeof settingsSchema>;

let validate: ReturnType<typeof compileSchema<SentSettings>> | undefined;

/** Settings that stand as JSON in the field of a form. Throws `document-management.invalid_param`. */
export function readSettings(text: string | undefined): SentSettings {
  validate ??= compileSchema<SentSettings>(settingsSchema);
  const result = validate(parsed(text));
  if (result.ok) return result.value;
  const [error] = result.errors;
  throw invalidData(error?.path ?? '', error?.message ?? 'is not valid');
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalidData('', 'is no JSON');
  }
}

function invalidData(path: string, problem: string): PlatformError {
  const field = path === '' ? 'data' : `data.${path}`;
  return new PlatformError('invalid', 'document-management.invalid_param', `${field} ${problem}`, { field });
}

/** What the base says with its first document, or said before; and how these are made. Throws as `Datasets.settle` does. */
export async function settled(
  datasets: Datasets,
  dataset: Dataset,
  sent: SentSettings,
): Promise<{ readonly dataset: Dataset; readonly settings: DocumentSettings }> {
  const docForm = sent.doc_form ?? dataset.docForm ?? 'text_model';
  const rule = readProcessRule(sent.process_rule, docForm);
  const provider = sent.embedding_model_provider;
  const said = await datasets.settle(dataset, {
    indexingTechnique: sent.indexing_technique ?? dataset.indexingTechnique ?? 'high_quality',
    docForm,
    dataSourceType: 'upload_file',
    ...(sent.embedding_model !== undefined &&
      provider !== undefined && { embedding: { provider, model: sent.embedding_model } }),
  });
  const docLanguage = sent.doc_language ?? 'English';
  return { dataset: said, settings: { rule, docForm, docLanguage, createdFrom: 'web' } };
}
