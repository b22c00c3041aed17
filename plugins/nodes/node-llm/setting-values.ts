/** Readers of settings; what a schema let through may still be odd. */

export function isPresent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
