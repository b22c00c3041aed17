export const fr = {
  LLM: 'LLM',
  'Asks a language model.': 'Interroge un modèle de langage.',
  Prompt: 'Prompt',
  'Give context': 'Donner un contexte',
  'Knowledge or other text that {{#context#}} in the prompt stands for.':
    'Connaissances ou autre texte que représente {{#context#}} dans le prompt.',
  'Structured output': 'Sortie structurée',
  'The model answers in JSON of a schema, and its values become variables.':
    'Le modèle répond en JSON selon un schéma, et ses valeurs deviennent des variables.',
  Schema: 'Schéma',
  'Thoughts of the model': 'Réflexions du modèle',
  'In the answer, in <think> tags': 'Dans la réponse, entre balises <think>',
  'In a variable of their own': 'Dans une variable à part',
  'The answer as JSON of the schema': 'La réponse en JSON selon le schéma',
  'What the model thought before it answered': 'Ce que le modèle a pensé avant de répondre',
  'Why the answer ended': 'Pourquoi la réponse s’est terminée',
  'Files the model made': 'Fichiers créés par le modèle',
};
