import { Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface HeadingRowProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
}

/** The title of a page or section, with its description and actions. */
export function HeadingRow(props: HeadingRowProps & { level: 1 | 2; id?: string }) {
  const { title, description, actions, level, id } = props;
  return (
    <Flex justify="space-between" align={description ? 'flex-end' : 'center'} gap="4" wrap="wrap">
      <Stack gap="1" minWidth="0">
        <Text as={`h${level}`} id={id} textStyle={level === 1 ? 'title' : 'heading'}>
          {title}
        </Text>
        {description && (
          <Text color="fg.muted" maxWidth="prose">
            {description}
          </Text>
        )}
      </Stack>
      {actions && (
        <Flex gap="2" wrap="wrap">
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
