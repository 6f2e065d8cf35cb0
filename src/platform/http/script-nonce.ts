import { createContext } from 'react';

/** The nonce of the inline scripts that the server renders; undefined in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined);
