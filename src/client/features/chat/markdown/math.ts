import type { Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import 'katex/dist/katex.min.css';

/** A formula that can't be rendered is shown as source. Commands that load or link anything are not trusted. */
export const math = {
  remark: [remarkMath],
  rehype: [[rehypeKatex, { strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20, errorColor: 'inherit' }]],
} satisfies { remark: Options['remarkPlugins']; rehype: Options['rehypePlugins'] };
