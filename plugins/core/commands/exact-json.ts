/**
 * The value of a JSON text, to be shown or sent on: numbers that JavaScript would write differently (`4.0`,
 * 12345678901234567) are raw JSON, which `JSON.stringify` writes as they came.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(text, keepNumber);
}

function keepNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value !== 'number' || source === undefined || source === String(value) ? value : JSON.rawJSON(source);
}

/** What was typed: JSON where the text is JSON, else the text. */
export function typedValue(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return text;
  }
}
