export const es = {
  Code: 'Código',
  'Runs Python or JavaScript.': 'Ejecuta Python o JavaScript.',
  'Arguments of main, by name.': 'Argumentos de main, por nombre.',
  Language: 'Lenguaje',
  'A function main that returns the outputs by name.': 'Una función main que devuelve las salidas por nombre.',
  Outputs: 'Salidas',
  'Everything main returns must be declared here.': 'Todo lo que devuelve main debe declararse aquí.',
};
