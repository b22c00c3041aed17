export const zh = {
  Code: '代码',
  'Runs Python or JavaScript.': '运行 Python 或 JavaScript。',
  'Arguments of main, by name.': 'main 的参数，按名称传入。',
  Language: '语言',
  'A function main that returns the outputs by name.': '按名称返回输出的 main 函数。',
  Outputs: '输出',
  'Everything main returns must be declared here.': 'main 返回的所有内容都须在此声明。',
};
