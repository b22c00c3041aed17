export const es = {
  Tool: 'Herramienta',
  'Calls a tool: a search, a service, another app.':
    'Llama a una herramienta: una búsqueda, un servicio, otra aplicación.',
  'What the tool says': 'Lo que dice la herramienta',
  'Files the tool made': 'Archivos creados por la herramienta',
  'What the tool found, as data': 'Lo que encontró la herramienta, como datos',
};
