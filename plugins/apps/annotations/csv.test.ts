import { describe, expect, it } from 'vitest';
import { annotationsOfCsv } from './csv.ts';

describe('a CSV of questions and answers', () => {
  it('may have a heading, empty lines, quotes, and any ends of lines', () => {
    const csv = '\uFEFFQuestion, Answer\r\nq1,"a\r\nb"\n \n"q ""2""",a2\rq3,"x,y"';
    expect(annotationsOfCsv(csv, 10)).toEqual([
      { question: 'q1', answer: 'a\nb' },
      { question: 'q "2"', answer: 'a2' },
      { question: 'q3', answer: 'x,y' },
    ]);
  });

  it.each([
    [
      'a,b\n\n"c\nd"\ne,f,g\na,h',
      /line 3: there are 1 columns.*line 5: there are 3 .*line 6: the same question is in line 1/,
    ],
    ['a,b\n,\n', /line 2: question must not be empty/],
    ['a,b\nc,"d\n\n', /line \d: a quote is out of place, or not closed/],
    ['a,b\nc,"d" e\n', /line 2: a quote is out of place, or not closed/],
    ['a,b\nc,d"e"\n', /line 2: a quote is out of place, or not closed/],
    ['a,b\nc,d\ne,f\ng,h\ni,j', /5 lines; an app may have 4/],
    ['question,answer\n', /no line with/],
  ])('is refused as a whole when it is %j', (csv, message) => {
    expect(() => annotationsOfCsv(csv, 4)).toThrow(message);
  });

  it('of many lines is read whole, and empty ones cost nothing', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `question ${index},"${'é,'.repeat(50)}"`);
    const texts = annotationsOfCsv(`${rows.join('\r\n')}${'\n'.repeat(1_000_000)}`, 5_000);
    expect(texts).toHaveLength(5_000);
    expect(texts.at(-1)).toEqual({ question: 'question 4999', answer: 'é,'.repeat(50) });
  });
});
