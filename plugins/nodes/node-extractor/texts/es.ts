export const es = {
  'Parameter extractor': 'Extractor de parámetros',
  'Lets a model read values out of a text.': 'Deja que un modelo lea valores de un texto.',
  'Text to read': 'Texto que se lee',
  Options: 'Opciones',
  'What else helps the model to read.': 'Qué más ayuda al modelo a leer.',
  'How the model is asked': 'Cómo se pregunta al modelo',
  'As a function to call': 'Como función que llama',
  'In the prompt': 'En el prompt',
  '1 when everything was found, else 0': '1 si se encontró todo; si no, 0',
  'Why something was not found': 'Por qué no se encontró algo',
};
