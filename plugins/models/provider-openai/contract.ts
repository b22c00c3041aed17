/**
 * The protocol of OpenAI, for plugins of providers whose servers speak it: chat, completions, Responses, embeddings,
 * rerank, speech both ways, moderation. What is special about a server is said by its `OpenAiEndpoint`.
 */
export {
  catalogueModel,
  DEFAULT_VECTORS,
  type OpenAiEndpoint,
  type RerankRules,
  type VectorRules,
} from './endpoint.ts';
export { type CredentialTrial, createProtocol } from './protocol.ts';
