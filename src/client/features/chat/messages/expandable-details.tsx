import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface ExpandableDetailsProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}

/** A subtle line above an answer that expands to details. */
export function ExpandableDetails({ icon: Icon, title, children }: ExpandableDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <Box textStyle="caption" color="fg.subtle">
      <chakra.button
        type="button"
        display="flex"
        alignItems="center"
        gap="2"
        py="1"
        minHeight="6"
        borderRadius="control"
        cursor="pointer"
        _hover={{ color: 'fg.muted' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon size={14} strokeWidth={1.5} aria-hidden />
        {title}
        <Flex as="span" transform={isOpen ? 'rotate(90deg)' : undefined} transition="transform 120ms ease-out">
          <ChevronRight size={14} strokeWidth={1.5} aria-hidden />
        </Flex>
      </chakra.button>
      <Box
        id={id}
        hidden={!isOpen}
        mt="1"
        ps="3"
        borderStartWidth="2px"
        borderColor="border"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {children}
      </Box>
    </Box>
  );
}
