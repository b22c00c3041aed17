export const fr = {
  'Parameter extractor': 'Extracteur de paramètres',
  'Lets a model read values out of a text.': 'Laisse un modèle lire des valeurs dans un texte.',
  'Text to read': 'Texte à lire',
  Options: 'Options',
  'What else helps the model to read.': 'Ce qui aide aussi le modèle à lire.',
  'How the model is asked': 'Façon d’interroger le modèle',
  'As a function to call': 'Comme fonction à appeler',
  'In the prompt': 'Dans le prompt',
  '1 when everything was found, else 0': '1 si tout a été trouvé, sinon 0',
  'Why something was not found': 'Pourquoi quelque chose n’a pas été trouvé',
};
