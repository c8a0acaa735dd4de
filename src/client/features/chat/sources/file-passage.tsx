import { trpc } from '~/client/lib/trpc';
import { sourcesWords as words } from '~/client/words/sources';
import { contextAfter, contextBefore } from './passage-context';
import { PassageQuery } from './passage-query';

interface FilePassageProps {
  objectId: string;
  quote: string;
  /** Offset of the quote in the text of the file. */
  start?: number | undefined;
}

/** A quoted passage with its context in a file of the user. */
export function FilePassage({ objectId, quote, start }: FilePassageProps) {
  const passage = trpc.uploads.passage.useQuery({ id: objectId, quote, start });
  return (
    <PassageQuery query={passage} quote={quote} goneText={words.passageGone}>
      {({ before, quote: found, after }) => (
        <>
          {contextBefore(before)}
          <mark>{found}</mark>
          {contextAfter(after)}
        </>
      )}
    </PassageQuery>
  );
}
