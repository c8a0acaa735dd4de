import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { formatCount } from '~/client/lib/format';
import { inputRecipe } from './field';

const Area = chakra('textarea', inputRecipe);

export type TextAreaProps = ComponentProps<typeof Area> & {
  label: ReactNode;
  /** The error message, shown below the field. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Shows n/limit. The caller validates the length; the text is never cut. */
  count?: { now: number; limit: number };
};

export function TextArea({ label, error, hint, count, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const noteId = `${areaId}-note`;
  const note = error ?? hint;
  const isOver = count !== undefined && count.now > count.limit;
  return (
    <Stack gap="1.5">
      <chakra.label htmlFor={areaId} textStyle="ui" fontWeight="medium">
        {label}
      </chakra.label>
      <Area
        id={areaId}
        rows={5}
        height="auto"
        minHeight="24"
        py="2.5"
        resize="vertical"
        aria-invalid={error || isOver ? true : undefined}
        aria-describedby={note || count ? noteId : undefined}
        {...rest}
      />
      {(note || count) && (
        <Flex id={noteId} justify="space-between" gap="4" textStyle="caption" color="fg.subtle">
          <Text as="span" color={error ? 'danger' : undefined}>
            {note}
          </Text>
          {count && (
            <Text as="span" flexShrink={0} color={isOver ? 'danger' : undefined}>
              {formatCount(count.now)}/{formatCount(count.limit)}
            </Text>
          )}
        </Flex>
      )}
    </Stack>
  );
}
