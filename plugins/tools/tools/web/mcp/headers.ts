/** A header that is sent along. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** The headers of the rows of a form: `header.0.name`, `header.0.value`; rows without a name are none. */
export function headersIn(form: FormData, rows: readonly number[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const row of rows) {
    const [name, value] = ['name', 'value'].map((part) => form.get(`header.${row}.${part}`));
    if (typeof name !== 'string' || typeof value !== 'string' || name.trim() === '') continue;
    headers[name.trim()] = value.trim();
  }
  return headers;
}
