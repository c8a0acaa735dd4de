import { createContext } from 'react';
import type { Project } from '~/shared/schemas/projects';

/** The project of the open conversation, or of the new chat. */
export const CurrentProject = createContext<Project | undefined>(undefined);
