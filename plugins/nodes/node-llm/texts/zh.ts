export const zh = {
  LLM: 'LLM',
  'Asks a language model.': '向语言模型提问。',
  Prompt: '提示词',
  'Give context': '提供上下文',
  'Knowledge or other text that {{#context#}} in the prompt stands for.':
    '提示词中 {{#context#}} 所代表的知识或其他文本。',
  'Structured output': '结构化输出',
  'The model answers in JSON of a schema, and its values become variables.':
    '模型按模式以 JSON 回答，其中的值成为变量。',
  Schema: '模式',
  'Thoughts of the model': '模型的思考',
  'In the answer, in <think> tags': '在回答中，置于 <think> 标签内',
  'In a variable of their own': '在单独的变量中',
  'The answer as JSON of the schema': '符合模式的 JSON 回答',
  'What the model thought before it answered': '模型回答前的思考',
  'Why the answer ended': '回答结束的原因',
  'Files the model made': '模型生成的文件',
};
