import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { isComposing } from '~/client/lib/is-composing';
import { isWideScreen } from '~/client/lib/is-wide-screen';
import { lazyPart } from '~/client/lib/lazy-part';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { modelWords as words } from '~/client/words/models';
import { writeChoice } from './model-choice';
import { ModelList } from './model-list';
import { ParameterFields } from './parameter-fields';
import { useChosenModel } from './use-chosen-model';
import { useFreshModels } from './use-fresh-models';

const MenuSheet = lazyPart(() => import('~/client/ui/menu/menu-sheet'));

/** Chooses the model of the next messages and its parameters. Absent without a connected model. */
export function ModelPicker() {
  const { userId, models, choice, project, chosen } = useChosenModel();
  const { data: config } = trpc.auth.config.useQuery();
  const { isOpen, open, close, box, button } = usePopover();
  useResetMissingModel(userId, models, choice);
  useFreshModels();

  const isOnly = models?.length === 1;
  if (!models || !chosen || (isOnly && !config?.model.isConnected)) return null;

  function choose(model: string) {
    if (project?.defaultModel) {
      writeChoice(userId, { ...choice, inProjects: { ...choice.inProjects, [project.id]: model } });
    } else writeChoice(userId, { ...choice, model });
    close();
  }
  return (
    <chakra.div
      ref={box}
      position="relative"
      minWidth="0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen || isComposing(event.nativeEvent)) return;
        event.stopPropagation();
        close();
      }}
    >
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        aria-label={words.chosen(chosen.name)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        maxWidth="full"
        px={{ base: '2', md: '3' }}
        gap={{ base: '1', md: '2' }}
        fontWeight="normal"
        color="fg.muted"
        onClick={() => (isOpen ? close() : open())}
      >
        <chakra.span truncate maxWidth="10rem">
          {chosen.name}
        </chakra.span>
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </Button>
      {isOpen && (
        <PickerBox onClose={close}>
          {!isOnly && <ModelList models={models} chosenId={chosen.id} onChoose={choose} />}
          <ParameterFields
            isAlone={isOnly}
            model={chosen}
            parameters={choice.parameters}
            onChange={(parameters) => writeChoice(userId, { ...choice, parameters })}
          />
        </PickerBox>
      )}
    </chakra.div>
  );
}

/** A popover above its button; on phones a bottom sheet, like the other menus. */
function PickerBox({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  // Fixed when it opens, so that rotating a phone doesn't move it.
  const [isWide] = useState(isWideScreen);
  const sheet = useCallback((element: HTMLDivElement | null) => {
    // Runs after the sheet has entered the top layer. Focusing the search field would open a phone's keyboard over the
    // list.
    if (element) queueMicrotask(() => element.focus());
  }, []);
  if (isWide) {
    return (
      <Card role="dialog" aria-label={words.model}>
        {children}
      </Card>
    );
  }
  return (
    <Suspense>
      <MenuSheet header={null} onClose={onClose}>
        <chakra.div ref={sheet} role="dialog" aria-label={words.model} tabIndex={-1} outline="none" px="1">
          {children}
        </chakra.div>
      </MenuSheet>
    </Suspense>
  );
}

/** Opens a popover at a button. A click elsewhere closes it; `close` returns the focus to the button. */
function usePopover() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const dismiss = useCallback(() => setIsOpen(false), []);
  useDismiss(box, isOpen, dismiss);
  return {
    isOpen,
    box,
    button,
    open: () => setIsOpen(true),
    close() {
      dismiss();
      button.current?.focus();
    },
  };
}

type Chosen = ReturnType<typeof useChosenModel>;

/** Resets a chosen model that is no longer offered, with which every message would fail. */
function useResetMissingModel(userId: string, models: Chosen['models'], choice: Chosen['choice']) {
  const { sources, inProjects } = choice;
  const usualName = models?.[0]?.name;
  const isGone = Boolean(models && choice.model && !models.some(({ id }) => id === choice.model));
  useEffect(() => {
    if (!isGone) return;
    writeChoice(userId, { ...(sources && { sources }), ...(inProjects && { inProjects }) });
    if (usualName) toast({ kind: 'error', title: words.gone, description: words.goneHint(usualName) });
  }, [inProjects, isGone, sources, userId, usualName]);
}

const Card = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 'sticky',
    // Above its button, unless the composer is in the middle of the screen.
    bottom: 'var(--picker-bottom, calc(100% + 0.5rem))',
    top: 'var(--picker-top, auto)',
    insetStart: '0',
    width: 'min(20rem, calc(100vw - 5rem))',
    maxHeight: 'min(26rem, var(--picker-height, 60dvh))',
    overflowY: 'auto',
    p: '2',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderRadius: 'card',
    boxShadow: 'overlay',
    animation: 'rise 120ms ease-out',
  },
});
