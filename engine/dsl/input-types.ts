/** Names of the controls that forms are made of. */
const inputTypeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'text-input'],
  ['url', 'text-input'],
  ['json', 'json_object'],
  ['files', 'file-list'],
]);

/** Today's name of a start variable's type (app DSL, start). */
export function inputTypeName(type: string): string {
  return inputTypeNames.get(type) ?? (type === '' ? 'text-input' : type);
}
