/** Values of documents as fields show them, whatever a document holds. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
}

export function selectorOf(value: unknown): readonly string[] {
  return list(value).map(String);
}
