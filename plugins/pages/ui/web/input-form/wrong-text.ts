import type { InputField } from './fields.ts';
import { formTexts } from './texts/en.ts';
import type { Refused } from './use-input-form.ts';
import type { Wrong } from './values.ts';

/** What is wrong with a field, in words. */
export function wrongText(wrong: Wrong, field: InputField): string {
  const t = formTexts();
  switch (wrong.why) {
    case 'required':
      return field.kind === 'select' ? t.chooseOne : t.fill;
    case 'number':
      return t.number;
    case 'too-large-number':
      return t.largeNumber;
    case 'option':
      return t.option;
    case 'object':
      return t.object;
    case 'list':
      return t.list;
    case 'json':
      return t.json(wrong.line);
    case 'too-long':
      return t.tooLong(wrong.maximum, wrong.length - wrong.maximum);
    case 'too-many':
      return t.tooManyFiles(wrong.maximum);
    case 'uploading':
      return t.stillUploading;
    case 'failed':
      return t.failedFile;
    case 'said':
      return wrong.message;
  }
}

/** Why files were not taken, each by its name. */
export function refusedText(refused: readonly Refused[]): string {
  return refused.map(refusalText).join(' ');
}

function refusalText(refused: Refused): string {
  const t = formTexts();
  switch (refused.why) {
    case 'type':
      return t.wrongType(refused.name);
    case 'size':
      return t.wrongSize(refused.name, refused.megabytes);
    case 'many':
      return t.tooManyFiles(refused.maximum);
    case 'remote':
      return refused.code === 'denied' ? t.nothingPicked : (t.notPicked[refused.code] ?? t.pickingFailed);
  }
}
