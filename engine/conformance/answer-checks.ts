/** Whether what was streamed is what is kept (app DSL, streaming order: streamed text equals the final answer). */
import { textAt } from '#engine/dsl/tree.ts';
import { toMarkdown } from '#engine/run/values/text-form.ts';
import type { RunStory } from './run-story.ts';

export function answerProblems(story: RunStory, mode: string): string[] {
  const isWhole = story.status === 'succeeded' || story.status === 'partial-succeeded';
  if (!isWhole || story.text === null) return [];
  const streamed = withoutSignatures(story.text);
  if (mode === 'advanced-chat') {
    const answer = withoutSignatures(textAt(story.outputs, 'answer'));
    return answer === streamed ? [] : [`streamed text and answer differ: ${difference(streamed, answer)}`];
  }
  return mode === 'workflow' ? workflowProblems(story, streamed) : [];
}

/** Addresses of kept files are signed anew whenever they are told. */
function withoutSignatures(text: string): string {
  return text.replace(/(\/file-preview\?)timestamp=\d+&nonce=\w+&sign=[\w=-]+/g, '$1');
}

/** Each response node streams its text once; which of several comes first is theirs. */
function workflowProblems(story: RunStory, streamed: string): string[] {
  const responses = story.nodes.filter(({ type }) => type === 'end' || type === 'answer');
  const pieces = responses.map((node) => withoutSignatures(responseText(node)));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length === streamed.length && pieces.every((piece) => streamed.includes(piece))) return [];
  return [`streamed text and outputs differ: ${difference(streamed, pieces.join(''))}`];
}

function responseText({ type, outputs }: RunStory['nodes'][number]): string {
  return type === 'answer' ? textAt(outputs, 'answer') : Object.values(outputs).map(toMarkdown).join('\n');
}

/** Where two texts part, with a little of both. */
export function difference(streamed: string, kept: string): string {
  let at = 0;
  while (at < streamed.length && streamed[at] === kept[at]) at += 1;
  const shown = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 10), at + 40));
  return `at ${at} of ${streamed.length} streamed and ${kept.length} kept: ${shown(streamed)}, ${shown(kept)}`;
}
