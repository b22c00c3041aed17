const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether JSON text nests lists and objects deeper than this, told without parsing it: a parser spends far more memory on
 * levels than their text takes.
 */
export function nestsDeeper(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (code === 0x5b || code === 0x7b) open += 1;
    else if (code === 0x5d || code === 0x7d) open -= 1;
    if (open > levels) return true;
  }
  return false;
}

/** Where the text that begins here has its closing quote, or the end of everything. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
