/** What a PDF shows above a page: values of form fields and typed notes. They are not part of the page's text. */
import type { Pdf } from './open-pdf';

type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** The fields of PDF.js that are used here. */
interface Annotation {
  subtype: string;
  annotationFlags: number;
  /** The lines as drawn, and the text that the program stored for it. */
  textContent?: string[];
  contentsObj?: { str: string };
  fieldType?: 'Tx' | 'Btn' | 'Ch' | 'Sig' | null;
  fieldName?: string;
  /** The label for users, because the name is often a technical one. */
  alternativeText?: string;
  fieldValue?: string | string[] | null;
  password?: boolean;
  /** The field's value if this box or button is selected. */
  exportValue?: string;
  buttonValue?: string | null;
  options?: { exportValue: string; displayValue: string }[];
}

/** The flags for "hidden" and for "only printed". */
const unseenFlags = 0x02 | 0x20;
/** Export values without a meaning. */
const onlySelected = /^(?:yes|on|true|x|\d+)$/i;

/**
 * Whether a PDF may have such texts: listing annotations of a tagged PDF takes as long as reading its text. Notes are
 * not found if the program that saved them compressed them together with other objects.
 */
export async function mayHaveAnnotationText(pdf: Pdf, hasNotes: boolean): Promise<boolean> {
  if (hasNotes) return true;
  const { info } = await pdf.getMetadata();
  return (info as { IsAcroFormPresent?: boolean }).IsAcroFormPresent === true;
}

export const hasTypedNotes = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes('/FreeText');

/** Each as a line; fields with their names. */
export async function textOfAnnotations(page: Page): Promise<string> {
  const annotations = (await page.getAnnotations()) as Annotation[];
  const texts = annotations
    .filter(({ annotationFlags }) => (annotationFlags & unseenFlags) === 0)
    .map((annotation) => (annotation.subtype === 'Widget' ? fieldText(annotation) : noteText(annotation)));
  return [...new Set(texts)].filter((text) => text !== '').join('\n');
}

function noteText({ subtype, textContent, contentsObj }: Annotation): string {
  return subtype === 'FreeText' ? (textContent?.join('\n') ?? contentsObj?.str ?? '').trim() : '';
}

function fieldText(field: Annotation): string {
  const value = field.password ? '' : filledIn(field).trim();
  const name = field.alternativeText?.trim() || field.fieldName?.trim();
  return value !== '' && name ? `${name}: ${value}` : value;
}

function filledIn({ fieldType, fieldValue, exportValue, buttonValue, options = [] }: Annotation): string {
  const values = [fieldValue ?? []].flat();
  if (fieldType === 'Tx') return values.join(' ');
  if (fieldType === 'Ch') {
    return values
      .map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value)
      .join(', ');
  }
  const own = exportValue ?? buttonValue;
  if (fieldType !== 'Btn' || !own || own === 'Off' || !values.includes(own)) return '';
  return onlySelected.test(own) ? 'selected' : own;
}
