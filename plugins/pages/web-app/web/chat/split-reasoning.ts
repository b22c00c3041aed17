const opened = /^\s*<think>\n?/;

/** What a model thought before it answered, where it wrote both into one text. */
export function splitReasoning(answer: string): { readonly reasoning: string; readonly text: string } {
  const start = opened.exec(answer);
  if (start === null) return { reasoning: '', text: answer };
  const end = answer.indexOf('</think>');
  if (end === -1) return { reasoning: answer.slice(start[0].length), text: '' };
  return { reasoning: answer.slice(start[0].length, end), text: answer.slice(end + '</think>'.length).trimStart() };
}
