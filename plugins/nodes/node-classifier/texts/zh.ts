export const zh = {
  'Question classifier': '问题分类器',
  'Lets a model choose which way a text goes.': '让模型为文本选择路径。',
  'Text to classify': '待分类文本',
  Classes: '类别',
  Class: '类别',
  'Each class has an exit of its own.': '每个类别都有自己的出口。',
  'What belongs to it': '属于该类别的内容',
  'Short name': '简称',
  'What else helps the model to choose.': '其他有助于模型选择的信息。',
  'The chosen class': '所选类别',
  'Its id': '其标识',
  'Its short name': '其简称',
};
