export const de = {
  'Document extractor': 'Dokumentextraktor',
  'Reads the text of documents.': 'Liest den Text von Dokumenten.',
  'File or files': 'Datei oder Dateien',
  'A text for each file': 'Ein Text je Datei',
};
