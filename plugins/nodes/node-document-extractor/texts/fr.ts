export const fr = {
  'Document extractor': 'Extracteur de documents',
  'Reads the text of documents.': 'Lit le texte de documents.',
  'File or files': 'Fichier ou fichiers',
  'A text for each file': 'Un texte par fichier',
};
