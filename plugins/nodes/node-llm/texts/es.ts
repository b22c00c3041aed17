export const es = {
  LLM: 'LLM',
  'Asks a language model.': 'Pregunta a un modelo de lenguaje.',
  Prompt: 'Prompt',
  'Give context': 'Dar contexto',
  'Knowledge or other text that {{#context#}} in the prompt stands for.':
    'Conocimiento u otro texto que {{#context#}} representa en el prompt.',
  'Structured output': 'Salida estructurada',
  'The model answers in JSON of a schema, and its values become variables.':
    'El modelo responde en JSON según un esquema, y sus valores pasan a ser variables.',
  Schema: 'Esquema',
  'Thoughts of the model': 'Pensamientos del modelo',
  'In the answer, in <think> tags': 'En la respuesta, en etiquetas <think>',
  'In a variable of their own': 'En una variable propia',
  'The answer as JSON of the schema': 'La respuesta como JSON del esquema',
  'What the model thought before it answered': 'Lo que el modelo pensó antes de responder',
  'Why the answer ended': 'Por qué terminó la respuesta',
  'Files the model made': 'Archivos creados por el modelo',
};
