import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Chart, ChartTask } from '#plugins/tool-chart/protocol.ts';

use([BarChart, LineChart, PieChart, GridComponent, TitleComponent, SVGRenderer]);

const WIDTH = 800;
const HEIGHT = 500;
/** Pixels of a picture for one of the drawing. */
const ZOOM = 2;
const FONT = 'DejaVu Sans';

const { resolve } = createRequire(import.meta.url);
let font: Promise<Uint8Array> | undefined;

/** What a confined process does with its tasks. */
export async function run(task: ChartTask): Promise<{ readonly ok: true; readonly content: Uint8Array }> {
  const svg = drawn(task);
  return { ok: true, content: task.format === 'svg' ? Buffer.from(svg) : await rendered(svg) };
}

function drawn(chart: Chart): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  try {
    drawing.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      textStyle: { fontFamily: `${FONT}, sans-serif` },
      title: { text: chart.title, left: 'center', top: 12 },
      ...content(chart),
    });
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}

function content({ kind, labels, series }: Chart): object {
  if (kind === 'pie') {
    const data = (series[0] ?? []).map((value, at) => ({ value, name: labels[at] ?? '' }));
    return {
      series: [{ type: 'pie', radius: '62%', center: ['50%', '55%'], data, label: { formatter: '{b}: {d}%' } }],
    };
  }
  return {
    grid: { left: 60, right: 30, top: 60, bottom: 50, containLabel: true },
    xAxis: { type: 'category', data: labels, axisLabel: { width: 160, overflow: 'truncate' } },
    yAxis: { type: 'value' },
    series: series.map((data) => ({ type: kind, data })),
  };
}

async function rendered(svg: string): Promise<Uint8Array> {
  font ??= prepared();
  const options = {
    font: { fontBuffers: [await font], defaultFontFamily: FONT, sansSerifFamily: FONT, loadSystemFonts: false },
    fitTo: { mode: 'zoom' as const, value: ZOOM },
  };
  const picture = new Resvg(svg, options);
  try {
    const image = picture.render();
    const png = Buffer.from(image.asPng());
    image.free();
    return png;
  } finally {
    picture.free();
  }
}

async function prepared(): Promise<Uint8Array> {
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return readFile(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
}
