import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { variablesIn } from '~/shared/prompt-variables';
import type { Prompt } from '~/shared/schemas/prompts';
import { FillPrompt } from './fill-prompt';
import { filterIn } from './matching-prompts';
import { PromptList } from './prompt-list';
import { useFoundPrompts } from './use-found-prompts';
import { useMenuKeys } from './use-menu-keys';

interface PromptMenuProps {
  /** Begins with a slash. */
  text: string;
  box: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
}

/** Prompts to begin a message with, above the composer. A default export, as `lazy` asks for one. */
export default function PromptMenu({ text, box, onChange }: PromptMenuProps) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  // Until the text begins with another character.
  const [isDismissed, setIsDismissed] = useState(false);
  const [chosen, setChosen] = useState<Prompt>();
  const isOpen = !isDismissed && !chosen && filterIn(text) !== undefined;
  const { filter, prompts, isLoading, hasFailed } = useFoundPrompts(text, isOpen);
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
  useMenuKeys(box, {
    isOpen,
    count: prompts.length,
    active,
    onActive: (index) => setActiveFor({ filter, index }),
    onChoose() {
      const prompt = prompts[active];
      if (prompt) choose(prompt);
      // Enter must not send the beginning of a name while its prompt is on the way.
      return prompt !== undefined || isLoading;
    },
    onDismiss: dismiss,
  });
  useListed(box, isOpen && prompts.length > 0 ? { listId: id, activeId: `${id}-${active}` } : undefined);

  if (chosen) return <FillPrompt prompt={chosen} onFill={insert} onClose={() => setChosen(undefined)} />;
  // With nothing found, a message may begin with a slash.
  if (!isOpen || (filter !== '' && prompts.length === 0)) return null;
  return (
    <PromptList
      id={id}
      card={card}
      prompts={prompts}
      active={active}
      isLoading={isLoading}
      hasFailed={hasFailed}
      onChoose={choose}
    />
  );
}

/** Tells assistive technology which option is active while the text box keeps the focus. */
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
