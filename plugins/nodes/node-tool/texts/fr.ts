export const fr = {
  Tool: 'Outil',
  'Calls a tool: a search, a service, another app.':
    'Appelle un outil : une recherche, un service, une autre application.',
  'What the tool says': 'Ce que dit l’outil',
  'Files the tool made': 'Fichiers créés par l’outil',
  'What the tool found, as data': 'Ce que l’outil a trouvé, en données',
};
