/**
 * What other node plugins reuse of the llm node. Free of the container: node modules import it in engine threads.
 */

/** Measures one call of a model, also one that breaks off. */
export { CallMeter } from './call-meter.ts';
/** The `memory` setting (app DSL, llm), read when a graph is compiled; null = the past is not shown. */
export { type CompiledMemory, compileMemory } from './compiled-memory.ts';
/** The text behind `{{#context#}}` and the sources it came from (app DSL, llm, context). */
export { type ContextText, contextText } from './context-text.ts';
/**
 * A message of a prompt, its files apart from its text. `questionDrafts` makes the prompt of a question: a system and a
 * user message, in completion mode one text.
 */
export { attachFiles, type Draft, questionDrafts, toChatMessages } from './draft.ts';
/** Fields of forms that nodes with a model share: which model, what it remembers, what it sees. */
export { memoryField, modelField, visionField } from './form-fields.ts';
/**
 * The conversation so far as text with role prefixes, as many turns as the memory's window and the model's room allow;
 * empty without memory and outside chatflows. Asks the main thread.
 */
/** The same as messages, for prompts that have them. */
export { pastDrafts, pastText } from './memory.ts';
/**
 * Calling a model from a node. `openModel` resolves a node's model settings; `askModel` puts one question whose answer
 * is not streamed, and returns text, tool calls, usage and what the run's record keeps. Both throw NodeError: `type` as
 * branches of documents test it (`InvokeError` …), `code` one of the `models.` codes, `usage` when the provider told
 * it.
 */
/**
 * The same piece by piece, for nodes that call a model several times or stream: the request, and what a failed call
 * throws.
 */
export { askModel, callFailure, openModel, type Question, type Reply, requestOf } from './model-call.ts';
/** The `model` setting (app DSL, llm): provider and model names, mode, `completion_params`. Never throws. */
export { type ModelSettings, readModelSettings } from './model-settings.ts';
/**
 * `checkTotal` throws ValueTooLargeError for a prompt no server takes. `isHeldToSchema`: whether the model's server can be
 * told to answer in JSON of a schema (`LlmRequest.jsonSchema`).
 */
export { checkTotal, isHeldToSchema } from './prompt.ts';
/** Reads a model's stream to its end, handing its pieces on; returns why it ended. Bounds what the answer may hold. */
export { type PartSink, readParts } from './read-parts.ts';
/**
 * What a node's record says of its model, with the one that was really called. `usageMetadata`: `total_tokens`,
 * `total_price`, `currency`, which every node with a model adds to `execution_metadata` (runtime API, node events).
 */
export { answeredBy, usageMetadata, usedModel } from './record.ts';
/** Readers of settings: what is not of the expected kind reads as empty. */
export { listOf, textOf } from './setting-values.ts';
/** JSON Schema of the settings nodes with a model share: `model`, `memory`, `vision`. */
export { MODEL_SETTINGS } from './settings.ts';
/**
 * Readers of a model's answer. `readJsonObject` finds the JSON object in it (in a code fence, between other words, with
 * small mistakes), null when there is none; `withoutThoughts` takes out what stands between think tags.
 */
export { readJsonObject, withoutThoughts } from './structured-output.ts';
/** Tells thoughts between think tags from the answer while both stream in. */
export { ThinkSplitter } from './think-splitter.ts';
/** The `vision` setting (app DSL, llm) and the files it shows; none for a model that is known not to see. */
export { readVision, type SeenFiles, seenFiles, type Vision } from './vision.ts';
