import type { PageBench } from './page-bench.ts';

/** A figure with its limit; beyond it `npm run bench:pages` fails. */
export interface PageRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
}

export interface PageFigure {
  /** For `--only`. */
  readonly name: string;
  measure(bench: PageBench): Promise<readonly PageRow[]>;
}
