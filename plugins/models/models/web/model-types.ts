/** Types of models, in the order they are shown. */
export const MODEL_TYPES = ['llm', 'embedding', 'rerank', 'speech-to-text', 'text-to-speech', 'moderation'] as const;
