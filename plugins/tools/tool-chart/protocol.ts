export type ChartKind = 'bar' | 'line' | 'pie';

/** What is drawn. Plain data. */
export interface Chart {
  readonly kind: ChartKind;
  readonly title: string;
  /** Of each value; as many as the longest series has. */
  readonly labels: readonly string[];
  /** A pie has one. */
  readonly series: readonly (readonly number[])[];
}

export interface ChartTask extends Chart {
  readonly format: 'png' | 'svg';
}
