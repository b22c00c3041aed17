import { compileSchema, type JsonSchema, PlatformError } from '#kernel';

/** How documents of a knowledge base are kept: plain chunks, parents with children, or questions with answers. */
export type DocForm = 'text_model' | 'hierarchical_model' | 'qa_model';

/** Where text is cut. Sizes are characters, although the field of the wire says tokens. */
export interface Segmentation {
  /** `\n` may be written as the two characters; "": the text is cut by its length only. */
  readonly separator: string;
  readonly max_tokens: number;
  /** Characters that a piece of a part longer than `max_tokens` has in common with the one before it. */
  readonly chunk_overlap: number;
}

/** A clean-up that a caller may ask for. */
export type PreProcessing = 'remove_extra_spaces' | 'remove_urls_emails' | 'remove_stopwords';

/** How the text of a document becomes chunks (runtime API, process_rule), with nothing left open. */
export interface ProcessRule {
  readonly mode: 'automatic' | 'custom' | 'hierarchical';
  readonly rules: {
    readonly pre_processing_rules: readonly { readonly id: PreProcessing; readonly enabled: boolean }[];
    readonly segmentation: Segmentation;
    /** Whether a parent is the whole document or a part of it; means something for `hierarchical_model` only. */
    readonly parent_mode: 'full-doc' | 'paragraph';
    /** How parents are cut into children; null unless the form is `hierarchical_model`. */
    readonly subchunk_segmentation: Segmentation | null;
  };
}

/** Characters of a chunk, at least and at most. */
export const CHUNK_BOUNDS = { min: 50, max: 4_000 } as const;

const segmentationSchema = {
  type: 'object',
  required: ['max_tokens'],
  additionalProperties: false,
  properties: {
    separator: { type: 'string', maxLength: 100, default: '\n' },
    max_tokens: { type: 'integer', minimum: CHUNK_BOUNDS.min, maximum: CHUNK_BOUNDS.max },
    chunk_overlap: { type: 'integer', minimum: 0, maximum: CHUNK_BOUNDS.max - 1, default: 0 },
  },
};

const orNull = (schema: JsonSchema) => ({ ...schema, type: [schema.type, 'null'] });

/** What callers may send as `process_rule`; unknown fields are refused. */
export const processRuleSchema: JsonSchema = {
  type: 'object',
  required: ['mode'],
  additionalProperties: false,
  properties: {
    mode: { type: 'string', enum: ['automatic', 'custom', 'hierarchical'] },
    rules: orNull({
      type: 'object',
      additionalProperties: false,
      properties: {
        pre_processing_rules: orNull({
          type: 'array',
          maxItems: 10,
          items: {
            type: 'object',
            required: ['id', 'enabled'],
            additionalProperties: false,
            properties: {
              id: { type: 'string', enum: ['remove_extra_spaces', 'remove_urls_emails', 'remove_stopwords'] },
              enabled: { type: 'boolean' },
            },
          },
        }),
        segmentation: orNull(segmentationSchema),
        parent_mode: { enum: ['full-doc', 'paragraph', null] },
        subchunk_segmentation: orNull(segmentationSchema),
      },
    }),
  },
};

interface SentRule {
  readonly mode: ProcessRule['mode'];
  readonly rules?: {
    readonly pre_processing_rules?: ProcessRule['rules']['pre_processing_rules'] | null;
    readonly segmentation?: Segmentation | null;
    readonly parent_mode?: 'full-doc' | 'paragraph' | null;
    readonly subchunk_segmentation?: Segmentation | null;
  } | null;
}

const cleaned: ProcessRule['rules']['pre_processing_rules'] = [
  { id: 'remove_extra_spaces', enabled: true },
  { id: 'remove_urls_emails', enabled: false },
];

/** What counts in mode `automatic`, and the children where a rule does not say how they are cut. */
const defaults = {
  /** Cut at the best place only, and joined: single lines are no parts of a text. */
  plain: { separator: '', max_tokens: 500, chunk_overlap: 50 },
  parent: { separator: '\n\n', max_tokens: 1_024, chunk_overlap: 50 },
  child: { separator: '\n', max_tokens: 512, chunk_overlap: 50 },
} as const;

let validate: ReturnType<typeof compileSchema<SentRule>> | undefined;

/**
 * A rule as it was sent, checked and completed; null or undefined is `automatic`. Fields that are not known are ignored, as
 * everywhere under `/v1`: a route that refuses them has `processRuleSchema` in its body. Throws
 * `chunking.invalid_process_rule` (invalid), which names the field.
 */
export function readProcessRule(sent: unknown, docForm: DocForm): ProcessRule {
  const rule = checked(sent ?? { mode: 'automatic' });
  const { mode } = rule;
  if (mode === 'hierarchical' && docForm !== 'hierarchical_model') {
    throw refused('mode', `"hierarchical" is for documents with doc_form "hierarchical_model", not "${docForm}"`);
  }
  const isHierarchical = docForm === 'hierarchical_model';
  const rules = mode === 'automatic' ? {} : (rule.rules ?? {});
  const parentMode = isHierarchical ? (rules.parent_mode ?? 'paragraph') : 'paragraph';
  const usual = isHierarchical ? defaults.parent : defaults.plain;
  const needsSegmentation = mode !== 'automatic' && parentMode === 'paragraph';
  if (needsSegmentation && !rules.segmentation) throw refused('rules.segmentation', 'is required');
  const child = isHierarchical ? (rules.subchunk_segmentation ?? defaults.child) : null;
  return {
    mode,
    rules: {
      pre_processing_rules: mode === 'automatic' ? cleaned : (rules.pre_processing_rules ?? []),
      segmentation: withFittingOverlap(rules.segmentation ?? usual, 'rules.segmentation'),
      parent_mode: parentMode,
      subchunk_segmentation: child === null ? null : withFittingOverlap(child, 'rules.subchunk_segmentation'),
    },
  };
}

function checked(sent: unknown): SentRule {
  validate ??= compileSchema<SentRule>(processRuleSchema, { unknownKeys: 'drop' });
  // The validator fills in defaults and drops fields: what the caller holds stays as it is.
  const result = validate(structuredClone(sent));
  if (result.ok) return result.value;
  const [error] = result.errors;
  throw refused(error?.path ?? '', error?.message ?? 'is not valid');
}

function withFittingOverlap(segmentation: Segmentation, field: string): Segmentation {
  const { max_tokens, chunk_overlap } = segmentation;
  if (chunk_overlap < max_tokens) return segmentation;
  throw refused(`${field}.chunk_overlap`, `must be less than max_tokens (${max_tokens})`);
}

function refused(path: string, problem: string): PlatformError {
  const field = path === '' ? 'process_rule' : `process_rule.${path}`;
  return new PlatformError('invalid', 'chunking.invalid_process_rule', `${field} ${problem}`, { field });
}
