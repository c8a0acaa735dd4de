import { createContext } from 'react';
import type { Project } from '~/shared/schemas/projects';

/** The project of the conversation that is shown, or of the one that the next message begins. */
export const ProjectHere = createContext<Project | undefined>(undefined);
