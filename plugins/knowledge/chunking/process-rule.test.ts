import { describe, expect, it } from 'vitest';
import { compileSchema } from '#kernel';
import { processRuleSchema, readProcessRule } from './contract.ts';

const segmentation = { separator: '###', max_tokens: 200, chunk_overlap: 20 };

describe('a process rule', () => {
  it('is automatic when there is none, and then whatever it says', () => {
    const automatic = {
      mode: 'automatic',
      rules: {
        pre_processing_rules: [
          { id: 'remove_extra_spaces', enabled: true },
          { id: 'remove_urls_emails', enabled: false },
        ],
        segmentation: { separator: '', max_tokens: 500, chunk_overlap: 50 },
        parent_mode: 'paragraph',
        subchunk_segmentation: null,
      },
    };
    expect(readProcessRule(undefined, 'text_model')).toEqual(automatic);
    expect(readProcessRule(null, 'qa_model')).toEqual(automatic);
    expect(readProcessRule({ mode: 'automatic', rules: {} }, 'text_model')).toEqual(automatic);
    expect(readProcessRule({ mode: 'automatic', rules: { segmentation } }, 'text_model')).toEqual(automatic);
    expect(readProcessRule({ mode: 'automatic' }, 'hierarchical_model').rules).toMatchObject({
      segmentation: { separator: '\n\n', max_tokens: 1_024 },
      subchunk_segmentation: { separator: '\n', max_tokens: 512 },
    });
  });

  it('has what was sent, completed; the sent value stays as it is, and what is not known is left out', () => {
    const sent = Object.freeze({
      mode: 'custom',
      limits: { most: 1 },
      rules: { pre_processing_rules: null, segmentation: { max_tokens: 100, delimiter: 'x' }, parent_mode: null },
    });
    expect(readProcessRule(sent, 'text_model')).toEqual({
      mode: 'custom',
      rules: {
        pre_processing_rules: [],
        segmentation: { separator: '\n', max_tokens: 100, chunk_overlap: 0 },
        parent_mode: 'paragraph',
        subchunk_segmentation: null,
      },
    });
    expect(sent.rules.segmentation).toEqual({ max_tokens: 100, delimiter: 'x' });
    const parents = { mode: 'hierarchical', rules: { segmentation, subchunk_segmentation: segmentation } };
    expect(readProcessRule(parents, 'hierarchical_model').rules.subchunk_segmentation).toEqual(segmentation);
    const whole = { mode: 'hierarchical', rules: { parent_mode: 'full-doc' } };
    expect(readProcessRule(whole, 'hierarchical_model').rules.parent_mode).toBe('full-doc');
  });

  const wrong: readonly (readonly [sent: unknown, field: string, message: RegExp])[] = [
    ['text', 'process_rule', /must be an object/],
    [{}, 'process_rule.mode', /is required/],
    [{ mode: 'best' }, 'process_rule.mode', /must be one of "automatic", "custom", "hierarchical"/],
    [{ mode: 'hierarchical' }, 'process_rule.mode', /doc_form "hierarchical_model"/],
    [{ mode: 'custom' }, 'process_rule.rules.segmentation', /is required/],
    [{ mode: 'custom', rules: { segmentation: {} } }, 'process_rule.rules.segmentation.max_tokens', /is required/],
    ...[49, 4_001, 100.5, '100'].map((max_tokens): readonly [unknown, string, RegExp] => [
      { mode: 'custom', rules: { segmentation: { max_tokens } } },
      'process_rule.rules.segmentation.max_tokens',
      /must be/,
    ]),
    [
      { mode: 'custom', rules: { segmentation: { max_tokens: 60, chunk_overlap: 60 } } },
      'process_rule.rules.segmentation.chunk_overlap',
      /less than max_tokens \(60\)/,
    ],
    [
      { mode: 'custom', rules: { segmentation: { ...segmentation, separator: 'x'.repeat(101) } } },
      'process_rule.rules.segmentation.separator',
      /100/,
    ],
    [
      { mode: 'custom', rules: { segmentation, pre_processing_rules: [{ id: 'remove_all', enabled: true }] } },
      'process_rule.rules.pre_processing_rules[0].id',
      /must be one of/,
    ],
  ];

  it.each(wrong)('%j is refused by the name of the field', (sent, field, message) => {
    expect(() => readProcessRule(sent, 'text_model')).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'chunking.invalid_process_rule',
        field,
        message: expect.stringMatching(message),
      }),
    );
  });

  it('attack T03: has no other field where its schema stands in a body', () => {
    const validate = compileSchema(processRuleSchema);
    expect(validate({ mode: 'custom', rules: { segmentation } }).ok).toBe(true);
    expect(validate({ mode: 'automatic', rules: null }).ok).toBe(true);
    expect(validate({ mode: 'automatic', workspace_id: 'w' }).ok).toBe(false);
    expect(validate({ mode: 'custom', rules: { segmentation: { ...segmentation, delimiter: 'x' } } }).ok).toBe(false);
  });

  it('attack T10: takes no key for the prototype', () => {
    const sent = JSON.parse(
      '{"mode":"automatic","__proto__":{"mode":"custom"},"rules":{"__proto__":{"segmentation":1}}}',
    );
    expect(readProcessRule(sent, 'text_model').mode).toBe('automatic');
    expect(({} as Record<string, unknown>).segmentation).toBeUndefined();
  });
});
