import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

const visual = { at: 'mode', is_not: ['cron'] };
const often = (...frequencies: readonly string[]) => [visual, { at: 'frequency', is: frequencies }];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthDays = Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: String(index + 1) }));

export const scheduleForm: NodeForm = {
  id: 'trigger-schedule@1',
  title: 'Schedule',
  about: 'Begins a run at set times.',
  aliases: {
    en: ['cron', 'timer', 'interval', 'daily', 'clock'],
    de: ['zeitplan', 'zeitsteuerung', 'täglich', 'uhrzeit'],
    fr: ['planifier', 'minuterie', 'quotidien', 'horaire'],
    es: ['programar', 'temporizador', 'diario', 'horario'],
    zh: ['定时', '计划', '定时器', '每天'],
  },
  group: 'triggers',
  icon: 'Clock',
  colour: 'trigger',
  modes: ['workflow'],
  start: {
    mode: 'visual',
    frequency: 'daily',
    visual_config: { time: '9:00 AM', on_minute: 0, weekdays: ['mon'], monthly_days: [1] },
    cron_expression: '',
    timezone: 'UTC',
  },
  summary: ['frequency', 'cron_expression'],
  fields: [
    {
      at: 'mode',
      kind: 'choice',
      label: 'Written as',
      default: 'visual',
      options: [
        { value: 'visual', label: 'Days and times' },
        { value: 'cron', label: 'Cron' },
      ],
    },
    {
      at: 'cron_expression',
      kind: 'text',
      format: 'cron',
      label: 'Cron',
      placeholder: '0 9 * * 1-5',
      help: 'Minute, hour, day, month, day of the week.',
      when: [{ at: 'mode', is: ['cron'] }],
      required: true,
    },
    {
      at: 'frequency',
      kind: 'choice',
      label: 'How often',
      required: true,
      when: [visual],
      options: [
        { value: 'hourly', label: 'Every hour' },
        { value: 'daily', label: 'Every day' },
        { value: 'weekly', label: 'Every week' },
        { value: 'monthly', label: 'Every month' },
      ],
    },
    {
      at: 'visual_config.on_minute',
      kind: 'number',
      label: 'Minute',
      is_integer: true,
      min: 0,
      max: 59,
      default: 0,
      when: often('hourly'),
    },
    {
      at: 'visual_config.weekdays',
      kind: 'choices',
      label: 'On',
      when: often('weekly'),
      options: days.map((day) => ({ value: day.slice(0, 3).toLowerCase(), label: day })),
    },
    {
      at: 'visual_config.monthly_days',
      kind: 'choices',
      label: 'On day',
      when: often('monthly'),
      options: [...monthDays, { value: 'last', label: 'The last day' }],
    },
    {
      at: 'visual_config.time',
      kind: 'text',
      format: 'time',
      label: 'At',
      default: '12:00 AM',
      when: often('daily', 'weekly', 'monthly'),
    },
    { at: 'timezone', kind: 'text', format: 'timezone', label: 'Time zone', default: 'UTC' },
  ],
  outputs: [],
  kept: ['config'],
  texts,
};
