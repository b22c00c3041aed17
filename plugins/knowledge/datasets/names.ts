import { invalid } from './dataset-errors.ts';

/** Fields that every document has; a base may show them among its own (runtime API, metadata). */
export const builtInFields = [
  { name: 'document_name', type: 'string' },
  { name: 'uploader', type: 'string' },
  { name: 'upload_date', type: 'time' },
  { name: 'last_update_date', type: 'time' },
  { name: 'source', type: 'string' },
] as const;

export const MAX_NAME = 40;
export const MAX_DESCRIPTION = 400;
export const MAX_FIELD_NAME = 255;
export const MAX_TAG_NAME = 50;

export function checkName(name: string): void {
  check('name', name, MAX_NAME);
}

export function checkDescription(description: string): void {
  if ([...description].length <= MAX_DESCRIPTION) return;
  throw invalid('description', `description must have at most ${MAX_DESCRIPTION} characters.`);
}

export function checkTagName(name: string): void {
  check('name', name, MAX_TAG_NAME);
}

export function checkFieldName(name: string): void {
  check('name', name, MAX_FIELD_NAME);
  if (!builtInFields.some((field) => field.name === name)) return;
  throw invalid('name', `"${name}" is the name of a built-in field. Choose another name.`);
}

function check(field: string, text: string, most: number): void {
  const { length } = [...text];
  if (length > most) throw invalid(field, `${field} must have at most ${most} characters.`);
  if (!/[^\s\p{C}]/u.test(text)) throw invalid(field, `${field} must have something to see in it.`);
}
