export const de = {
  Agent: 'Agent',
  'Lets a model work on a task with tools.': 'Lässt ein Modell mit Werkzeugen an einer Aufgabe arbeiten.',
  'How it works': 'Wie er arbeitet',
  'By calling functions': 'Durch Funktionsaufrufe',
  'By thinking aloud (ReAct)': 'Durch lautes Denken (ReAct)',
  'Models that can call functions do better with them.':
    'Modelle, die Funktionen aufrufen können, arbeiten damit besser.',
  Tools: 'Werkzeuge',
  'Who the agent is, and how it is to work.': 'Wer der Agent ist und wie er arbeiten soll.',
  Task: 'Aufgabe',
  'A round may call several tools.': 'In einer Runde können mehrere Werkzeuge aufgerufen werden.',
  'MCP server': 'MCP-Server',
  'Address or name of a registered server, all of whose tools are offered.':
    'Adresse oder Name eines registrierten Servers; alle seine Werkzeuge werden angeboten.',
  'Files that tools made': 'Dateien, die Werkzeuge erzeugt haben',
  'Steps of the agent, as data': 'Schritte des Agenten als Daten',
  'Agent of the document': 'Agent des Dokuments',
  'Lets an agent that came with the document work on a task.':
    'Lässt einen Agenten, der mit dem Dokument kam, an einer Aufgabe arbeiten.',
  'Agent package': 'Agentenpaket',
};
