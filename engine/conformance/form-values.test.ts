import { describe, expect, it } from 'vitest';
import { formValues, messageFiles } from './form-values.ts';

const origin = 'http://127.0.0.1:1';

describe('the values of a form', () => {
  it('are defaults where there are some, else what the control takes', () => {
    const form = [
      { 'text-input': { variable: 'name', default: 'Ada' } },
      { 'text-input': { variable: 'short', max_length: 5 } },
      { paragraph: { variable: 'page_url', label: 'Page' } },
      { select: { variable: 'tone', options: ['calm', 'loud'], default: 'loud' } },
      { select: { variable: 'size', options: ['s', 'm'], default: 'xl' } },
      { number: { variable: 'count', default: 0 } },
      { number: { variable: 'more' } },
      { checkbox: { variable: 'sure' } },
      { json_object: { variable: 'settings' } },
    ];
    expect(formValues(form, origin)).toEqual({
      name: 'Ada',
      short: 'Ferns',
      page_url: `${origin}/pages/ferns.html`,
      tone: 'loud',
      size: 's',
      count: 0,
      more: 3,
      sure: true,
      settings: { topic: 'ferns' },
    });
  });

  it('fit the schema of an object, which may be a text', () => {
    const schema = {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string' } },
        size: { type: 'integer' },
        tone: { enum: ['calm'] },
        more: { type: 'object', properties: { on: { type: 'boolean' } } },
      },
    };
    const item = (variable: string, json_schema: unknown) => ({ json_object: { variable, json_schema } });
    const form = [
      item('one', schema),
      item('text', JSON.stringify(schema)),
      item('list', { type: 'array' }),
      item('none', null),
      item('broken', '{'),
    ];
    const fitting = { tags: ['ferns'], size: 3, tone: 'calm', more: { on: true } };
    expect(formValues(form, origin)).toEqual({
      one: fitting,
      text: fitting,
      list: [],
      none: { topic: 'ferns' },
      broken: { topic: 'ferns' },
    });
  });

  it('are files of a kind the control takes, by address', () => {
    const rules = { allowed_file_types: ['image'], allowed_file_extensions: [] };
    const custom = { allowed_file_types: ['custom'], allowed_file_extensions: ['.CSV'] };
    const values = formValues(
      [{ file: { variable: 'picture', ...rules } }, { 'file-list': { variable: 'tables', ...custom } }],
      origin,
    );
    expect(values).toEqual({
      picture: { type: 'image', transfer_method: 'remote_url', url: `${origin}/files/ferns.png` },
      tables: [{ type: 'custom', transfer_method: 'remote_url', url: `${origin}/files/ferns.csv` }],
    });
  });

  it('are none for entries that are no controls', () => {
    expect(formValues([null, 'x', { 'text-input': null }, {}], origin)).toEqual({});
  });

  it('bring a file along with a message when the app takes some', () => {
    const upload = { enabled: true, allowed_file_types: ['document'], allowed_file_upload_methods: ['remote_url'] };
    expect(messageFiles({ file_upload: upload }, origin)).toHaveLength(1);
    expect(messageFiles({ file_upload: { ...upload, enabled: false } }, origin)).toEqual([]);
    expect(messageFiles({ file_upload: { ...upload, allowed_file_upload_methods: ['local_file'] } }, origin)).toEqual(
      [],
    );
  });
});
