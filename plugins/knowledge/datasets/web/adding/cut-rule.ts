import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { BodyOf } from '#plugins/ui/web/contract.ts';

type SentBody = BodyOf<'post', '/console/api/datasets/{dataset_id}/sources'>;
type CutBody = Pick<SentBody, 'doc_form' | 'doc_language'> & {
  readonly process_rule: NonNullable<SentBody['process_rule']>;
};

export type DocForm = 'text_model' | 'hierarchical_model' | 'qa_model';

/** How text is cut, as it is typed. Sizes are characters. */
export interface Cut {
  readonly form: DocForm;
  readonly isCustom: boolean;
  readonly separator: string;
  readonly size: number;
  readonly overlap: number;
  readonly parent: 'paragraph' | 'full-doc';
  readonly childSeparator: string;
  readonly childSize: number;
  readonly childOverlap: number;
  readonly removesSpaces: boolean;
  readonly removesAddresses: boolean;
  readonly language: string;
}

type Base = Pick<Schemas['Dataset'], 'doc_form' | 'indexing_technique'>;

/** What automatic cutting does, to begin with. */
export function usualCut(form: DocForm): Cut {
  const isParent = form === 'hierarchical_model';
  return {
    form,
    isCustom: false,
    separator: isParent ? '\\n\\n' : '\\n',
    size: isParent ? 1024 : 500,
    overlap: 50,
    parent: 'paragraph',
    childSeparator: '\\n',
    childSize: 512,
    childOverlap: 50,
    removesSpaces: true,
    removesAddresses: false,
    language: 'English',
  };
}

/** The forms that documents of a base may have: its own where it has one, and without vectors only the plain one. */
export function formsOf(base: Base): readonly DocForm[] {
  if (base.doc_form !== null) return [base.doc_form];
  if (base.indexing_technique === 'economy') return ['text_model'];
  return ['text_model', 'hierarchical_model', 'qa_model'];
}

/** What is sent with documents (`doc_form`, `process_rule`). */
export function cutBody(cut: Cut): CutBody {
  return {
    doc_form: cut.form,
    ...(cut.form === 'qa_model' && cut.language.trim() !== '' && { doc_language: cut.language.trim() }),
    process_rule: ruleOf(cut),
  };
}

function ruleOf(cut: Cut): CutBody['process_rule'] {
  if (!cut.isCustom) return { mode: 'automatic' };
  const isParent = cut.form === 'hierarchical_model';
  const isWhole = isParent && cut.parent === 'full-doc';
  return {
    mode: isParent ? 'hierarchical' : 'custom',
    rules: {
      pre_processing_rules: [
        { id: 'remove_extra_spaces', enabled: cut.removesSpaces },
        { id: 'remove_urls_emails', enabled: cut.removesAddresses },
      ],
      ...(!isWhole && {
        segmentation: { separator: cut.separator, max_tokens: cut.size, chunk_overlap: cut.overlap },
      }),
      ...(isParent && {
        parent_mode: cut.parent,
        subchunk_segmentation: {
          separator: cut.childSeparator,
          max_tokens: cut.childSize,
          chunk_overlap: cut.childOverlap,
        },
      }),
    },
  };
}
