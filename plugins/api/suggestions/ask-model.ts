import type { JsonSchema } from '#kernel';
import type { ChatMessage, Models } from '#plugins/models/contract.ts';
import { isHeldToSchema, type ModelSettings, withoutThoughts } from '#plugins/node-llm/contract.ts';
import type { Asker } from './contract.ts';

/** Milliseconds a suggestion may take, and characters of an answer (thoughts included) that are read. */
const PATIENCE = 20_000;
const MAX_ANSWER = 20_000;

export interface ModelQuestion {
  readonly asker: Asker;
  readonly model: ModelSettings;
  readonly instruction: string;
  readonly text: string;
  /** Told to models whose server holds them to it. */
  readonly schema?: JsonSchema;
}

/**
 * A model's answer as text. The app's own parameters stay away: stop words and formats made for its answers would break
 * these.
 */
export async function askModel(models: Models, question: ModelQuestion): Promise<string> {
  const { asker, instruction, text, schema } = question;
  const { provider, model: name, mode } = question.model;
  const { model, description } = await models.model(asker.workspaceId, 'llm', { provider, model: name }, asker);
  const messages: ChatMessage[] = [
    { role: 'system', content: instruction },
    { role: 'user', content: text },
  ];
  const parts = model.stream({
    model: description.name,
    mode,
    messages,
    parameters: {},
    ...(schema !== undefined && isHeldToSchema(description) ? { jsonSchema: schema } : {}),
    user: asker.user,
    signal: AbortSignal.any([asker.signal, AbortSignal.timeout(PATIENCE)]),
  });
  let answer = '';
  for await (const batch of parts) {
    for (const part of batch) if (part.type === 'text') answer += part.text;
    if (answer.length > MAX_ANSWER) break;
  }
  return withoutThoughts(answer.slice(0, MAX_ANSWER));
}
