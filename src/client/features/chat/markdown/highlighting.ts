import type { Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';

/** Only languages that are named are coloured: guessing costs more than reading. */
export const highlighting: NonNullable<Options['rehypePlugins']> = [[rehypeHighlight, { detect: false }]];
