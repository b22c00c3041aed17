import { describe, expect, it } from 'vitest';
import { textOf } from '#plugins/text-extraction/testing/extract-text.ts';
import { doc, msg } from '#plugins/text-extraction/testing/old-documents.ts';
import { startExtraction } from '#plugins/text-extraction/testing/start-extraction.ts';

describe('Word 97-2003', () => {
  it('gives its paragraphs', async () => {
    expect(await textOf('a.doc', doc('第一段 one\rsecond “two”\r'))).toBe('第一段 one\nsecond “two”');
  });

  it('is recognised by its content under another name', async () => {
    expect(await textOf('a.docx', doc('same\r'))).toBe('same');
  });
});

describe('Outlook messages', () => {
  it('give their heads, their text and the names of what is attached', async () => {
    const message = msg({
      subject: 'Angebot für 张三',
      body: 'Hello,\r\nsee below.',
      from: ['Ann', 'ann@host.test'],
      to: [
        ['Bob', 'bob@host.test'],
        ['carl@host.test', 'carl@host.test'],
      ],
      attachments: ['offer.pdf'],
    });
    await using extraction = startExtraction({ processes: 1 });
    expect(await extraction.read(extraction.put('a.msg', message))).toBe(
      [
        'From: Ann <ann@host.test>',
        'To: Bob <bob@host.test>, carl@host.test',
        'Subject: Angebot für 张三',
        '',
        'Hello,\r\nsee below.',
        '',
        'Attachments: offer.pdf',
      ].join('\n'),
    );
  });
});
