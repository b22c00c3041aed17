import { fromJson, isFileValue, isMapping, type JsonText, toJson } from '#engine';

/** The files among outputs, alone or in lists, each once: JSON text of an array. Hardly any outputs are parsed for it. */
export function outputFiles(outputs: JsonText | null): JsonText {
  if (outputs === null || !outputs.includes('"__dify__file__"')) return '[]';
  const values = fromJson(outputs);
  const files = isMapping(values) ? Object.values(values).flat().filter(isFileValue).map(toJson) : [];
  return `[${[...new Set(files)].join(',')}]`;
}
