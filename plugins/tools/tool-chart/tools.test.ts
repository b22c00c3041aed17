import { afterAll, describe, expect, it } from 'vitest';
import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import type { FilesKeepRequest } from '#plugins/files/contract.ts';
import { FileMaker } from '#plugins/tool-documents/contract.ts';
import type { ToolInvocation, ToolResult } from '#plugins/tools/contract.ts';
import { badChart } from './read-chart.ts';
import { chartTools } from './tools.ts';

const maker = new FileMaker({
  confinement: confineHere,
  worker: new URL('./worker/main.ts', import.meta.url),
  code: new URL('./', import.meta.url),
  refused: badChart,
});
afterAll(() => maker.close());

async function call(id: string, given: Readonly<Record<string, unknown>>): Promise<ToolResult> {
  const tool = chartTools(maker, async (file) => file).find((one) => one.id === id);
  const invocation = { workspaceId: 'w1', signal: new AbortController().signal, arguments: given };
  return (await tool?.invoke(invocation as unknown as ToolInvocation)) ?? {};
}

async function picture(id: string, given: Readonly<Record<string, unknown>>): Promise<FilesKeepRequest> {
  const { files = [] } = await call(id, given);
  return files[0] as FilesKeepRequest;
}

describe('charts', () => {
  it.each(['bar', 'line', 'pie'])('%s: a picture of pixels, and not an empty one', async (kind) => {
    const given = { data: '1;2.5;3', x_axis: 'A;B;C', categories: 'A;B;C', title: '../Sums: 2024' };
    const { filename, mediaType, bytes } = await picture(`chart.${kind}_chart`, given);
    const png = Buffer.from(bytes);
    expect([filename, mediaType]).toEqual(['Sums 2024.png', 'image/png']);
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 1000]);
    // Text is drawn: without its title and names it has fewer bytes.
    const bare = await picture(`chart.${kind}_chart`, { ...given, x_axis: '.;.;.', categories: '.;.;.', title: '' });
    expect(png.length).toBeGreaterThan(bare.bytes.length + 500);
  });

  it('text that the font has not is left to those who show it; none of it is markup', async () => {
    const given = { data: '1;2\n3;4', x_axis: '一季度;<script>alert(1)</script>', title: '销售"&' };
    const { filename, mediaType, bytes } = await picture('chart.line_chart', given);
    const svg = Buffer.from(bytes).toString();
    expect([filename, mediaType]).toEqual(['销售&.svg', 'image/svg+xml']);
    for (const text of ['一季度', '销售', '&lt;script']) expect(svg).toContain(text);
    expect(svg).not.toContain('<script');
  });

  it('options of ECharts are JSON in a block that no label ends', async () => {
    const { text = '' } = await call('echarts.bar_chart', { data: '1,2', x_axis: 'a,```b', title: 'T' });
    const [, option = ''] = /^\n```echarts\n([^`]*)\n```$/.exec(text) ?? [];
    expect(JSON.parse(option)).toMatchObject({
      title: { text: 'T' },
      xAxis: { data: ['a', '```b'] },
      series: [{ data: [1, 2] }],
    });
  });

  it.each([
    [{ data: '' }, 'no data'],
    [{ data: '1;two' }, '"two" is no number'],
    [{ data: '1;Infinity' }, 'no number'],
    [{ data: '1;1e300' }, 'no number'],
    [{ data: '1;2', x_axis: 'A' }, '1 names for 2 values'],
    [{ data: '1;'.repeat(5_001) }, '5001 values'],
    [{ data: '1\n'.repeat(21) }, '21 series'],
    [{ data: '1;'.repeat(200_000) }, 'longer than'],
  ])('refuses %#', async (given, message) => {
    await expect(call('chart.bar_chart', given)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'tool-chart.bad_chart',
      message: expect.stringContaining(message),
    });
  });
});
