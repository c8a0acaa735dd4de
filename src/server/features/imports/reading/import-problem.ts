/** Reasons why a whole file can't be imported. */
const importProblems = ['not json', 'cut off', 'encoding', 'zip', 'encrypted', 'too much', 'nothing'] as const;
export type ImportProblemCode = (typeof importProblems)[number];

export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  constructor(readonly code: ImportProblemCode) {
    super(code);
  }
}

export const problemWords: Record<ImportProblemCode, string> = {
  'not json': 'The file is not a valid export. Choose the zip or the JSON file as you received it.',
  'cut off': 'The file is incomplete. Download the export again.',
  encoding: 'The file is not encoded in UTF-8. Choose the file as you received it.',
  zip: 'The zip file is damaged or uses unsupported features. Unzip it and import its conversations.json.',
  encrypted: 'The zip file is password-protected. Unzip it and import its conversations.json.',
  'too much': 'The unzipped file is larger than the limit of 500 MB.',
  nothing: 'The file contains no conversations from ChatGPT, Claude, Open WebUI or qInsight.',
};
