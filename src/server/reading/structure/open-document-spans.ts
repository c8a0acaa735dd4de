/** Which styles of an OpenDocument raise or hide the characters of a span. */
import type { Attributes } from './xml';

export class OpenDocumentSpans {
  private readonly raised = new Set<string>();
  private readonly hidden = new Set<string>();
  /** The style that is being read. */
  private style = '';

  readStyle(name: string, attributes: Attributes): void {
    if (name === 'style:style')
      this.style = attributes['style:family'] === 'text' ? (attributes['style:name'] ?? '') : '';
    if (name !== 'style:text-properties' || this.style === '') return;
    // "super", or how far, such as "33% 58%". The second is the size.
    if (/^(?:super\b|[1-9])/.test(attributes['style:text-position'] ?? '')) this.raised.add(this.style);
    if (attributes['text:display'] === 'none') this.hidden.add(this.style);
  }

  isRaised = (attributes: Attributes): boolean => this.raised.has(attributes['text:style-name'] ?? '');

  isHidden = (attributes: Attributes): boolean => this.hidden.has(attributes['text:style-name'] ?? '');
}
