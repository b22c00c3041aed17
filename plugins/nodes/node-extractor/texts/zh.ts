export const zh = {
  'Parameter extractor': '参数提取器',
  'Lets a model read values out of a text.': '让模型从文本中读取值。',
  'Text to read': '待读取文本',
  Options: '选项',
  'What else helps the model to read.': '其他有助于模型读取的信息。',
  'How the model is asked': '询问模型的方式',
  'As a function to call': '作为可调用函数',
  'In the prompt': '在提示词中',
  '1 when everything was found, else 0': '全部找到为 1，否则为 0',
  'Why something was not found': '未找到的原因',
};
