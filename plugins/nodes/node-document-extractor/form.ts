import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

/** What editors show of document extractors. */
export const form: NodeForm = {
  id: 'document-extractor@1',
  title: 'Document extractor',
  about: 'Reads the text of documents.',
  aliases: {
    en: ['doc extractor', 'pdf', 'docx', 'word', 'read file', 'file text', 'parse document'],
    de: ['dokument lesen', 'datei lesen', 'text aus datei'],
    fr: ['lire un fichier', 'lire un document', 'texte du fichier'],
    es: ['leer archivo', 'leer documento', 'texto del archivo'],
    zh: ['文档提取', '读取文件', '文档解析'],
  },
  group: 'data',
  icon: 'FileText',
  colour: 'data',
  start: { variable_selector: [], is_array_file: false },
  summary: ['variable_selector'],
  fields: [
    {
      at: 'variable_selector',
      kind: 'value',
      takes: ['file', 'array[file]'],
      label: 'File or files',
      required: true,
      is_list_to: 'is_array_file',
    },
  ],
  outputs: [
    {
      name: 'text',
      type: 'string',
      about: 'The text',
      when: [{ at: 'is_array_file', is_not: [true] }],
    },
    {
      name: 'text',
      type: 'array[string]',
      about: 'A text for each file',
      when: [{ at: 'is_array_file', is: [true] }],
    },
  ],
  can_fail: true,
  texts,
};
