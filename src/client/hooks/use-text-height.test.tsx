import { render } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { useTextHeight } from './use-text-height';

function Box({ text }: { text: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  useTextHeight(box, text);
  return (
    <div>
      <textarea ref={box} readOnly value={text} />
    </div>
  );
}

it('makes the box as high as its text, without resizing its surroundings while it is measured', () => {
  const { container, rerender } = render(<Box text="" />);
  const [around, box] = [container.querySelector('div'), container.querySelector('textarea')];
  if (!around || !box) throw new Error('not rendered');
  Object.defineProperty(around, 'offsetHeight', { value: 120 });
  const measured: string[][] = [];
  Object.defineProperty(box, 'scrollHeight', {
    get() {
      measured.push([box.style.height, around.style.minHeight]);
      return 72;
    },
  });
  rerender(<Box text="Three lines of text" />);
  expect(measured).toEqual([['auto', '120px']]);
  expect([box.style.height, around.style.minHeight]).toEqual(['72px', '']);
});
