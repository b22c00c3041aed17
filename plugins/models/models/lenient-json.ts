import { jsonrepair } from 'jsonrepair';
import { fromJson } from '#engine';

/** Characters of a text that is repaired: what it takes can grow with the square of the length. */
const MAX_REPAIRED = 100_000;

/** The value of a JSON text; single quotes, missing quotes and commas, comments and cut ends are repaired first. */
export function readLenientJson(text: string): unknown {
  try {
    return fromJson(text);
  } catch {
    return fromJson(repaired(text));
  }
}

function repaired(text: string): string {
  if (text.length > MAX_REPAIRED) throw new SyntaxError('The text can not be read as JSON and is too long to repair.');
  try {
    return jsonrepair(text);
  } catch (error) {
    throw new SyntaxError('The text can not be read as JSON, nor repaired.', { cause: error });
  }
}
