export const fr = {
  Agent: 'Agent',
  'Lets a model work on a task with tools.': 'Laisse un modèle accomplir une tâche avec des outils.',
  'How it works': 'Façon de travailler',
  'By calling functions': 'Par appels de fonctions',
  'By thinking aloud (ReAct)': 'En réfléchissant à voix haute (ReAct)',
  'Models that can call functions do better with them.':
    'Les modèles qui savent appeler des fonctions réussissent mieux ainsi.',
  Tools: 'Outils',
  'Who the agent is, and how it is to work.': 'Qui est l’agent et comment il doit travailler.',
  Task: 'Tâche',
  'A round may call several tools.': 'Un tour peut appeler plusieurs outils.',
  'MCP server': 'Serveur MCP',
  'Address or name of a registered server, all of whose tools are offered.':
    'Adresse ou nom d’un serveur enregistré, dont tous les outils sont proposés.',
  'Files that tools made': 'Fichiers créés par les outils',
  'Steps of the agent, as data': 'Étapes de l’agent, en données',
  'Agent of the document': 'Agent du document',
  'Lets an agent that came with the document work on a task.': 'Confie une tâche à un agent fourni avec le document.',
  'Agent package': 'Paquet d’agent',
};
