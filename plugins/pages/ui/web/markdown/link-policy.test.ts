import { describe, expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';
import { judgeLink } from './link-policy.ts';

const policy = {
  allowedHosts: ['docs.example', '*.cdn.example'],
  ownOrigins: ['https://app.example', 'https://run.example'],
};
const judge = (address: string) => judgeLink(address, policy, 'https://app.example/chat/1');

describe('where a link may go', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript&#58;alert(1)',
    '&#x6A;avascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>1</script>',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'blob:https://app.example/1',
    'file:///etc/passwd',
    'filesystem:https://app.example/1',
    'about:blank',
    'view-source:https://a.example',
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example/x',
    '/\n/evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    'evil.example/x',
    '?q=1',
    '#part',
    '',
    `https://${'a'.repeat(9_000)}.example`,
    'https://',
    'tel:+1',
    'intent://x#Intent;scheme=http;end',
    'streamdown:incomplete-link',
  ])('nowhere: %s', (address) => {
    expect(judge(address)).toEqual({ is: 'text' });
  });

  it.each([
    ['/files/1/file-preview?sign=2', 'own'],
    ['https://run.example/files/1', 'own'],
    ['https://app.example/chat/2', 'own'],
    ['https://docs.example/a?b=1&amp;c=2', 'allowed'],
    ['https://a.cdn.example/x.png', 'allowed'],
    ['https://cdn.example/x.png', 'foreign'],
    ['https://docs.example.evil.example/', 'foreign'],
    ['https://docs.example@evil.example/', 'foreign'],
    ['https://me:secret@docs.example/', 'foreign'],
    ['https://xdocs.example/', 'foreign'],
    ['http://app.example/', 'foreign'],
    ['https://app.example:8443/', 'foreign'],
    ['mailto:a@b.example?body=secret', 'foreign'],
    ['HTTPS://EVIL.EXAMPLE', 'foreign'],
  ])('%s: %s', (address, is) => {
    expect(judge(address)).toMatchObject({ is });
  });

  it('tells whole addresses, as the browser will call them', () => {
    expect(judge('https://docs.example/a?b=1&amp;c=2')).toMatchObject({ url: 'https://docs.example/a?b=1&c=2' });
    expect(judge('https://docs.example@evil.example/')).toMatchObject({ host: 'evil.example' });
  });
});

it('decodes entities to text', () => {
  expect(decodeEntities('&lt;b&gt; &amp;amp; &#x27;&#39; &nope; &copy; &#0; &#xD800; &constructor;')).toBe(
    "<b> &amp; '' &nope; © \ufffd \ufffd &constructor;",
  );
});
