import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { modelNode, textInput } from '#plugins/delivery-api/testing/documents.ts';

type Values = Readonly<Record<string, unknown>>;

const field = (variable: string, type: string, more: Values = {}): Values => ({
  ...{ variable, label: variable[0]?.toUpperCase() + variable.slice(1), type, required: false },
  ...more,
});

/** An input of every type. */
export const everyInput: readonly Values[] = [
  field('topic', 'text-input', { required: true, max_length: 20 }),
  field('notes', 'paragraph'),
  field('count', 'number', { default: 3 }),
  field('tone', 'select', { required: true, options: ['dry', 'warm'] }),
  field('loud', 'checkbox'),
  field('extra', 'json_object'),
  field('photo', 'file', { allowed_file_types: ['image'], allowed_file_upload_methods: ['local_file', 'remote_url'] }),
  field('papers', 'file-list', {
    max_length: 2,
    allowed_file_types: ['document'],
    allowed_file_upload_methods: ['local_file'],
  }),
];

/** Gives back values of every form: text that comes word by word, a table, a tree, a number. */
export function notesWorkflow(pace = 5): string {
  const rows = [
    { plant: 'Fern', days: 4 },
    { plant: 'Aloe', days: 14 },
  ];
  const code = `function main() { return { rows: ${JSON.stringify(rows)}, tree: { light: { best: 'shade' } }, count: 2 } }`;
  const outputs = { rows: { type: 'array[object]' }, tree: { type: 'object' }, count: { type: 'number' } };
  return appDocument({
    mode: 'workflow',
    name: 'Plant notes',
    nodes: [
      node('1', 'start', { title: 'Start', variables: [textInput('topic', { label: 'Topic', required: true })] }),
      node('2', 'code', { title: 'Collect facts', code_language: 'javascript', code, variables: [], outputs }),
      modelNode('3', '{{#1.topic#}} like **shade**.', { completion_params: { pace_ms: pace } }, { title: 'Write' }),
      node('4', 'end', {
        title: 'End',
        outputs: [
          { variable: 'text', value_selector: ['3', 'text'] },
          { variable: 'table', value_selector: ['2', 'rows'] },
          { variable: 'tree', value_selector: ['2', 'tree'] },
          { variable: 'count', value_selector: ['2', 'count'] },
        ],
      }),
    ],
    edges: chain('1', '2', '3', '4'),
  });
}

/** Repeats an input as text, and inside an object, whatever it says. */
export function echoWorkflow(): string {
  return appDocument({
    mode: 'workflow',
    name: 'Echo',
    nodes: [
      node('1', 'start', { variables: [textInput('text', { label: 'Text', type: 'paragraph' })] }),
      node('2', 'code', {
        code_language: 'javascript',
        code: 'function main({ text }) { return { tree: { [text]: text }, rows: [{ [text]: text }] } }',
        variables: [{ variable: 'text', value_selector: ['1', 'text'] }],
        outputs: { tree: { type: 'object' }, rows: { type: 'array[object]' } },
      }),
      node('3', 'end', {
        outputs: [
          { variable: 'text', value_selector: ['1', 'text'] },
          { variable: 'tree', value_selector: ['2', 'tree'] },
          { variable: 'rows', value_selector: ['2', 'rows'] },
        ],
      }),
    ],
    edges: chain('1', '2', '3'),
  });
}

/** Fails on "no", and takes its time: rows of batches that go on for a while. */
export function pickyWorkflow(pace = 0): string {
  const code =
    "function main({ name }) { if (name.startsWith('no')) throw new Error('not ' + name); return { text: 'Hello ' + name } }";
  return appDocument({
    mode: 'workflow',
    name: 'Picky',
    nodes: [
      node('1', 'start', {
        variables: [
          textInput('name', { label: 'Name', required: true, max_length: 20 }),
          textInput('tone', { label: 'Tone', required: false }),
        ],
      }),
      modelNode('2', '{{#1.name#}}', { completion_params: { pace_ms: pace } }),
      node('3', 'code', {
        code_language: 'javascript',
        code,
        variables: [{ variable: 'name', value_selector: ['1', 'name'] }],
        outputs: { text: { type: 'string' } },
      }),
      node('4', 'end', { outputs: [{ variable: 'text', value_selector: ['3', 'text'] }] }),
    ],
    edges: chain('1', '2', '3', '4'),
  });
}

/** A file of rows. */
export function csvFile(names: readonly string[], name = 'people.csv') {
  return {
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,Remark\n${names.map((each) => `${each},x`).join('\n')}\n`),
  };
}
