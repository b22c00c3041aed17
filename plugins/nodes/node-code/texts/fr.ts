export const fr = {
  Code: 'Code',
  'Runs Python or JavaScript.': 'Exécute du Python ou du JavaScript.',
  'Arguments of main, by name.': 'Arguments de main, par nom.',
  Language: 'Langage',
  'A function main that returns the outputs by name.': 'Une fonction main qui renvoie les sorties par nom.',
  Outputs: 'Sorties',
  'Everything main returns must be declared here.': 'Tout ce que main renvoie doit être déclaré ici.',
};
