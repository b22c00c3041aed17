export const zh = {
  'Document extractor': '文档提取器',
  'Reads the text of documents.': '读取文档的文本。',
  'File or files': '单个或多个文件',
  'A text for each file': '每个文件一段文本',
};
