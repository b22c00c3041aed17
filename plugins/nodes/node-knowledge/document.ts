import { listAt, mappingAt, type NodeDocument, textAt, valueAt } from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

/** What documents hold of the nodes that ask knowledge bases. */
export const documents: Readonly<Record<string, NodeDocument>> = {
  'knowledge-retrieval': {
    mapDatasets(data, replace) {
      const ids = listAt(data, 'dataset_ids');
      const mapped = ids.map((id) => (typeof id === 'string' ? replace(id) : id)).filter((id) => id !== null);
      const isSame = mapped.length === ids.length && mapped.every((id, index) => id === ids[index]);
      return isSame ? data : { ...data, dataset_ids: mapped };
    },
    providers: (data) => [retrievalProvider(data)],
  },
};

/** Of the model that chooses or orders what is found; editors leave the settings of the other ways behind. */
function retrievalProvider(data: Mapping): string {
  if (textAt(data, 'retrieval_mode') === 'single') {
    return textAt(mappingAt(mappingAt(data, 'single_retrieval_config'), 'model'), 'provider');
  }
  const config = mappingAt(data, 'multiple_retrieval_config');
  if (textAt(config, 'reranking_mode') === 'weighted_score') {
    return textAt(mappingAt(mappingAt(config, 'weights'), 'vector_setting'), 'embedding_provider_name');
  }
  return valueAt(config, 'reranking_enable') === false ? '' : textAt(mappingAt(config, 'reranking_model'), 'provider');
}
