/** Frames of a run's stream (runtime API, streaming), read without trust: what is missing is empty. */
export type Mapping = Readonly<Record<string, unknown>>;

export interface Frame {
  readonly event: string;
  readonly data: Mapping;
  /** The whole frame: events of messages keep their fields beside `event`. */
  readonly all: Mapping;
}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readFrame(value: unknown): Frame | null {
  if (!isMapping(value) || typeof value.event !== 'string') return null;
  return { event: value.event, data: isMapping(value.data) ? value.data : {}, all: value };
}
