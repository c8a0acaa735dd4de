import { describe, expect, it } from 'vitest';
import { withoutTags } from './without-tags';

describe('tags in the code of a diagram', () => {
  it.each([
    'A["<img src=x onerror=alert(1)>"]',
    'A["<IMG SRC=x>"]',
    'A["</div><script>alert(1)</script>"]',
    'A["<!--x-->"]',
    'A["<br onclick=alert(1)>"]',
    'A["#lt;img src=x onerror=alert(1)#gt;"]',
    'A["&lt;img src=x&gt;"]',
    'A["&#60;img src=x>"]',
    'A["#60;img src=x>"]',
    'A["&#x3c;img src=x>"]',
    'A["<<img src=x onerror=alert(1)>>"]',
    'A["<#lt;svg onload=alert(1)>"]',
  ])('are converted to plain text: %s', (code) => {
    expect(withoutTags(code).replaceAll(/<<[\w -]+>>/g, '')).not.toMatch(/<(?!br ?\/?>)[a-z/!?]/i);
  });

  it.each([
    'A["First<br>second<br/>third<br />fourth"]',
    'class Shape {\n  <<interface>>\n}',
    'state choice <<choice>>',
    'A <|-- B\nC <--> D\nE <.. F\nG <-- H',
    'A["1 < 2 and 3 <= 4"]',
  ])('are not found in other code: %s', (code) => {
    expect(withoutTags(code)).toBe(code);
  });
});
