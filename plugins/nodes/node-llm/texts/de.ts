export const de = {
  LLM: 'LLM',
  'Asks a language model.': 'Fragt ein Sprachmodell.',
  Prompt: 'Prompt',
  'Give context': 'Kontext geben',
  'Knowledge or other text that {{#context#}} in the prompt stands for.':
    'Wissen oder anderer Text, für den {{#context#}} im Prompt steht.',
  'Structured output': 'Strukturierte Ausgabe',
  'The model answers in JSON of a schema, and its values become variables.':
    'Das Modell antwortet in JSON nach einem Schema, und dessen Werte werden Variablen.',
  Schema: 'Schema',
  'Thoughts of the model': 'Gedanken des Modells',
  'In the answer, in <think> tags': 'In der Antwort, in <think>-Tags',
  'In a variable of their own': 'In einer eigenen Variable',
  'The answer as JSON of the schema': 'Die Antwort als JSON des Schemas',
  'What the model thought before it answered': 'Was das Modell vor der Antwort dachte',
  'Why the answer ended': 'Warum die Antwort endete',
  'Files the model made': 'Dateien, die das Modell erzeugt hat',
};
