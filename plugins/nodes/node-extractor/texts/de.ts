export const de = {
  'Parameter extractor': 'Parameterextraktor',
  'Lets a model read values out of a text.': 'Lässt ein Modell Werte aus einem Text lesen.',
  'Text to read': 'Zu lesender Text',
  Options: 'Optionen',
  'What else helps the model to read.': 'Was dem Modell sonst beim Lesen hilft.',
  'How the model is asked': 'Wie das Modell gefragt wird',
  'As a function to call': 'Als Funktion, die es aufruft',
  'In the prompt': 'Im Prompt',
  '1 when everything was found, else 0': '1, wenn alles gefunden wurde, sonst 0',
  'Why something was not found': 'Warum etwas nicht gefunden wurde',
};
