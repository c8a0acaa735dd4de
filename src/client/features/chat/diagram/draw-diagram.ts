/**
 * Draws diagrams with Mermaid as images: no script runs in an image, nothing is loaded and no style affects the page.
 * Settings in the code of a diagram are ignored.
 */
import mermaid from 'mermaid';
import { diagramWords as words } from '~/client/words/diagram';
import { longestDiagram } from './diagram-limits';
import { type DiagramMode, diagramColors } from './diagram-theme';
import { withoutTags } from './without-tags';

export interface DrawnDiagram {
  /** The SVG file. */
  svg: string;
  width: number;
  height: number;
}

/** Why a diagram could not be drawn, as a message for the user. */
export class DiagramError extends Error {}

const max = { characters: longestDiagram, edges: 250, svgCharacters: 1_000_000 };
const longestMs = 10_000;
const cacheSize = 30;
/** System fonts, which are also available in images, so that the measured text fits the drawn text. */
const fontFamily = 'ui-sans-serif, system-ui, "Segoe UI", Arial, sans-serif';

const cache = new Map<string, DrawnDiagram>();
let last: Promise<unknown> = Promise.resolve();
let count = 0;

/** Drawn sequentially, because Mermaid's theme is global. */
export function drawDiagram(code: string, mode: DiagramMode): Promise<DrawnDiagram> {
  const key = `${mode} ${code}`;
  const cached = cache.get(key);
  if (cached) return Promise.resolve(cached);
  if (code.length > max.characters) return Promise.reject(new DiagramError(words.tooLong(max.characters)));
  const drawing = last.then(() => withinTime(draw(code, mode)));
  last = drawing.catch(() => {});
  return drawing.then((diagram) => {
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    cache.set(key, diagram);
    return diagram;
  });
}

async function draw(code: string, mode: DiagramMode): Promise<DrawnDiagram> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    suppressErrorRendering: true,
    logLevel: 'fatal',
    maxTextSize: max.characters,
    maxEdges: max.edges,
    theme: 'base',
    themeVariables: { ...diagramColors[mode], fontFamily },
    fontFamily,
    // Settings that the code of a diagram can't override.
    secure: [
      ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'logLevel'],
      ...[
        'htmlLabels',
        'theme',
        'themeCSS',
        'themeVariables',
        'fontFamily',
        'altFontFamily',
        'darkMode',
        'dompurifyConfig',
      ],
    ],
  });
  const id = `diagram-${++count}`;
  try {
    return asFile((await mermaid.render(id, withoutTags(code))).svg);
  } catch (cause) {
    throw cause instanceof DiagramError ? cause : new DiagramError(reasonOf(cause), { cause });
  } finally {
    // Mermaid leaves its temporary element behind when it fails.
    document.getElementById(`d${id}`)?.remove();
  }
}

/** As an XML document with an explicit size. */
function asFile(text: string): DrawnDiagram {
  const svg = new DOMParser().parseFromString(text, 'text/html').querySelector('svg');
  const [, , width = 0, height = 0] = (svg?.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!svg || !(width > 0 && height > 0)) throw new DiagramError(words.empty);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.style.maxWidth = '';
  // Nothing in an image can be followed or run; this makes the downloaded file equally safe.
  for (const part of svg.querySelectorAll('script, foreignObject, image, use')) part.remove();
  for (const part of svg.querySelectorAll('*'))
    for (const name of part.getAttributeNames()) if (/^on|href$/i.test(name)) part.removeAttribute(name);
  const file = new XMLSerializer().serializeToString(svg);
  if (file.length > max.svgCharacters) throw new DiagramError(words.tooLarge);
  return { svg: file, width: Math.ceil(width), height: Math.ceil(height) };
}

/** The line numbers in Mermaid's own messages refer to preprocessed code. */
const reasonOf = (cause: unknown): string =>
  /maximum text size|too many edges/i.test(String(cause)) ? words.tooLarge : words.invalid;

function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DiagramError(words.tooSlow)), longestMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
