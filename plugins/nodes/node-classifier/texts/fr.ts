export const fr = {
  'Question classifier': 'Classificateur de questions',
  'Lets a model choose which way a text goes.': 'Laisse un modèle choisir le chemin d’un texte.',
  'Text to classify': 'Texte à classer',
  Classes: 'Classes',
  Class: 'Classe',
  'Each class has an exit of its own.': 'Chaque classe a sa propre sortie.',
  'What belongs to it': 'Ce qui en fait partie',
  'Short name': 'Nom court',
  'What else helps the model to choose.': 'Ce qui aide aussi le modèle à choisir.',
  'The chosen class': 'La classe choisie',
  'Its id': 'Son identifiant',
  'Its short name': 'Son nom court',
};
