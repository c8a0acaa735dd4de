import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { isWideScreen } from '~/client/lib/is-wide-screen';
import { variablesIn } from '~/shared/prompt-variables';
import type { Prompt } from '~/shared/schemas/prompts';
import { FillPrompt } from './fill-prompt';
import { filterIn } from './matching-prompts';
import { PromptList } from './prompt-list';
import { PromptSheet } from './prompt-sheet';
import { type MenuKeys, useMenuKeys } from './use-menu-keys';
import { usePromptSearch } from './use-prompt-search';

interface PromptMenuProps {
  /** Starts with a slash. */
  text: string;
  box: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
}

/** Prompts to start a message with, above the composer. */
export function PromptMenu({ text, box, onChange }: PromptMenuProps) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  // Fixed when it opens, so that rotating a phone doesn't move it.
  const [isSheet] = useState(() => !isWideScreen());
  // Dismissed until the text no longer starts with a slash. A restored draft with a slash opens no sheet.
  const [isDismissed, setIsDismissed] = useState(() => isSheet && document.activeElement !== box.current);
  const [chosen, setChosen] = useState<Prompt>();
  const isOpen = !isDismissed && !chosen && filterIn(text) !== undefined;
  const { filter, prompts, isLoading, hasFailed } = usePromptSearch(text, isOpen);
  const [activeFor, setActiveFor] = useState({ filter, index: 0 });
  const active = activeFor.filter === filter && activeFor.index < prompts.length ? activeFor.index : 0;
  const dismiss = useCallback(() => setIsDismissed(true), []);
  useDismiss(card, isOpen, dismiss, box);

  function insert(inserted: string) {
    setIsDismissed(true);
    setChosen(undefined);
    onChange(inserted);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(inserted.length, inserted.length);
    });
  }
  function choose(prompt: Prompt) {
    if (variablesIn(prompt.text).length > 0) setChosen(prompt);
    else insert(prompt.text);
  }
  const keys: MenuKeys = {
    isOpen,
    count: prompts.length,
    active,
    onActive: (index) => setActiveFor({ filter, index }),
    onChoose() {
      const prompt = prompts[active];
      if (prompt) choose(prompt);
      // Enter must not send an incomplete name while its prompt is loading.
      return prompt !== undefined || isLoading;
    },
    onDismiss() {
      dismiss();
      box.current?.focus();
    },
  };
  useMenuKeys(box, keys);
  useListed(box, isOpen && !isSheet && prompts.length > 0 ? { listId: id, activeId: `${id}-${active}` } : undefined);

  if (chosen) return <FillPrompt prompt={chosen} onFill={insert} onClose={() => setChosen(undefined)} />;
  if (!isOpen) return null;
  const listProps = { id, card, prompts, active, isLoading, hasFailed, isFiltered: filter !== '', onChoose: choose };
  if (isSheet) {
    const search = (typed: string) => onChange(`/${typed}`);
    return (
      <PromptSheet {...listProps} search={text.slice(1)} keys={keys} onSearch={search} onDismiss={keys.onDismiss} />
    );
  }
  // If nothing matches, the text is a message that starts with a slash.
  return filter !== '' && prompts.length === 0 ? null : <PromptList {...listProps} />;
}

/** Sets the ARIA attributes for the active option, because the text box keeps the focus. */
function useListed(
  box: RefObject<HTMLElement | null>,
  { listId, activeId }: { listId?: string; activeId?: string } = {},
): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !listId || !activeId) return;
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': activeId };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
    };
  }, [box, listId, activeId]);
}
