import { describe, expect, it } from 'vitest';
import { cutBody, formsOf, usualCut } from './cut-rule.ts';

describe('how documents are cut', () => {
  it('sends nothing but the form where it is automatic', () => {
    expect(cutBody(usualCut('text_model'))).toEqual({ doc_form: 'text_model', process_rule: { mode: 'automatic' } });
    expect(cutBody({ ...usualCut('qa_model'), language: ' German ' })).toMatchObject({ doc_language: 'German' });
  });

  it('sends sizes and cleaning by hand, and no size of parents that are whole documents', () => {
    const plain = { ...usualCut('text_model'), isCustom: true, separator: '##', size: 80, overlap: 0 };
    expect(cutBody(plain).process_rule).toMatchObject({
      mode: 'custom',
      rules: { segmentation: { separator: '##', max_tokens: 80, chunk_overlap: 0 } },
    });
    const whole = { ...usualCut('hierarchical_model'), isCustom: true, parent: 'full-doc' as const };
    const { mode, rules } = cutBody(whole).process_rule;
    expect(mode).toBe('hierarchical');
    expect(rules).toMatchObject({ parent_mode: 'full-doc', subchunk_segmentation: { max_tokens: 512 } });
    expect(rules).not.toHaveProperty('segmentation');
  });

  it('offers the form of the base alone, and without vectors the plain one', () => {
    expect(formsOf({ doc_form: 'qa_model', indexing_technique: 'high_quality' })).toEqual(['qa_model']);
    expect(formsOf({ doc_form: null, indexing_technique: 'economy' })).toEqual(['text_model']);
    expect(formsOf({ doc_form: null, indexing_technique: null })).toHaveLength(3);
  });
});
