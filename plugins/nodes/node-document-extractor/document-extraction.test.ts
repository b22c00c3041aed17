import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { docx, pdf, wordParagraph, wordTable } from '#plugins/text-extraction/testing/documents.ts';

let platform: TestPlatform;
let server: LocalServer;

const table = wordTable([
  [wordParagraph('项目'), wordParagraph('金额')],
  [wordParagraph('a'), wordParagraph('1')],
]);
const documents: Readonly<Record<string, string | Uint8Array>> = {
  '/report.docx': docx(wordParagraph('季度报告') + table),
  '/page.pdf': pdf(['Page one']),
  '/notes.txt': Buffer.from('d6d0cec4b1cabcc7a3acc4e3bac3', 'hex'),
  '/large.txt': 'x'.repeat(2 * 1024 * 1024),
  '/broken.pdf': '%PDF-1.7 broken',
};

beforeAll(async () => {
  server = await startServer((request, response) => {
    const content = documents[request.url];
    response.writeHead(content === undefined ? 404 : 200).end(content ?? 'no');
  });
  platform = await startPlatform({
    config: { 'text-extraction': { inputMb: 1 } },
    env: { WEFT_EGRESS_ALLOW: '127.0.0.1' },
  });
});
afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});

const rules = { allowed_file_types: ['document', 'image'], allowed_file_upload_methods: ['remote_url'] };

/** A chatflow that answers with the text of a document, in a template; a failure is answered by its message. */
const reader = appDocument({
  mode: 'advanced-chat',
  name: 'Reader',
  nodes: [
    node('1', 'start', { variables: [{ variable: 'paper', label: 'Paper', type: 'file', required: true, ...rules }] }),
    node('2', 'document-extractor', {
      variable_selector: ['1', 'paper'],
      is_array_file: false,
      error_strategy: 'fail-branch',
    }),
    node('3', 'template-transform', {
      template: '<{{ text }}>',
      variables: [{ variable: 'text', value_selector: ['2', 'text'] }],
    }),
    node('4', 'answer', { answer: '{{#3.output#}}' }),
    node('5', 'answer', { answer: '{{#2.error_type#}}: {{#2.error_message#}}' }),
  ],
  edges: [edge('1', '2'), edge('2', '3', 'success-branch'), edge('3', '4'), edge('2', '5', 'fail-branch')],
});

/** A workflow that reads those files of a list that are documents, and tells the smallest name of all. */
const sorter = appDocument({
  mode: 'workflow',
  name: 'Sorter',
  nodes: [
    node('1', 'start', {
      variables: [{ variable: 'files', label: 'Files', type: 'file-list', max_length: 5, ...rules }],
    }),
    node('2', 'list-operator', {
      variable: ['1', 'files'],
      filter_by: { enabled: true, conditions: [{ key: 'type', comparison_operator: 'in', value: ['document'] }] },
      order_by: { enabled: true, key: 'name', value: 'asc' },
      limit: { enabled: false, size: 10 },
    }),
    node('3', 'document-extractor', { variable_selector: ['2', 'result'], is_array_file: true }),
    node('4', 'end', {
      outputs: [
        { variable: 'texts', value_selector: ['3', 'text'] },
        { variable: 'first', value_selector: ['2', 'first_record', 'name'] },
      ],
    }),
  ],
  edges: chain('1', '2', '3', '4'),
});

const remote = (path: string, type = 'document') => ({ type, transfer_method: 'remote_url', url: server.url + path });

describe('documents of a request', () => {
  let key: string;
  beforeAll(async () => {
    key = (await platform.importApp(reader)).key;
  });

  async function answerTo(url: object): Promise<string> {
    const { status, body } = await platform.post(key, '/v1/chat-messages', {
      query: 'read',
      inputs: { paper: url },
      user: 'u1',
      response_mode: 'blocking',
    });
    expect(status).toBe(200);
    return (body as { answer: string }).answer;
  }

  it('are fetched, read and answered with', async () => {
    expect(await answerTo(remote('/report.docx'))).toBe('<季度报告\n\n| 项目 | 金额 |\n| --- | --- |\n| a | 1 |>');
    expect(await answerTo(remote('/page.pdf'))).toBe('<Page one>');
    expect(await answerTo(remote('/notes.txt'))).toBe('<中文笔记，你好>');
  });

  it('that can not be fetched or read take the branch of failures, told by name', async () => {
    expect(await answerTo(remote('/broken.pdf'))).toMatch(/^TextExtractionError: The file broken\.pdf is damaged/);
    expect(await answerTo(remote('/missing.pdf'))).toMatch(/^FileDownloadError: The file missing\.pdf .* status 404/);
    expect(await answerTo(remote('/large.txt'))).toMatch(/^FileDownloadError: The file large\.txt is larger than 1 MB/);
    expect(await answerTo({ ...remote(''), url: 'http://169.254.169.254/latest.txt' })).toMatch(/^FileDownloadError: /);
  });
});

describe('lists of documents', () => {
  it('are filtered, ordered and read in their order', async () => {
    const { key } = await platform.importApp(sorter);
    const files = [remote('/page.pdf'), remote('/picture.png', 'image'), remote('/notes.txt')];
    const { body } = await platform.post(key, '/v1/workflows/run', { inputs: { files }, user: 'u1' });
    expect(body).toMatchObject({
      data: { status: 'succeeded', outputs: { texts: ['中文笔记，你好', 'Page one'], first: 'notes.txt' } },
    });
  });

  it('that are empty give an empty list', async () => {
    const { key } = await platform.importApp(sorter);
    const { body } = await platform.post(key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
    expect(body).toMatchObject({ data: { status: 'succeeded', outputs: { texts: [] } } });
  });
});
