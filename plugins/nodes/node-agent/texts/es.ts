export const es = {
  Agent: 'Agente',
  'Lets a model work on a task with tools.': 'Deja que un modelo resuelva una tarea con herramientas.',
  'How it works': 'Cómo trabaja',
  'By calling functions': 'Llamando a funciones',
  'By thinking aloud (ReAct)': 'Pensando en voz alta (ReAct)',
  'Models that can call functions do better with them.':
    'Los modelos que pueden llamar a funciones lo hacen mejor así.',
  Tools: 'Herramientas',
  'Who the agent is, and how it is to work.': 'Quién es el agente y cómo debe trabajar.',
  Task: 'Tarea',
  'A round may call several tools.': 'Una ronda puede llamar a varias herramientas.',
  'MCP server': 'Servidor MCP',
  'Address or name of a registered server, all of whose tools are offered.':
    'Dirección o nombre de un servidor registrado; se ofrecen todas sus herramientas.',
  'Files that tools made': 'Archivos creados por las herramientas',
  'Steps of the agent, as data': 'Pasos del agente, como datos',
  'Agent of the document': 'Agente del documento',
  'Lets an agent that came with the document work on a task.':
    'Deja que un agente que vino con el documento resuelva una tarea.',
  'Agent package': 'Paquete del agente',
};
