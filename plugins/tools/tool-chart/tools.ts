import { toText } from '#engine';
import { type FileKeeper, type FileMaker, fileName } from '#plugins/tool-documents/contract.ts';
import type { Tool, ToolInvocation, ToolParameter, ToolResult } from '#plugins/tools/contract.ts';
import type { Chart, ChartKind, ChartTask } from './protocol.ts';
import { echartsOption, readChart } from './read-chart.ts';

type Maker = Pick<FileMaker, 'make'>;

const labels: Readonly<Record<ChartKind, string>> = { bar: 'Bar Chart', line: 'Line Chart', pie: 'Pie Chart' };
const kinds = Object.keys(labels) as ChartKind[];
/** Characters that the font of pictures has; emoji and fullwidth forms are common to all scripts, but not in it. */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]*$/u;
const NOT_DRAWN = /[\p{Emoji_Presentation}\u3000-\u30ff\uff00-\uffef]/u;

function parametersOf(kind: ChartKind): readonly ToolParameter[] {
  const names = kind === 'pie' ? 'categories' : 'x_axis';
  const lines = kind === 'pie' ? '' : '; a line for each series';
  return [
    parameter('data', `Numbers with ; between, such as 12;7.5;30${lines}`, true),
    parameter(names, 'A name for each number, with ; between, such as A;B;C', true),
    parameter('title', 'The title of the chart', false),
  ];
}

function parameter(name: string, description: string, required: boolean): ToolParameter {
  return { name, type: 'string', form: 'llm', label: name, description, required };
}

const format: ToolParameter = {
  name: 'format',
  type: 'select',
  form: 'form',
  label: 'Format',
  description: 'png: a picture of pixels; svg: one of lines and text, whose text is drawn where it is shown',
  options: ['png', 'svg'],
  default: 'png',
};

/** Charts as pictures (provider `chart`), and as text that pages draw (provider `echarts`). */
export function chartTools(maker: Maker, keep: FileKeeper): readonly Tool[] {
  return kinds.flatMap((kind): readonly Tool[] => [
    {
      id: `chart.${kind}_chart`,
      provider: 'chart',
      providerAliases: ['langgenius/chart', 'tool-chart'],
      name: `${kind}_chart`,
      label: labels[kind],
      description: `Draws a ${kind} chart as a picture.`,
      parameters: [...parametersOf(kind), format],
      sideEffects: false,
      invoke: (invocation) => draw(kind, invocation, maker, keep),
    },
    {
      id: `echarts.${kind}_chart`,
      provider: 'echarts',
      providerAliases: ['langgenius/echarts'],
      name: `${kind}_chart`,
      label: `${labels[kind]} (ECharts)`,
      description: `Writes a ${kind} chart as an option of ECharts, for answers that are shown by a page that draws them.`,
      parameters: parametersOf(kind),
      sideEffects: false,
      invoke({ arguments: given }) {
        const option = JSON.stringify(echartsOption(readChart(kind, given))).replaceAll('`', '\\u0060');
        return { text: `\n\`\`\`echarts\n${option}\n\`\`\`` };
      },
    },
  ]);
}

async function draw(kind: ChartKind, invocation: ToolInvocation, maker: Maker, keep: FileKeeper): Promise<ToolResult> {
  const chart = readChart(kind, invocation.arguments);
  const isSvg = toText(invocation.arguments.format ?? '') === 'svg' || !isDrawn(chart);
  const task: ChartTask = { ...chart, format: isSvg ? 'svg' : 'png' };
  const bytes = await maker.make(invocation.workspaceId, task, invocation.signal);
  const mediaType = isSvg ? 'image/svg+xml' : 'image/png';
  const filename = fileName(chart.title, `${kind}_chart`, task.format);
  return { text: '', files: [await keep({ filename, mediaType, bytes }, invocation)] };
}

function isDrawn({ title, labels: names }: Chart): boolean {
  return [title, ...names].every((text) => DRAWN.test(text) && !NOT_DRAWN.test(text));
}
