/** Files that were uploaded as defaults of a start's variables: they mean something where they are stored. */
import { isMapping, listAt, textAt, valueAt, without } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

/** Defaults that name files stored here mean nothing elsewhere. */
export function withoutStoredFiles(data: Mapping): Mapping {
  if (!listAt(data, 'variables').some(hasStoredDefault)) return data;
  const variables = listAt(data, 'variables').map((variable) => {
    if (!isMapping(variable) || !hasStoredDefault(variable)) return variable;
    const preset = valueAt(variable, 'default');
    const kept = Array.isArray(preset) ? preset.filter((file) => !isStoredFile(file)) : [];
    return kept.length > 0 ? { ...variable, default: kept } : without(variable, 'default');
  });
  return { ...data, variables };
}

function hasStoredDefault(variable: unknown): boolean {
  if (!textAt(variable, 'type').startsWith('file')) return false;
  const preset = valueAt(variable, 'default');
  return Array.isArray(preset) ? preset.some(isStoredFile) : isStoredFile(preset);
}

function isStoredFile(file: unknown): boolean {
  if (!isMapping(file)) return false;
  return textAt(file, 'transfer_method', 'local_file') !== 'remote_url' || textAt(file, 'upload_file_id') !== '';
}

/** The settings with the stored defaults that the same variables have elsewhere, where they have none. */
export function withStoredFiles(data: Mapping, other: Mapping): Mapping {
  const presets = new Map(
    listAt(other, 'variables')
      .filter(hasStoredDefault)
      .map((variable) => [textAt(variable, 'variable'), valueAt(variable, 'default')]),
  );
  if (presets.size === 0) return data;
  if (!Array.isArray(valueAt(data, 'variables'))) return data;
  const variables = listAt(data, 'variables').map((variable) => {
    const preset = presets.get(textAt(variable, 'variable'));
    if (!isMapping(variable) || preset === undefined || Object.hasOwn(variable, 'default')) return variable;
    return { ...variable, default: preset };
  });
  return { ...data, variables };
}
