export const de = {
  Code: 'Code',
  'Runs Python or JavaScript.': 'Führt Python oder JavaScript aus.',
  'Arguments of main, by name.': 'Argumente von main, nach Namen.',
  Language: 'Sprache',
  'A function main that returns the outputs by name.': 'Eine Funktion main, die die Ausgaben nach Namen zurückgibt.',
  Outputs: 'Ausgaben',
  'Everything main returns must be declared here.': 'Alles, was main zurückgibt, muss hier deklariert sein.',
};
