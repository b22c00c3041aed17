/** Puts an empty map in the place of an empty list of inputs: languages in which both are one type (PHP) write `[]`. */
export function acceptEmptyInputs(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('inputs' in body)) return;
  if (Array.isArray(body.inputs) && body.inputs.length === 0) body.inputs = {};
}
