import { isMapping, listOf, type Mapping, numberOf, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import {
  type Rating,
  readError,
  readFile,
  readForm,
  readSources,
  type TurnForm,
  type TurnState,
  type TurnStatus,
} from './turn.ts';

/** A message of the list (runtime API, messages), as a turn. */
export function turnOfMessage(message: Mapping): Partial<TurnState> {
  const files = listOf(message.message_files).filter(isMapping);
  const status = statusOf(textOf(message.status), message.stopped === true);
  const answer = textOf(message.answer);
  // Of a turn that waits it is known that all was said before; of others, only to who saw it (`ChatMemory`).
  const place = status === 'waiting' ? answer.length : 0;
  const forms = listOf(message.extra_contents)
    .filter(isMapping)
    .flatMap(formOf)
    .map((form) => ({ ...form, place }));
  const rating = isMapping(message.feedback) ? textOf(message.feedback.rating) : '';
  return {
    id: textOf(message.id),
    conversationId: textOf(message.conversation_id),
    parentId: typeof message.parent_message_id === 'string' ? message.parent_message_id : null,
    query: textOf(message.query),
    files: files.filter(({ belongs_to }) => belongs_to === 'user').map(readFile),
    answer,
    answerFiles: files.filter(({ belongs_to }) => belongs_to !== 'user').map(readFile),
    thoughts: listOf(message.agent_thoughts)
      .filter(isMapping)
      .map((thought) => ({
        id: textOf(thought.id),
        position: numberOf(thought.position),
        thought: textOf(thought.thought),
        tool: textOf(thought.tool),
        input: textOf(thought.tool_input),
        observation: textOf(thought.observation),
      })),
    sources: readSources(message.retriever_resources),
    forms,
    runId: textOf(message.workflow_run_id),
    status,
    error: textOf(message.status) === 'error' ? readError(message, message.error, false) : null,
    rating: rating === 'like' || rating === 'dislike' ? (rating satisfies Rating) : null,
    createdAt: numberOf(message.created_at) * 1000,
  };
}

function statusOf(status: string, isStopped: boolean): TurnStatus {
  if (status === 'error') return 'failed';
  if (isStopped) return 'stopped';
  return status === 'paused' ? 'waiting' : 'done';
}

function formOf(content: Mapping): TurnForm[] {
  const definition = content.form_definition;
  if (content.type !== 'human_input' || !isMapping(definition)) return [];
  const form = readForm(definition);
  const answer = isMapping(content.form_submission_data) ? content.form_submission_data : {};
  const isExpired = numberOf(definition.expiration_time) * 1000 < Date.now();
  if (content.submitted !== true) return [{ ...form, state: isExpired ? 'expired' : 'open' }];
  return [
    {
      ...form,
      state: 'filled',
      answer: textOf(answer.action_text),
      content: textOf(answer.rendered_content) || form.content,
    },
  ];
}
