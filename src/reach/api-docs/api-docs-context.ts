import { createContext } from 'react-router';
import type { ApiDescription } from './api-description.ts';

export type ApiDocsServices = { description(): Promise<ApiDescription> };

/** The API's description, for the loader of its page. */
export const apiDocsContext = createContext<ApiDocsServices>();
