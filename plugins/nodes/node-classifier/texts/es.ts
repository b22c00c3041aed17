export const es = {
  'Question classifier': 'Clasificador de preguntas',
  'Lets a model choose which way a text goes.': 'Deja que un modelo elija el camino de un texto.',
  'Text to classify': 'Texto que se clasifica',
  Classes: 'Clases',
  Class: 'Clase',
  'Each class has an exit of its own.': 'Cada clase tiene su propia salida.',
  'What belongs to it': 'Qué pertenece a ella',
  'Short name': 'Nombre corto',
  'What else helps the model to choose.': 'Qué más ayuda al modelo a elegir.',
  'The chosen class': 'La clase elegida',
  'Its id': 'Su identificador',
  'Its short name': 'Su nombre corto',
};
