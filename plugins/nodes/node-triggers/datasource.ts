import { isFileValue, isMapping, type NodeContext, NodeError, type NodeImplementation, type NodeResult } from '#engine';

interface CompiledDatasource {
  readonly type: string;
  readonly provider: string;
}

/**
 * A source of documents, root of knowledge pipelines (app DSL, triggers, datasource, knowledge-index). What was chosen
 * there travels as `sys.datasource_info`; files and crawled pages are complete in it, documents and drives are read by
 * a plugin.
 */
export const node: NodeImplementation<CompiledDatasource> = {
  compile: (data) => ({
    type: textOf(data.provider_type),
    provider: textOf(data.plugin_id) || textOf(data.provider_name),
  }),

  run({ type: declared, provider }, context): NodeResult {
    const type = textOf(context.variables.get(['sys', 'datasource_type'])) || declared || 'local_file';
    const info = readInfo(context);
    const inputs = { datasource_type: type, datasource_info: info };
    const result = { inputs, metadata: { datasource_info: info } };
    switch (type) {
      case 'local_file':
        return { ...result, outputs: { file: fileOf(info), datasource_type: type, datasource_info: info } };
      case 'website_crawl':
        return { ...result, outputs: { ...info, datasource_type: type, datasource_info: info } };
      default: {
        const remedy = provider === '' ? 'install its plugin' : `install the plugin ${provider}`;
        const message = `The data source of the type '${type}' can't be read here: ${remedy}.`;
        throw new NodeError('DatasourceNodeError', message, { details: { inputs } });
      }
    }
  },
};

function readInfo({ variables }: NodeContext): Record<string, unknown> {
  const info = variables.get(['sys', 'datasource_info']);
  if (isMapping(info)) return { ...info };
  const message = 'The run was given nothing to read: sys.datasource_info is not set. Choose a document of the source.';
  throw new NodeError('DatasourceNodeError', message);
}

function fileOf(info: Readonly<Record<string, unknown>>): unknown {
  const file = isFileValue(info) ? info : info.file;
  if (isFileValue(file)) return file;
  throw new NodeError('DatasourceNodeError', 'sys.datasource_info names no file: upload one and choose it.');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
