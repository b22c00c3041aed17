export const de = {
  Tool: 'Werkzeug',
  'Calls a tool: a search, a service, another app.':
    'Ruft ein Werkzeug auf: eine Suche, einen Dienst, eine andere App.',
  'What the tool says': 'Was das Werkzeug sagt',
  'Files the tool made': 'Dateien, die das Werkzeug erzeugt hat',
  'What the tool found, as data': 'Was das Werkzeug fand, als Daten',
};
