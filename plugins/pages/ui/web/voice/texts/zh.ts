import type { texts as english } from './en.ts';

export const texts: typeof english = {
  speak: '说话',
  stopSpeaking: '停止录音',
  hearing: '正在将语音转为文字',
  noMicrophone: '无法使用麦克风，请在浏览器设置中允许。',
  notHeard: '没有听清。',
  readAloud: '朗读',
  pauseReading: '暂停朗读',
  goOnReading: '继续朗读',
  stopReading: '停止朗读',
  notRead: '现在无法朗读。',
};
