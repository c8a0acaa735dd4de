/** The citations of a finished answer about a conversation's files, each with its check. */
import type { Deps } from '~/server/deps';
import type { Citation } from '~/shared/schemas/citations';
import { checkNamingSentences } from './check-naming-sentences';
import { checkQuotations } from './check-quotations';
import { foldText } from './fold-text';
import { conversationTexts, joinedTexts, type SourceTexts } from './source-texts';

/** How many of the user's newest messages a quotation may come from. */
const maxMessages = 40;

interface FinishedAnswer {
  /** The message that this answer responds to. */
  questionId: string;
  text: string;
  /** The citations that the model returned. */
  citations: readonly Citation[];
  /** Passages that the model received in addition to the conversation's files. */
  found?: SourceTexts;
  /** Positions of file marks in the answer itself. */
  marks?: readonly { start: number; end: number; file: string }[];
  /**
   * False for the offline analyst, which only quotes given texts. The rest of its answer is about the files, not from
   * them, and its other quotation marks contain suggested questions.
   */
  isByModel: boolean;
}

export async function checkAnswer(
  deps: Pick<Deps, 'db'>,
  { questionId, text, citations, found, marks = [], isByModel }: FinishedAnswer,
): Promise<Citation[]> {
  const own = await conversationTexts(deps, questionId);
  const texts = found ? joinedTexts(own, found) : own;
  // A long conversation may have files in messages that were not loaded, or none at all.
  if (texts.files.length === 0) return [...citations];
  const userMessages = await deps.db.sql<{ id: string; content: string }>`
    SELECT m.id, m.content FROM branch_of(${questionId}::uuid, ${maxMessages * 2}::int) AS branch JOIN messages m ON m.id = branch.id
    WHERE m.role = 'user' ORDER BY m.seq DESC`;
  const quotations = await checkQuotations(
    {
      text,
      userText: (await deps.db.texts.openMessages(userMessages)).map(({ content }) => content).join('\n\n'),
      hasWebSources: citations.some(({ url }) => url !== undefined),
    },
    texts,
  );
  const checked = isByModel ? quotations : quotations.filter(({ check }) => check?.verdict !== 'absent');
  const seen = isByModel ? await checkNamingSentences(text, texts, [...citations, ...checked], new Date(), marks) : [];
  // The offline analyst cites what it quotes; the check of the same quotation has more details.
  const known = new Set(checked.map(quotedKey));
  return [...citations.filter((citation) => !citation.quote || !known.has(quotedKey(citation))), ...checked, ...seen];
}

const quotedKey = ({ objectId, quote = '' }: Citation) => `${objectId} ${foldText(quote).skeleton}`;
