/**
 * How text becomes chunks of a knowledge base: functions without state, for the plugins of its group.
 *
 * Glossary
 * - chunk: a part of a document that is found as a whole. With children it is a parent, and they are looked for.
 * - process rule: how a document is cleaned up and cut (runtime API, process_rule).
 * - characters: UTF-16 units; no chunk cuts a surrogate pair.
 */
export { type Chunk, chunksOf, MAX_CHUNKS, questionChunksOf } from './chunks.ts';
export {
  CHUNK_BOUNDS,
  type DocForm,
  type PreProcessing,
  type ProcessRule,
  processRuleSchema,
  readProcessRule,
  type Segmentation,
} from './process-rule.ts';
export { qaPairsOf, qaPrompt } from './question-pairs.ts';
export { type QuestionAnswer, questionRowsOf, questionsOfCells } from './question-table.ts';
export { estimateTokens, wordCount } from './text-counts.ts';
