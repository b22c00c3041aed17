import { describe, expect, it } from 'vitest';
import { Float } from '#engine';
import { node as answer } from './answer.ts';
import { node as end } from './end.ts';
import { node as start } from './start.ts';
import { fakeNode, runNode } from './testing/fake-context.ts';

const image = {
  dify_model_identity: '__dify__file__',
  id: 'f1',
  type: 'image',
  transfer_method: 'remote_url',
  remote_url: 'https://files.test/a.png',
  related_id: null,
  filename: 'a.png',
  extension: '.png',
  mime_type: 'image/png',
  size: 10,
  url: 'https://files.test/a.png',
};

describe('start', () => {
  const data = { type: 'start', variables: [{ variable: 'topic', type: 'text-input' }, { variable: 'absent' }] };

  it('publishes declared inputs, null for what is missing, and system values under dotted names', async () => {
    const result = await runNode(start, data, {
      node: { topic: 'cats' },
      sys: { query: 'hi', files: [] },
      env: { KEY: 'secret' },
      conversation: { mood: 'good' },
    });
    expect(result.outputs).toEqual({ topic: 'cats', absent: null, 'sys.query': 'hi', 'sys.files': [] });
    expect(result.inputs).toEqual(result.outputs);
  });

  it('runs without a variables list', async () => {
    expect((await runNode(start, { type: 'start' }, { sys: { query: 'q' } })).outputs).toEqual({ 'sys.query': 'q' });
  });
});

describe('end', () => {
  const data = {
    outputs: [
      { variable: 'text', value_selector: ['llm', 'text'] },
      { variable: 'gone', value_selector: ['nobody', 'x'], value_type: 'string' },
      { variable: 'empty', value_selector: [] },
      { variable: 'number', value_selector: [1711, 'n'] },
    ],
  };

  it('names its outputs; what does not resolve is null', async () => {
    const result = await runNode(end, data, { llm: { text: 'hello' }, 1711: { n: new Float(2) } });
    expect(result.outputs).toEqual({ text: 'hello', gone: null, empty: null, number: new Float(2) });
  });

  it('streams its variables with a line break between them', () => {
    const compiled = end.compile(data, fakeNode(data));
    expect(end.responseParts?.(compiled)).toEqual([
      { kind: 'variable', selector: ['llm', 'text'], missing: '' },
      { kind: 'text', text: '\n' },
      { kind: 'variable', selector: ['nobody', 'x'], missing: '' },
      { kind: 'text', text: '\n' },
      // The line of the output that names nothing.
      { kind: 'text', text: '\n' },
      { kind: 'variable', selector: ['1711', 'n'], missing: '' },
    ]);
  });

  it('runs without outputs', async () => {
    expect((await runNode(end, {}, {})).outputs).toEqual({});
  });
});

describe('answer', () => {
  it('renders its template in markdown form and collects the files it names, in order', async () => {
    const result = await runNode(
      answer,
      { answer: '{{#llm.text#}} {{#llm.list#}} {{#start.pics#}}{{#start.pic#}} {{#no.body#}}' },
      { llm: { text: 'Hi', list: ['a', 'b'] }, start: { pics: [image], pic: { ...image, id: 'f2' } } },
    );
    expect(result.outputs).toEqual({
      answer: 'Hi - a\n- b ![a.png](https://files.test/a.png)![a.png](https://files.test/a.png) no.body',
      files: [image, { ...image, id: 'f2' }],
    });
    expect(result.files).toEqual(result.outputs.files);
  });

  it('feeds its stream slot with the parts of its template', () => {
    const data = { answer: 'a {{#llm.text#}}' };
    expect(answer.responseParts?.(answer.compile(data, fakeNode(data)))).toMatchObject([
      { kind: 'text', text: 'a ' },
      { kind: 'variable', selector: ['llm', 'text'] },
    ]);
  });

  it('takes a missing text for an empty one', async () => {
    expect((await runNode(answer, { answer: null }, {})).outputs).toEqual({ answer: '', files: [] });
  });
});
