export const zh = {
  Tool: '工具',
  'Calls a tool: a search, a service, another app.': '调用工具：搜索、服务或其他应用。',
  'What the tool says': '工具返回的文本',
  'Files the tool made': '工具生成的文件',
  'What the tool found, as data': '工具返回的数据',
};
