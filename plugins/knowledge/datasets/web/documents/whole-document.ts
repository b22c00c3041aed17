import type { Schemas } from '#plugins/commands/generated/schemas.ts';

/** A document with the rule it was cut by. */
export type WholeDocument = Schemas['WholeKnowledgeDocument'];
