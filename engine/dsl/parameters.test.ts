import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formOfControls, publicForm } from './input-form.ts';
import { parametersOf } from './parameters.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');
const compiled = (name: string) => documents.compile(documents.parse(sample(name)).tree);

describe('parameters', () => {
  it('are complete when a document sets nothing', () => {
    expect(parametersOf({}, [])).toEqual({
      opening_statement: null,
      suggested_questions: [],
      suggested_questions_after_answer: { enabled: false },
      speech_to_text: { enabled: false },
      text_to_speech: { enabled: false },
      retriever_resource: { enabled: false },
      annotation_reply: { enabled: false },
      more_like_this: { enabled: false },
      sensitive_word_avoidance: { enabled: false, type: '', configs: [] },
      user_input_form: [],
      file_upload: {
        enabled: false,
        number_limits: 3,
        allowed_file_types: [],
        allowed_file_extensions: [],
        allowed_file_upload_methods: [],
        image: { enabled: false, number_limits: 3, detail: 'high', transfer_methods: ['remote_url', 'local_file'] },
      },
    });
  });

  it('stay complete when a document sets nonsense', () => {
    const nonsense = Object.fromEntries(Object.keys(parametersOf({}, [])).map((key) => [key, 'x']));
    expect(parametersOf({ ...nonsense, opening_statement: '' }, [])).toEqual(parametersOf({}, []));
  });

  it('lift the image settings of older documents to the outer level', () => {
    expect(compiled('support-chatflow.yml').parameters).toMatchObject({
      opening_statement: 'Hello',
      suggested_questions: ['What can you do?'],
      retriever_resource: { enabled: true },
      file_upload: {
        enabled: true,
        number_limits: 2,
        allowed_file_types: ['image'],
        allowed_file_upload_methods: ['local_file'],
        image: { enabled: true, number_limits: 2, detail: 'low', transfer_methods: ['local_file'] },
      },
    });
  });

  it('keep file settings of today and say so on both levels', () => {
    const upload = {
      enabled: true,
      allowed_file_types: ['image', 'custom'],
      allowed_file_extensions: ['.PDF'],
      allowed_file_upload_methods: ['remote_url'],
      number_limits: 5,
      fileUploadConfig: { file_size_limit: 15, batch_count_limit: 5, workflow_file_upload_limit: 10 },
    };
    expect(parametersOf({ file_upload: upload }, []).file_upload).toEqual({
      ...upload,
      image: { enabled: true, number_limits: 3, detail: 'high', transfer_methods: ['remote_url', 'local_file'] },
    });
  });

  it('leave out file sizes that are none', () => {
    for (const fileUploadConfig of [null, 'x', []]) {
      expect(parametersOf({ file_upload: { fileUploadConfig } }, [])).toEqual(parametersOf({}, []));
    }
  });

  it('show the form with its controls', () => {
    expect(compiled('headline-completion.yml').parameters.user_input_form).toEqual([
      {
        paragraph: {
          variable: 'query',
          label: 'Text',
          type: 'paragraph',
          required: true,
          default: '',
          max_length: 4000,
        },
      },
      {
        'text-input': {
          variable: 'tone',
          label: 'Tone',
          type: 'text-input',
          required: false,
          default: 'neutral',
          max_length: 20,
        },
      },
    ]);
    expect(compiled('scalar-traps.yml').parameters.user_input_form).toMatchObject([
      { select: { options: expect.arrayContaining(['000568', '010', '1e3', '2024-01-01']) } },
      { number: { default: 8 } },
    ]);
  });

  it('give a line of text the length that its document says, or that of forms', () => {
    const shown = (spec: object, type = 'text-input') => {
      const entries = [{ [type]: { variable: 'v', label: 'V', ...spec } }];
      const [field] = publicForm(formOfControls(entries, 'form').fields);
      return Object.values(field ?? {})[0];
    };
    expect(shown({})).toMatchObject({ max_length: 48 });
    expect(shown({ max_length: null })).toMatchObject({ max_length: 48 });
    expect(shown({ max_length: '20' })).toMatchObject({ max_length: 20 });
    expect(shown({ max_length: 0 })).toMatchObject({ max_length: 0 });
    for (const type of ['paragraph', 'select', 'number', 'file', 'file-list']) {
      expect(shown({}, type)).not.toHaveProperty('max_length');
    }
  });

  it('are plain JSON', () => {
    for (const name of ['scalar-traps.yml', 'translator-chat.yml', 'support-chatflow.yml']) {
      const { parameters, inputForm } = compiled(name);
      expect(JSON.parse(JSON.stringify({ parameters, inputForm }))).toEqual({ parameters, inputForm });
    }
  });
});
