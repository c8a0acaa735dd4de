import { chakra, Text } from '@chakra-ui/react';
import { Check, FileText, Globe, GlobeLock } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { sourcesChoiceWords as words } from '~/client/words/sources-choice';
import { type AnswerSources, answerSources } from '~/shared/answer-sources';
import { writeChoice } from '../models/model-choice';
import { useChosenModel } from '../models/use-chosen-model';

const icons = { web: Globe, offline: GlobeLock, files: FileText };

/**
 * Chooses what the next answers may use. Absent without a model, because answers then use only your data. Default
 * export for `lazy`.
 */
export default function SourcesPicker() {
  const { userId, choice, chosen } = useChosenModel();
  const { data: config } = trpc.auth.config.useQuery();
  if (!chosen || !config?.model.isConnected) return null;
  const hasWeb = chosen.abilities.webSearch === true;
  const preferred = choice.sources ?? 'web';
  const current = preferred === 'web' && !hasWeb ? 'offline' : preferred;
  const Icon = icons[current];

  function choose(sources: AnswerSources) {
    const { sources: _before, ...rest } = choice;
    writeChoice(userId, sources === 'web' ? rest : { ...rest, sources });
  }
  return (
    <Menu
      align="left"
      size="sm"
      label={words.label(words.names[current])}
      opener={<Icon size={18} strokeWidth={1.5} />}
    >
      {answerSources.map((sources) => {
        const isMissing = sources === 'web' && !hasWeb;
        return (
          <MenuItem
            key={sources}
            isChosen={sources === current}
            aria-disabled={isMissing || undefined}
            onClick={() => !isMissing && choose(sources)}
          >
            <chakra.span flex="1" py="1">
              <Text as="span" display="block" color={isMissing ? 'fg.muted' : undefined}>
                {words.names[sources]}
              </Text>
              <Text as="span" display="block" textStyle="caption" color="fg.muted">
                {isMissing ? words.unavailable : words.notes[sources]}
              </Text>
            </chakra.span>
            {sources === current && <Check size={16} strokeWidth={1.5} aria-hidden />}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
