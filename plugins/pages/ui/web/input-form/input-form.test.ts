import { describe, expect, it } from 'vitest';
import { readFields, readFormFields } from './fields.ts';
import { extensionsOf, isAccepted, largestOf } from './file-types.ts';
import { checkValues, type FormFile, startValues, toInputs } from './values.ts';

const fields = readFields([
  { 'text-input': { variable: 'topic', label: 'Topic', required: true, default: '', max_length: 10 } },
  { paragraph: { variable: 'text', label: '', required: false, default: 'Once' } },
  { number: { variable: 'count', label: 'Count', required: false, default: null } },
  { select: { variable: 'tone', label: 'Tone', required: true, default: 'dry', options: ['dry', 'warm'] } },
  { checkbox: { variable: 'loud', label: 'Loud', required: true, default: 'yes' } },
  {
    json_object: { variable: 'extra', label: 'Extra', required: false, default: null, json_schema: { type: 'array' } },
  },
  { file: { variable: 'photo', label: 'Photo', required: false, default: null, allowed_file_types: ['image'] } },
  { 'file-list': { variable: 'papers', label: 'Papers', required: true, default: null, max_length: 2 } },
  { external_data_tool: { variable: 'outside', label: 'Outside', required: true } },
  { 'text-input': { variable: 'ref', label: 'Ref', required: false, default: 'x', hide: true } },
]);

const file = (part: Partial<FormFile> = {}): FormFile => ({
  key: 'k',
  name: 'a.png',
  type: 'image',
  size: 10,
  state: 'ready',
  done: 1,
  uploadId: 'u1',
  ...part,
});

describe('an input form', () => {
  it('reads every kind of field, and asks nobody for data from outside', () => {
    expect(fields.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'topic: text-input',
      'text: paragraph',
      'count: number',
      'tone: select',
      'loud: checkbox',
      'extra: json_object',
      'photo: file',
      'papers: file-list',
      'ref: text-input',
    ]);
    expect(fields[1]?.label).toBe('text');
    expect(fields.at(-1)?.hidden).toBe(true);
  });

  it('begins with defaults, and with what is given', () => {
    const plain = { text: 'Once', tone: 'dry', loud: true, ref: 'x', topic: '', count: '', extra: '' };
    expect(startValues(fields)).toMatchObject(plain);
    const given = { tone: 'shrill', loud: false, count: 0, extra: ['a'], ref: 'y' };
    expect(startValues(fields, given)).toMatchObject({
      tone: '',
      loud: false,
      count: '0',
      extra: '[\n  "a"\n]',
      ref: 'y',
    });
  });

  it('takes files of an earlier run again', () => {
    const stored = { transfer_method: 'local_file', related_id: 'u9', filename: 'b.pdf', size: 3, type: 'document' };
    const elsewhere = { transfer_method: 'remote_url', remote_url: 'https://example.com/c.png', type: 'image' };
    const values = startValues(fields, { papers: [stored, elsewhere, 'nothing', { transfer_method: 'local_file' }] });
    expect(toInputs(fields, values).papers).toEqual([
      { type: 'document', transfer_method: 'local_file', upload_file_id: 'u9' },
      { type: 'image', transfer_method: 'remote_url', url: 'https://example.com/c.png' },
    ]);
  });

  it('names each field that keeps it from being sent', () => {
    const values = {
      ...startValues(fields),
      topic: 'eleven chars',
      count: '1,5',
      tone: '',
      extra: '[1,\n2,,]',
      photo: [file({ state: 'uploading' })],
      papers: [file(), file(), file()],
    };
    expect(checkValues(fields, values)).toEqual({
      topic: { why: 'too-long', maximum: 10, length: 12 },
      count: { why: 'number' },
      tone: { why: 'required' },
      extra: { why: 'json', line: 2 },
      photo: { why: 'uploading' },
      papers: { why: 'too-many', maximum: 2 },
    });
    expect(checkValues(fields, { ...values, extra: '{}', papers: [file({ state: 'failed' })] })).toMatchObject({
      extra: { why: 'list' },
      papers: { why: 'failed' },
    });
  });

  it('counts characters as the server does', () => {
    const values = { ...startValues(fields), topic: '🌱'.repeat(10), papers: [file()] };
    expect(checkValues(fields, values)).toEqual({});
  });

  it('sends numbers as numbers, and those that a page can not hold as they were typed', () => {
    const count = (text: string) => toInputs(fields, { ...startValues(fields), count: text }).count;
    expect(['3', ' -2.5 ', '', '12345678901234567890', '1.50'].map(count)).toEqual([
      3,
      -2.5,
      undefined,
      '12345678901234567890',
      '1.50',
    ]);
  });

  it('leaves out what was left empty', () => {
    expect(toInputs(fields, { ...startValues(fields), topic: 'x', papers: [file()] })).toEqual({
      topic: 'x',
      text: 'Once',
      tone: 'dry',
      loud: true,
      papers: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'u1' }],
      ref: 'x',
    });
  });

  it('knows which files a field takes, and how large they may be', () => {
    const rules = { types: ['image', 'custom'], extensions: ['.DXF'], methods: [] };
    expect(['a.PNG', 'plan.dxf', 'a.pdf'].map((name) => isAccepted(name, rules))).toEqual([true, true, false]);
    expect(extensionsOf(rules)).toEqual(['.jpg', '.jpeg', '.png', '.webp', '.gif', '.svg', '.dxf']);
    expect(isAccepted('anything', { types: [], extensions: [], methods: [] })).toBe(true);
    const limits = {
      image_file_size_limit: 10,
      audio_file_size_limit: 50,
      video_file_size_limit: 100,
      file_size_limit: 15,
      workflow_file_upload_limit: 10,
    };
    expect(['a.png', 'a.mp3', 'a.mp4', 'a.pdf', 'a'].map((name) => largestOf(name, limits))).toEqual([
      10, 50, 100, 15, 15,
    ]);
  });

  it('reads the form that a run waits for', () => {
    const asked = readFormFields(
      [
        { type: 'paragraph', output_variable_name: 'note' },
        { type: 'paragraph', output_variable_name: 'paid_by', label: '' },
        { type: 'select', output_variable_name: 'size', option_source: { type: 'constant', value: ['s', 'l'] } },
        { type: 'file-list', output_variable_name: 'photos', allowed_file_types: ['image'], number_limits: 3 },
      ],
      { note: 'Draft' },
    );
    expect(asked.map(({ label }) => label)).toEqual(['note', 'paid by', 'size', 'photos']);
    const values = startValues(asked);
    expect(values).toEqual({ note: 'Draft', paid_by: '', size: '', photos: [] });
    expect(checkValues(asked, values)).toEqual({ size: { why: 'required' } });
  });
});
