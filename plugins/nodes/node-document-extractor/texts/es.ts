export const es = {
  'Document extractor': 'Extractor de documentos',
  'Reads the text of documents.': 'Lee el texto de documentos.',
  'File or files': 'Archivo o archivos',
  'A text for each file': 'Un texto por archivo',
};
