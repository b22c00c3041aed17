/**
 * Puts an empty map in the place of inputs that are an empty list or null: so languages write a map that is empty (PHP) or was
 * never made (Go).
 */
export function acceptEmptyInputs(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('inputs' in body)) return;
  if (isEmptyMap(body.inputs)) body.inputs = {};
}

/** True for what stands for an empty map without being one. */
export function isEmptyMap(inputs: unknown): boolean {
  return inputs === null || (Array.isArray(inputs) && inputs.length === 0);
}
